import { isOneLine } from '../text/visible.ts'

/** Letters whose sentences a client may write (decision 038): the three sheets of the mailboxes, the poster, and 不在票. */
export const letterDocuments = ['information', 'reminder', 'decision', 'poster', 'absence_slip'] as const
export type LetterDocument = (typeof letterDocuments)[number]
export const letterDocumentLabels: Readonly<Record<LetterDocument, string>> = {
  information: '案内状',
  reminder: '再案内',
  decision: '決定案内',
  poster: '掲示用ポスター',
  absence_slip: '不在票',
}

const sheets: readonly LetterDocument[] = ['information', 'reminder', 'decision']
interface Field {
  /** The letters that know it; absent: all. */
  in?: readonly LetterDocument[]
  /** Part of a sentence: a line is printed without it, too. */
  optional?: true
}
/** What stands in braces and is replaced when the letter is printed. A poster names no room. */
const fields = {
  部屋番号: { in: [...sheets, 'absence_slip'] },
  工事日: { in: sheets },
  時間帯: { in: sheets },
  物件名: {},
  工事名: {},
  管理番号: {},
  工事期間: {},
  作業時間帯: {},
  作業時間: {},
  回答期限: {},
  説明会: {},
  会社名: {},
  担当会社: {},
  管理組合: {},
  管理組合の決議: { optional: true },
  日時のご確認: { in: ['information'], optional: true },
  立会いの方法: {},
  鍵のお預かり: {},
  断水: {},
  停電: {},
  トイレ: {},
  騒音: {},
  エレベーター: {},
  費用: {},
  片付け: {},
  電話番号: {},
  受付時間: {},
  お立会い: { in: ['decision'] },
  お申し込みのオプション: { in: ['decision'] },
  当日の現金: { in: ['decision'] },
} as const satisfies Readonly<Record<string, Field>>
export type LetterField = keyof typeof fields
/** What each field says; empty: it says nothing. */
export type LetterValues = Readonly<Record<LetterField, string>>

const fieldNames = Object.keys(fields) as LetterField[]
const fieldOf = (name: LetterField): Field => fields[name]
export const letterFieldsOf = (document: LetterDocument): LetterField[] =>
  fieldNames.filter(name => fieldOf(name).in?.includes(document) ?? true)

interface Row {
  key: string
  head: string
  body: string
  /** Written large: what is to be read from afar. */
  large?: true
}
interface Letter {
  heading: string
  greeting: string
  rows: readonly Row[]
  closing: string
}

const entry: Row = {
  key: 'entry',
  head: 'お部屋への入室',
  body: '作業員が室内に入ります。担当は {担当会社} です。名札と腕章を着用してうかがいます。',
}
const clearing: Row = { key: 'clearing', head: 'お願いしたい準備', body: '{片付け}' }
const presence: Row = {
  key: 'presence',
  head: '立会いの方法',
  body: '次からお選びください：{立会いの方法}。ご不在の場合の方法も、スマートフォンかお電話でお知らせください。{鍵のお預かり}',
}
const cost: Row = { key: 'cost', head: '費用', body: '{費用}' }
const briefing: Row = { key: 'briefing', head: '工事説明会', body: '{説明会}' }
const limits: readonly Row[] = [
  { key: 'water', head: '断水', body: '{断水}' },
  { key: 'power', head: '停電', body: '{停電}' },
  { key: 'toilet', head: 'トイレの使用', body: '{トイレ}' },
  { key: 'noise', head: '騒音', body: '{騒音}' },
  { key: 'lift', head: 'エレベーター', body: '{エレベーター}' },
]
/** For what only this client has to say. */
const free: readonly Row[] = [
  { key: 'first_note', head: '', body: '' },
  { key: 'second_note', head: '', body: '' },
]

