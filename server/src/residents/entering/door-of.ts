/** Login IDs of residents are counted by client: each has its own. */
export const doorOf = (clientId: number) => `resident:${clientId}`
