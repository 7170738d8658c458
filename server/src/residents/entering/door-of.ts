import type { ClientId } from '@toguchi/domain/access/actor'
/** Login IDs of residents are counted by client: each has its own. */
export const doorOf = (clientId: ClientId) => `resident:${clientId}`