/** Our own words. A row whose text is empty, or names only what is not known, is not printed. */
const ours: Readonly<Record<LetterDocument, Letter>> = {
  information: {
    heading: '工事のお知らせと日程のご案内',
    greeting: '{管理組合の決議}各住戸の室内に入っておこなう工事を予定しています。{日時のご確認}',
    rows: [
      entry,
      clearing,
      presence,
      ...limits,
      cost,
      briefing,
      { key: 'deadline', head: '日程変更の締切', body: '{回答期限}まで。締切後はお電話でご相談ください。' },
      ...free,
    ],
    closing: '',
  },
  reminder: {
    heading: '【再度のお願い】工事日のご回答',
    greeting:
      '先日お届けした案内状につきまして、まだご回答をいただいておりません。下の日時でよろしいか、ご変更をご希望か、お手数ですがお知らせください。行き違いでご回答いただいておりましたら、ご容赦ください。',
    rows: [entry, clearing, presence, cost, ...free],
    closing: '',
  },
  decision: {
    heading: '工事日決定のお知らせ',
    greeting: '先日ご案内した工事の日程が決まりましたので、お知らせいたします。当日はご協力をお願いいたします。',
    rows: [
      entry,
      clearing,
      { key: 'agreed', head: 'お立会い', body: '{お立会い}' },
      {
        key: 'absence',
        head: '不在の場合',
        body: '代理の方の立会いでもかまいません。ご都合が悪くなったときは、必ずご連絡ください。',
      },
      { key: 'options', head: 'オプション工事', body: '{お申し込みのオプション}' },
      { key: 'cash', head: '当日ご用意いただく現金', body: '{当日の現金}（税込）' },
      ...limits,
      cost,
      ...free,
    ],
    closing: '',
  },
  poster: {
    heading: '工事のお知らせ',
    greeting:
      'お部屋の中（専有部）でおこなう工事です。日程は各住戸にお届けした案内状でご確認ください。ご不便をおかけしますが、ご協力をお願いいたします。',
    rows: [
      { key: 'period', head: '工事期間', body: '{工事期間}', large: true },
      { key: 'hours', head: '作業時間帯', body: '{作業時間帯}' },
      { key: 'deadline', head: '日程変更の締切', body: '{回答期限}', large: true },
      { ...briefing, large: true },
      ...limits,
      { key: 'companies', head: '作業する会社', body: '{担当会社}（名札と腕章を着用しています）' },
      { key: 'duration', head: '所要時間', body: '1戸あたり {作業時間}' },
      { key: 'association', head: '管理組合', body: '{管理組合}' },
      ...free,
    ],
    closing: '',
  },
  absence_slip: {
    heading: 'ご不在連絡票',
    greeting: '{工事名}のためお伺いしましたが、ご不在でした。',
    rows: [],
    closing: '',
  },
}

/** One text of a letter, as it can be written anew. */
export interface LetterText {
  /** `heading`, `greeting`, `entry.head`, `entry.body`, `closing`. */
  key: string
  label: string
  ours: string
  /** One line of at most 40 characters; otherwise several, of at most 600. */
  oneLine: boolean
  /** It may not be empty. */
  required: boolean
}
export const longestLetterLine = 40
export const longestLetterText = 600
const lengthOf = (text: LetterText): number => (text.oneLine ? longestLetterLine : longestLetterText)

const rowLabels: Readonly<Record<string, string>> = { first_note: '自由な行1', second_note: '自由な行2' }
const textsOfRow = (row: Row): LetterText[] => {
  const name = rowLabels[row.key] ?? row.head
  return [
    { key: `${row.key}.head`, label: `${name}（項目名）`, ours: row.head, oneLine: true, required: false },
    { key: `${row.key}.body`, label: `${name}（文章）`, ours: row.body, oneLine: false, required: false },
  ]
}
/** Every text of a letter, in the order in which they stand on it. */
export const letterTextsOf = (document: LetterDocument): LetterText[] => {
  const letter = ours[document]
  return [
    { key: 'heading', label: '見出し', ours: letter.heading, oneLine: true, required: true },
    { key: 'greeting', label: 'あいさつ', ours: letter.greeting, oneLine: false, required: false },
    ...letter.rows.flatMap(textsOfRow),
    { key: 'closing', label: '結び', ours: letter.closing, oneLine: false, required: false },
  ]
}
/** Texts that are named as long: no more than anybody keeps in mind, and none that is less than half as long as the longest. */
const mostNamedAsLong = 3
/** Characters that a printed line holds, about: across the sheet, and beside the head of its row. */
const acrossTheSheet = 40
const besideItsHead = 30
const linesOf = (key: string, text: string): number => {
  const most = key.endsWith('.body') ? besideItsHead : acrossTheSheet
  return text.trim() === ''
    ? 0
    : text
        .trim()
        .split('\n')
        .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / most)), 0)
}
/**
 * What to say of texts that together are too long for their sheet: by how many printed lines, where that is known, and which of them have
 * most to give. A text that nobody wrote is ours.
 */
