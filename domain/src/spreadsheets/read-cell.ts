import { digitsOnly } from '../text/digits.ts'
import { toFullWidthForm } from '../text/kana.ts'
import { formatTelephone } from '../text/telephone.ts'

/** A cell as it stands in a file: text, a number, nothing, or a day in Excel's own form. */
export type Cell = string | number | null | { date: true }
/** What was done to a cell, or is to be looked at in it, before it is taken in: a text without the column's name, or a whole sentence. */
export interface CellNote {
  text: string
  /** It is taken in as it stands, and is probably wrong. */
  doubtful?: true
}
/** What a cell means to a form, or why it means nothing: a text without the column's name, or a whole sentence. */
export type Reading = { value: unknown; note?: CellNote } | { refusal: string }
export type ReadCell = (cell: Cell) => Reading

const refusal = (text: string): Reading => ({ refusal: text })
const missing: Reading = { value: null }

/** Excel keeps 15 digits of a number; what has more has lost some. */
const mostDigits = 1e15
const excelErrors = /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!)$/
/** Characters that a company's computers drew themselves: nobody else can show them. */
const ownCharacters = /[\uE000-\uF8FF]/

/** The plain text of a cell: line breaks as LF, no blanks around it, half-width katakana as full-width. ㈱ and ① stay. */
export const readText: ReadCell = cell => {
  if (cell === null) return missing
  if (typeof cell === 'object') return refusal('は日付として保存されています。セルの書式を「文字列」にして入力し直してください')
  if (typeof cell === 'number') {
    if (Math.abs(cell) >= mostDigits)
      return refusal('は数値として保存され、桁が失われています。セルの書式を「文字列」にして入力し直してください')
    return { value: String(cell) }
  }
  const text = cell.replaceAll(/\r\n?/g, '\n').trim()
  if (text === '') return missing
  if (excelErrors.test(text)) return refusal(`はExcelのエラー値（${text}）です`)
  if (ownCharacters.test(text)) return refusal('に外字が含まれています。ほかの文字に置き換えてください')
  return { value: toFullWidthForm(text) }
}

/** What a further reading makes of the text; blank cells and unreadable ones stay what they are. */
const thenText =
  (next: (text: string, cell: Cell) => Reading): ReadCell =>
  cell => {
    const reading = readText(cell)
    return 'value' in reading && typeof reading.value === 'string' ? next(reading.value, cell) : reading
  }

/** Codes, login ids, addresses of mail: full-width letters and digits as half-width, without blanks around them. */
export const readCode: ReadCell = thenText(text => ({ value: text.normalize('NFKC').trim() }))

/** 「１０１号室」 is 101. */
export const readRoomName: ReadCell = thenText(text => {
  const typed = text.normalize('NFKC')
  // No pattern that begins with blanks: on a cell full of them it would begin anew at each.
  const ending = ['号室', '号'].find(end => typed.endsWith(end)) ?? ''
  const name = typed.slice(0, typed.length - ending.length).trim()
  return name === '' ? refusal('を読み取れません') : { value: name }
})

/**
 * Digits of a telephone number in any form people type. Excel takes the first 0 off a number: nine digits are a landline without it,
 * ten digits that begin like a mobile number are one. Anything else is refused rather than guessed. A mobile number that begins with its 0 and
 * has ten digits lacks one.
 */
export const readPhone: ReadCell = thenText(text => {
  const digits = text
    .normalize('NFKC')
    .replaceAll(/[-\s()ー−‐–—.]/g, '')
    .replace(/^\+81/, '0')
  if (!/^\d+$/.test(digits)) return refusal('の形式が正しくありません')
  if (/^[1-9]\d{8}$/.test(digits) || /^[5789]0\d{8}$/.test(digits))
    return { value: `0${digits}`, note: { text: `の先頭に0を補いました（${digits} → ${formatTelephone(`0${digits}`)}）` } }
  if (/^[1-9]\d{9}$/.test(digits)) return refusal('は先頭の0が失われているようです。セルの書式を「文字列」にして0から入力してください')
  if (/^0[5789]0\d{7}$/.test(digits))
    return { value: digits, note: { text: `の「${digits}」は1桁足りないようです。${digits.slice(0, 3)}の番号は11桁です`, doubtful: true } }
  return { value: digits }
})

/** Seven digits of a postal code; the zeros that Excel took off a number are put back: 10010 is 001-0010. Of text it may be a slip. */
export const readZipcode: ReadCell = thenText((text, cell) => {
  const digits = text.normalize('NFKC').replaceAll(/[\s\p{Pd}ー−〒]/gu, '')
  return { value: typeof cell === 'number' && /^\d{5,6}$/.test(digits) ? digits.padStart(7, '0') : digits }
})

/** Whole yen: ¥1,200, １２００円. */
export const readYen: ReadCell = thenText(text => {
  const plain = text.normalize('NFKC').replaceAll(/[\s,¥\\円]/g, '')
  return /^\d{1,12}$/.test(plain) ? { value: Number(digitsOnly(plain)) } : refusal('は0以上の整数で入力してください')
})

/** A whole number with or without its unit: 3, ３階. */
export const readCount = (unit: string): ReadCell =>
  thenText(text => {
    const plain = text.normalize('NFKC').replace(unit, '').trim()
    return /^\d{1,9}$/.test(plain) ? { value: Number(plain) } : refusal('は数字で入力してください')
  })

/** One of a list of words. */
export const readChoice = (labels: Readonly<Record<string, string>>): ReadCell =>
  thenText(text => {
    const compared = forComparison(text)
    const entry = Object.entries(labels).find(([value, label]) => compared === forComparison(label) || compared === value.toLowerCase())
    return entry
      ? { value: entry[0] }
      : refusal(
          `は${Object.values(labels)
            .map(label => `「${label}」`)
            .join('')}から選んでください`,
        )
  })

const yes = new Set(['あり', '有', '有り', '○', '〇', '◯', 'はい', 'true', 'yes', '1', 'する'])
const no = new Set(['なし', '無', '無し', '×', 'x', 'いいえ', 'false', 'no', '0', 'しない', '-'])
/** あり or なし in the forms people write it. */
export const readFlag: ReadCell = thenText(text => {
  const compared = forComparison(text)
  return yes.has(compared) ? { value: true } : no.has(compared) ? { value: false } : refusal('は「あり」「なし」で入力してください')
})

/** Names in one cell, one a line or parted by a comma. */
export const readNames: ReadCell = thenText(text => ({
  value: [...new Set(text.split(/[\n、，,]/).map(name => name.trim()))].filter(name => name !== ''),
}))

/** The form in which names and headings are the same: NFKC, small letters, no blanks. */
export const forComparison = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '')
