/** Client statuses and their labels (spec §4, G-CST-08). */
export const clientStatuses = ['contracted', 'terminated'] as const
export type ClientStatus = (typeof clientStatuses)[number]
export const clientStatusLabels: Readonly<Record<ClientStatus, string>> = { contracted: '契約中', terminated: '契約終了' }