export const letterTooLongText = (document: LetterDocument, written: Readonly<Record<string, string>>, lines: number | null): string => {
  const texts = letterTextsOf(document)
    .map(({ key, label, ours: our }) => ({ label, takes: linesOf(key, written[key] ?? our) }))
    .toSorted((a, b) => b.takes - a.takes)
  const long = texts.filter(({ takes }) => takes > 0 && takes * 2 >= (texts[0]?.takes ?? 0)).slice(0, mostNamedAsLong)
  const named = long.map(({ label, takes }) => `「${label}」（約${takes}行）`).join('、')
  return `文章が長く、1枚に収まりません。${lines === null ? '' : `あと${lines}行ほど`}短くしてください。長い文章は、${named}です。`
}
/** Names of all texts, keyed as errors are; a text has the same name on every letter. */
export const letterTextLabels: Readonly<Record<string, string>> = Object.fromEntries([
  ...letterDocuments.flatMap(document => letterTextsOf(document).map(({ key, label }) => [key, label])),
  ['texts[].body', '文章'],
])

/** Keyboards write full-width braces as well. */
const named = /[{｛]([^{}｛｝\n]*)[}｝]/g
const isField = (name: string): name is LetterField => name in fields
const withBraces = (name: string): string => `{${name}}`

/** What is wrong with a text that somebody wrote; without the text's name. */
export const whyNotLetterText = (document: LetterDocument, text: LetterText, body: string): string | null => {
  if (text.required && body === '') return 'を入力してください'
  if (text.oneLine && !isOneLine(body)) return 'は改行や見えない文字を入れずに入力してください'
  const most = lengthOf(text)
  if (body.length > most) return `は${most}文字以内で入力してください（${body.length - most}文字多くなっています）`
  const [open] = body.split(named).flatMap((part, at) => (at % 2 === 0 ? (/[{｛][^\n]{0,12}|[^\n]{0,12}[}｝]/.exec(part) ?? []) : []))
  if (open !== undefined) return `に閉じていない項目があります：「${open}」。項目は{と}で囲んでください`
  const known = letterFieldsOf(document)
  const unknown = [...body.matchAll(named)].map(([, name = '']) => name.trim()).filter(name => !known.some(each => each === name))
  if (unknown.length === 0) return null
  return `に使えない項目があります：${unknown.map(withBraces).join('、')}。使える項目：${known.map(withBraces).join('')}`
}

/** Texts of a letter that somebody wrote, by their key; what is missing is ours. */
export type WrittenTexts = Readonly<Record<string, string>>

/** A line is left out when all it names is unknown: no 「断水：」 with nothing behind it. */
const fillLine = (line: string, values: LetterValues): string | null => {
  const names = [...line.matchAll(named)].map(([, name = '']) => name.trim()).filter(isField)
  const deciding = names.filter(name => fieldOf(name).optional !== true)
  if (deciding.length > 0 && deciding.every(name => values[name] === '')) return null
  return line.replaceAll(named, (braces, name: string) => {
    const field = name.trim()
    return isField(field) ? values[field] : braces
  })
}
const fill = (text: string, values: LetterValues): string =>
  text
    .split('\n')
    .flatMap(line => fillLine(line, values) ?? [])
    .join('\n')
    .trim()

/** A letter as it is printed: fields replaced, what is empty left out. */
export interface ComposedLetter {
  heading: string
  greeting: string
  rows: { head: string; body: string; large: boolean }[]
  closing: string
}
/** The same for preview and print. */
export const composeLetter = (document: LetterDocument, written: WrittenTexts, values: LetterValues): ComposedLetter => {
  const letter = ours[document]
  const filled = (key: string, text: string) => fill(written[key] ?? text, values)
  return {
    heading: filled('heading', letter.heading) || fill(letter.heading, values),
    greeting: filled('greeting', letter.greeting),
    rows: letter.rows
      .map(({ key, head, body, large = false }) => ({ head: filled(`${key}.head`, head), body: filled(`${key}.body`, body), large }))
      .filter(({ body }) => body !== ''),
    closing: filled('closing', letter.closing),
  }
}
