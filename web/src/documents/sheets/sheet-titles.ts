import type { SheetKind } from '@toguchi/domain/rooms/sheet-kind'

/** What the buttons and the dialog of each kind of letter say. */
export const sheetTitles: Readonly<Record<SheetKind, string>> = {
  information: '案内状を印刷',
  reminder: '再案内を印刷（未回答のみ）',
  decision: '決定案内を印刷',
}
