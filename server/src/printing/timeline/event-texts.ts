import { failureReason } from '@toguchi/domain/messages/failure-reasons'
import { filingKindLabels, filingKinds } from '@toguchi/domain/filings/labels'
import { kindLabel } from '@toguchi/domain/messages/kinds'
import { transportLabels, transports } from '@toguchi/domain/messages/labels'
import { type EventPlace, formatPlace } from '@toguchi/domain/residents/timeline'
import { answeredByText } from '@toguchi/domain/rooms/answered-by'
import { actorLabel } from '@toguchi/domain/events/actor-label'
import { answererOf, channelLabel, timelineSentence, writtenOf } from '@toguchi/domain/rooms/timeline'
import type { TimelineEventRow } from './queries.ts'

/** An event as it is read on paper and in a list; without `names` no name and nothing that somebody wrote. */
export const eventTexts = (event: TimelineEventRow, names: boolean) => ({
  what: `${timelineSentence(event)}${filingWords(event)}`,
  before: placeText(event.place_before),
  after: placeText(event.place_after),
  notes: [resentText(event), ...(names ? writtenParts(event) : [])].filter(part => part !== null),
  who: whoOf(event, names),
  // By which way a resident came is news; the office always sits before the screen.
  channel: event.channel === 'web' && event.actor_kind !== 'resident' ? '' : channelLabel(event.channel),
})

/** Which 届出: （着工届）; one of no usual kind is told by its title, among what was written. */
const filingWords = ({ kind, change }: TimelineEventRow): string => {
  const filing = kind.startsWith('filings.') ? filingKinds.find(each => each === change['kind'] && each !== 'other') : undefined
  return filing === undefined ? '' : `（${filingKindLabels[filing]}）`
}

const placeText = (place: EventPlace | null): string | null => (place === null ? null : formatPlace(place))

/** A message that is sent again keeps here why it had not arrived. */
const resentText = ({ kind, change }: TimelineEventRow): string | null => {
  if (kind !== 'messages.resent' && kind !== 'messages.put_on_paper') return null
  const transport = transportOf(change['transport'])
  const told = `${kindLabel(String(change['message']))}（${transport === null ? '' : transportLabels[transport]}）`
  const code = change['failure_code']
  return transport === null || typeof code !== 'string' ? told : `${told}　届かなかった理由：${failureReason(transport, code)}`
}

const transportOf = (value: unknown) => transports.find(transport => transport === value) ?? null

const writtenParts = (event: TimelineEventRow): string[] => {
  const { reason, contents } = writtenOf(event)
  const title = event.kind.startsWith('filings.') ? event.personal?.['title'] : undefined
  return [
    ...(typeof title === 'string' ? [`「${title}」`] : []),
    ...(reason === null ? [] : [`理由：${reason}`]),
    ...(contents === null ? [] : [`「${contents}」`]),
  ]
}

/** Who, and for whom. */
const whoOf = (event: TimelineEventRow, names: boolean): string => {
  const actor = `${actorLabel(event.actor_kind)}${names && event.actor_name !== null ? ` ${event.actor_name}` : ''}`
  if (event.acting_for === 'resident') {
    const { caller } = writtenOf(event)
    return `${actor}\n居住者に代わって${names && caller !== null ? `・${caller}` : ''}`
  }
  const answerer = names || event.change['answered_by'] !== 'family' ? answererOf(event) : answeredByText('family', null)
  return answerer === null ? actor : `${actor}（${answerer}）`
}
