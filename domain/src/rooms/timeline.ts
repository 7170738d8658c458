import { formatDayLong } from '../calendar/day.ts'
import { eventSentence } from '../events/event-sentences.ts'
import { contactOutcomeLabels, contactOutcomes, occupancies, occupancyLabels } from './occupancy/occupancy.ts'
import { sheetKindLabels } from './sheet-kind.ts'
import { answeredByText } from './answered-by.ts'
import { formatYen } from '../money/tax.ts'
import { presenceLabels, presenceMethods } from './presence.ts'
import { photoTimingLabels, photoTimings } from '../photos/labels.ts'

/** What the office reads of an event (D-12). The names of people stand beside it, not in it. */
export interface TimelineFacts {
  kind: string
  change: Readonly<Record<string, unknown>>
}

const sheetNames: Readonly<Record<string, string>> = { ...sheetKindLabels, absence: '不在票' }

/** The sentence of an event; a photo says which one it is: 写真を登録しました（施工前）, a sheet too. A move that takes a save back says so. */
export const timelineSentence = ({ kind, change }: TimelineFacts): string => {
  const timing = photoTimings.find(value => value === change['timing'])
  const undone = change['undo_of'] === undefined ? '' : '（保存の取り消し）'
  const sheet = sheetNames[String(change['kind'])]
  if (kind === 'rooms.sheet_printed' && sheet !== undefined) return `${sheet}を作成しました`
  if (kind === 'rooms.sheet_not_distributed' && sheet !== undefined) return `${sheet}を未配布に戻しました`
  if (kind === 'rooms.occupancy_changed') return `${eventSentence(kind)}${occupancyWords(change['after'])}`
  if (kind === 'answers.received') return `${eventSentence(kind)}${answerWords(change)}`
  if (kind.startsWith('orders.')) return `${eventSentence(kind)}${orderWords(change)}`
  if (kind.startsWith('refunds.') && typeof change['amount'] === 'number') return `${eventSentence(kind)}（${formatYen(change['amount'])}）`
  if (kind === 'residents.erased') return `${eventSentence(kind)}${namingBooks(change['completion_books'])}`
  const late = change['taken_before_closing'] === true ? '（完了確定の前に撮影され、端末に残っていたもの）' : ''
  return `${eventSentence(kind)}${timing === undefined ? '' : `（${photoTimingLabels[timing]}）`}${late}${undone}`
}

/** What was ordered, and for how much: （タッチレス水栓、録画機能・¥33,000）. */
const orderWords = ({ options, total_price_in_tax: total }: TimelineFacts['change']): string => {
  const names = Array.isArray(options) ? options.filter(option => typeof option === 'string') : []
  const words = [...(names.length === 0 ? [] : [names.join('、')]), ...(typeof total === 'number' ? [formatYen(total)] : [])]
  return words.length === 0 ? '' : `（${words.join('・')}）`
}

const dateAnswerWords: Readonly<Record<string, string>> = { accept: 'この日時でよい', move: '別の日時' }

/** What was answered: （この日時でよい・在宅方法は鍵預かり・連絡先の変更）; the date itself is an event of its own. */
const answerWords = (change: TimelineFacts['change']): string => {
  const method = presenceMethods.find(each => each === change['presence_method'])
  const words = [
    dateAnswerWords[String(change['date_answer'])],
    ...(method === undefined ? [] : [`在宅方法は${presenceLabels[method]}`]),
    ...(change['contact'] === true ? ['連絡先の変更'] : []),
    ...(change['slip'] === true ? ['回答票あり'] : []),
  ].filter(word => word !== undefined)
  return words.length === 0 ? '' : `（${words.join('・')}）`
}

/** How the dwelling stands since: （空室・連絡不能）. */
const occupancyWords = (after: unknown): string => {
  if (typeof after !== 'object' || after === null) return ''
  const occupancy = occupancies.find(each => 'occupancy' in after && after.occupancy === each) ?? 'occupied'
  const outcome = contactOutcomes.find(each => 'contact_outcome' in after && after.contact_outcome === each)
  return outcome === undefined ? `（${occupancyLabels[occupancy]}）` : `（${occupancyLabels[occupancy]}・${contactOutcomeLabels[outcome]}）`
}

/** Books that were handed over keep the names that stand in them (decision 041). */
const namingBooks = (editions: unknown): string =>
  Array.isArray(editions) && editions.length > 0 ? `（作成済みの完成図書には氏名が残っています：${editions.join('、')}）` : ''

interface Answered extends TimelineFacts {
  actor_kind: string
  acting_for: string | null
  personal: Readonly<Record<string, unknown>> | null
}

/** What a household answers; of anything else it is not said who sat before the page (D-33). */
const answered = new Set(['rooms.date_confirmed', 'rooms.presence_chosen', 'rooms.revisit_wished', 'assigns.placed', 'assigns.moved'])

/** Who answered for the household: ご本人, ご家族（花子）, or somebody of the office for it; null where the event is no answer. */
export const answererOf = ({ kind, change, actor_kind, acting_for, personal }: Answered): string | null => {
  if (acting_for === 'resident') return '代理入力'
  if (actor_kind !== 'resident') return null
  if (change['answered_by'] !== 'family') return answered.has(kind) ? answeredByText('self', null) : null
  const name = personal?.['answered_by_name']
  return answeredByText('family', typeof name === 'string' ? name : null)
}

/** What was written beside an event: it lies with the personal values, which may be erased. */
export const writtenOf = ({ personal }: Pick<Answered, 'personal'>) => {
  const textOf = (name: string) => (typeof personal?.[name] === 'string' ? personal[name] : null)
  return { reason: textOf('reason'), contents: textOf('contents'), caller: textOf('caller') }
}

const channels: Readonly<Record<string, string>> = {
  web: 'Web',
  tel: '電話',
  paper: '書面',
  mail: 'メール',
  visit: '訪問',
  other: 'その他',
  system: '自動',
}
export const channelLabel = (channel: string): string => channels[channel] ?? channel

const dayOf = (place: unknown): string | null => {
  if (typeof place !== 'object' || place === null || !('date' in place) || typeof place.date !== 'string') return null
  return formatDayLong(place.date)
}

/** before → after of a moved date, where the event has one: 12/8(火) → 12/10(木). */
export const timelineMove = ({ change }: TimelineFacts): string | null => {
  const before = dayOf(change['before'])
  const after = dayOf(change['after'])
  if (after === null) return before
  return before === null ? after : `${before} → ${after}`
}
