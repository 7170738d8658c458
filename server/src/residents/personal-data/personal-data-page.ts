import { formatDay, formatInstant } from '@toguchi/domain/calendar/day'
import { formatYen } from '@toguchi/domain/money/tax'
import { eventSentence } from '@toguchi/domain/events/event-sentences'
import { columnLabels, tableLabels } from '@toguchi/domain/exports/export-labels'
import { valueLabelOf } from '@toguchi/domain/exports/export-values'

/** The parts of `readEverythingOf` by the tables that their words are of; what is of several has its own. */
const tableOf: Readonly<Record<string, string>> = {
  resident: 'residents',
  room: 'rooms',
  assign: 'assigns',
  presence: 'room_presences',
  occupancy: 'room_occupancies',
  wish: 'room_wishes',
  answers: 'room_answers',
  signatures: 'room_signatures',
  messages: 'outbox_messages',
  line: 'line_links',
  offers: 'earlier_offers',
}
const ownLabels: Readonly<Record<string, string>> = {
  contact_confirmations: '連絡先の確認',
  messages: 'お送りしたお知らせ',
  offers: '案内',
  construction: '工事',
  building: '物件',
  handed_over: '担当者へ引き継ぎ',
  terms_number: '利用規約の版',
  privacy_policy_number: 'プライバシーポリシーの版',
  personal: '入力された内容',
  fields: '変更した項目',
}

const labelOf = (key: string): string => ownLabels[key] ?? columnLabels[key] ?? tableLabels[tableOf[key] ?? key] ?? key
const titleOf = (key: string): string => ownLabels[key] ?? tableLabels[tableOf[key] ?? key] ?? key

/** What is held about a resident, to be read and printed without any program but a browser; nothing is fetched from anywhere. */
export const personalDataPage = (data: Record<string, unknown>, at: Date): string =>
  `<!doctype html>
<html lang="ja">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>個人情報の書き出し</title>
<style>
body { max-width: 46em; margin: 2em auto; padding: 0 1em; font-family: sans-serif; line-height: 1.6; overflow-wrap: anywhere }
h2 { margin-top: 2em; border-bottom: 1px solid; font-size: 1.2em }
dl { display: grid; grid-template-columns: minmax(7em, 1fr) 3fr; gap: .2em 1em }
dt { color: #555 }
dd { margin: 0; white-space: pre-wrap }
section > dl + dl { padding-top: .8em; border-top: 1px dotted }
</style>
<h1>個人情報の書き出し</h1>
<p>書き出した日時：${formatInstant(at)}</p>
${Object.entries(data)
  .map(([key, part]) => section(key, part))
  .join('\n')}
</html>
`

const section = (key: string, part: unknown): string => {
  const entries = (Array.isArray(part) ? part : [part]).filter(isRecord)
  const body = entries.length === 0 ? '<p>記録はありません。</p>' : entries.map(entry => list(tableOf[key] ?? key, entry)).join('')
  return `<section><h2>${escaped(titleOf(key))}</h2>${body}</section>`
}

/** What says nothing to anybody but the database is left to the file for programs. */
const isSaid = ([name, value]: [string, unknown]): boolean =>
  value !== null && value !== '' && !(Array.isArray(value) && value.length === 0) && name !== 'id' && !/(_id|_key|_hash)$/.test(name)

const list = (table: string, entry: Record<string, unknown>): string =>
  `<dl>${inTime(Object.entries(entry).filter(isSaid))
    .map(([name, value]) => `<dt>${escaped(labelOf(name))}</dt><dd>${valueOf(table, name, value)}</dd>`)
    .join('')}</dl>`

/** What happens earlier is said earlier: the database brings names by their length. */
const timesInOrder = ['date', 'start_at', 'end_at', 'created_at', 'sent_at', 'completion_at', 'canceled_at', 'offered_at', 'answer_until']
const inTime = (entries: [string, unknown][]): [string, unknown][] => {
  const isTime = ([name]: [string, unknown]) => timesInOrder.includes(name)
  const times = entries.filter(isTime).toSorted(([one], [other]) => timesInOrder.indexOf(one) - timesInOrder.indexOf(other))
  return entries.map(entry => (isTime(entry) ? (times.shift() ?? entry) : entry))
}

const yen = new Set(['price', 'price_in_tax', 'total_price_in_tax', 'amount', 'kept_amount'])
const timeOfDay = /^\d\d:\d\d:\d\d$/
/** Whose codes an event may hold of what it tells. */
const toldInEvents = ['events', 'orders', 'rooms', 'room_presences', 'outbox_messages', 'refunds', 'payments']
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
const day = /^\d{4}-\d\d-\d\d$/

const valueOf = (table: string, name: string, value: unknown): string => {
  if (Array.isArray(value)) return value.map(each => valueOf(tableOf[name] ?? name, name, each)).join(value.some(isRecord) ? '' : '、')
  if (isRecord(value)) return list(tableOf[name] ?? table, value)
  if (typeof value === 'boolean') return value ? 'はい' : 'いいえ'
  const text = String(value)
  if (table === 'events' && name === 'kind') return escaped(eventSentence(text))
  if (name === 'fields') return escaped(labelOf(text))
  if (typeof value === 'number' && yen.has(name)) return formatYen(value)
  if (timeOfDay.test(text)) return text.slice(0, 5)
  if (instant.test(text)) return formatInstant(new Date(text))
  if (day.test(text)) return formatDay(text)
  const tables = table === 'events' ? toldInEvents : [table]
  return escaped(tables.map(one => valueLabelOf(one, name, text)).find(label => label !== null) ?? text)
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, mark => marks[mark] ?? mark)
