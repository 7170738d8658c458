/** What the lists of managers and tenants call the number of a room. */
export const roomHeadings: readonly string[] = [
  '号室',
  '号室番号',
  '部屋',
  '部屋No',
  '部屋番',
  '室',
  '室番号',
  '室番',
  '室No',
  '住戸番号',
  '住戸',
  '住戸No',
  '戸番号',
  '戸番',
  'ルームNo',
]
