/*
 * A spreadsheet takes text that begins like a formula for one, in a CSV file even when it is quoted; full-width signs are signs to a
 * Japanese Excel. An apostrophe before it makes it text. So that every text comes back as it was, texts that begin with
 * apostrophes before such a sign get one more.
 */
const dangerous = /^'*[=+\-@\t\r\n＝＋－＠]/

/** The text as a CSV cell that no program runs. */
export const neutralise = (text: string): string => (dangerous.test(text) ? `'${text}` : text)

/** The text behind a neutralised cell; others stay. */
export const revive = (cell: string): string => (cell.startsWith("'") && dangerous.test(cell) ? cell.slice(1) : cell)
