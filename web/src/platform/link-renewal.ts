/** Milliseconds after which a list with links to files is read again: the links live ten minutes (G-API-11). */
export const linkRenewal = 8 * 60_000
