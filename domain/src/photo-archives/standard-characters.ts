import { remembered } from './remembered.ts'

/** One character that the standard does not take, and what stands for it. Nothing, where it was left out. */
export interface Replaced {
  from: string
  to: string
}
export interface StandardText {
  text: string
  replaced: readonly Replaced[]
}

/** Row 13 of NEC and the extensions of IBM are not of JIS X 0208: 髙, ①, ㈱ come from there. */
const isStandardLead = (lead: number) => (lead >= 0x81 && lead <= 0x84) || (lead >= 0x88 && lead <= 0x9f) || (lead >= 0xe0 && lead <= 0xea)

/** The characters of JIS X 0208 by their code in Shift_JIS, from the table that every browser and Node carry. */
const buildTable = (): ReadonlyMap<string, number> => {
  const decoder = new TextDecoder('shift_jis')
  const table = new Map<string, number>()
  for (let lead = 0x81; lead <= 0xea; lead++) {
    if (!isStandardLead(lead)) continue
    for (let trail = 0x40; trail <= 0xfc; trail++) {
      if (trail === 0x7f) continue
      const character = decoder.decode(Uint8Array.of(lead, trail))
      if (Array.from(character).length === 1 && character !== '\ufffd' && !/\p{Co}/u.test(character))
        table.set(character, lead * 256 + trail)
    }
  }
  // The same signs as other systems write them.
  for (const [other, known] of [
    ['〜', '～'],
    ['−', '－'],
    ['‖', '∥'],
    ['—', '―'],
    ['¢', '￠'],
    ['£', '￡'],
    ['¬', '￢'],
  ] as const)
    table.set(other, table.get(known)!)
  return table
}
let built: ReadonlyMap<string, number> | undefined
const wide = (): ReadonlyMap<string, number> => (built ??= buildTable())

const isNarrow = (character: string) => /^[\x20-\x7e]$/.test(character)
const isWideLetter = (character: string) => /^[Ａ-Ｚａ-ｚ０-９]$/.test(character)

/** Characters that the standard takes: half-width ones of JIS X 0201 without kana, full-width ones of JIS X 0208 without digits and Latin letters. */
export const isStandard = (character: string): boolean => isNarrow(character) || (wide().has(character) && !isWideLetter(character))

/** Names of people and places that are written otherwise than JIS X 0208 knows them: each with its usual form behind it. */
const variantNames =
  '髙高 﨑崎 𠮷吉 濵浜 德徳 瀨瀬 邊辺 栁柳 桒桑 槗橋 𣘺橋 嵜崎 曻昇 彅薙 靑青 淸清 黑黒 增増 寬寛 橫横 緖緒 鷗鴎 昻昂 內内 步歩 吳呉 溫温 逹達'
/** Signs whose usual form is not what Unicode calls compatible. */
const signs = { '–': '-', '‐': '-', '‑': '-', '•': '・', '©': '(C)', '®': '(R)' }

const variants: ReadonlyMap<string, string> = new Map([
  ...variantNames.split(' ').map(pair => {
    const [own = '', usual = ''] = pair
    return [own, usual] as const
  }),
  ...Object.entries(signs),
])

/** Kana of half width, with the marks that follow them. */
const halfKana = /[｡-ﾟ]+/g

/** What stands for a character that no rule knows: the mark that printers put for a missing letter. */
const missing = '〓'

const standFor = (character: string): string => {
  if (isWideLetter(character)) return character.normalize('NFKC')
  // Marks that only choose a variant, and what is not seen.
  if (/^[\p{Mn}\p{Cc}\p{Cf}\ufe00-\ufe0f]$/u.test(character)) return /^[\t\n\r]$/.test(character) ? ' ' : ''
  const known = variants.get(character)
  if (known !== undefined) return known
  const plain = Array.from(character.normalize('NFKC'))
  return plain.every(isStandard) ? plain.join('') : missing
}

/**
 * A text in the characters of the standard: 「標準化された全角文字で表現する」. Everything that was replaced is said, in its order, for a
 * name that was changed is to be seen by whoever signs the delivery.
 */
export const toStandard = remembered((text): StandardText => {
  const replaced: Replaced[] = []
  const put = (from: string, to: string) => {
    replaced.push({ from, to })
    return to
  }
  const kana = text
    .toWellFormed()
    .normalize()
    .replaceAll(halfKana, run => put(run, run.normalize('NFKC')))
  const characters = Array.from(kana).map(character => (isStandard(character) ? character : put(character, standFor(character))))
  return { text: characters.join(''), replaced }
})

/** The bytes of a text of standard characters in Shift_JIS; throws at another one, for nothing is replaced in silence. */
export const encodeShiftJis = (text: string): Uint8Array => {
  const bytes: number[] = []
  for (const character of text) {
    const code = wide().get(character)
    if (code !== undefined) bytes.push(code >> 8, code & 0xff)
    else if (isNarrow(character) || character === '\r' || character === '\n') bytes.push(character.charCodeAt(0))
    else throw new Error(`Shift_JIS has no ${character} (U+${character.codePointAt(0)?.toString(16)})`)
  }
  return Uint8Array.from(bytes)
}

/** The characters of a text that the standard does not take, each once. */
export const foreignIn = (text: string): readonly string[] => (isPlain(text) ? [] : foreignOf(text))
/** What is numbered is of these alone, and never comes back. */
const isPlain = (text: string) => /^[\x20-\x7e]*$/.test(text)
const foreignOf = remembered(text => [...new Set(Array.from(text).filter(character => !isStandard(character)))])

/** Length as the standard counts it, in full-width characters: two half-width ones are one. */
export const lengthOf = (text: string): number => (isPlain(text) ? text.length / 2 : wideLengthOf(text))
const wideLengthOf = remembered(text => Array.from(text).reduce((sum, character) => sum + (isNarrow(character) ? 0.5 : 1), 0))
