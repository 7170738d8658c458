/** What the lists of managers and tenants call the number of a room. */
export const roomHeadings: readonly string[] = ['号室', '部屋', '部屋No', '部屋No.', '住戸番号', '住戸']
