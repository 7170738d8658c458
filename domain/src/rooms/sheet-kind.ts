/** What lies in a mailbox: the first letter, the reminder to who has not answered, and the decided date (feature 8). */
export const sheetKinds = ['information', 'reminder', 'decision'] as const
export type SheetKind = (typeof sheetKinds)[number]
export const sheetKindLabels: Readonly<Record<SheetKind, string>> = { information: '案内状', reminder: '再案内', decision: '決定案内' }
