import type { Outgoing } from '../../platform/outbox/outgoing.ts'
import { collecting, collectionsOf, groupOf, stillToCollect } from '../../room-reads/room-reads.ts'
import type { OwnVisit } from './own-days.ts'
import { isOpenVisit } from './visit-list.ts'

type Kept = Pick<Outgoing, 'id' | 'key' | 'client' | 'group' | 'body' | 'state' | 'begun' | 'kept_at' | 'refusal' | 'amount' | 'awaited'>

/** A visit as this device knows it: what was pressed counts at once, whether the server has heard of it or not (feature 16). */
export type VisitHere = OwnVisit & {
  /** What the server has not confirmed, each as it is said, once: 「到着」. */
  waiting: readonly string[]
  /** The same while whoever pressed it waits for the server's first word. */
  sending: readonly string[]
  /** What it refused, and why. */
  refused: readonly { word: string; reason: string }[]
  /** Done or left, as far as the hands are concerned. */
  left: boolean
}

/** Money that was taken: nobody takes it a second time. */
export const collectedWord = '集金済み'

const room = '/api/constructions/:construction_id/rooms/:room_id'
const words: Readonly<Record<string, string>> = {
  [`POST ${room}/arrival`]: '到着',
  [`POST ${room}/start`]: '開始',
  [`DELETE ${room}/arrival`]: '到着の取り消し',
  [`POST ${room}/completion`]: '完了',
  [`POST ${room}/absence`]: '不在',
  [collecting]: collectedWord,
}
const leaving: ReadonlySet<string> = new Set(['完了', '不在'])

export const onThisDevice = (visit: OwnVisit, outbox: readonly Kept[]): VisitHere => {
  const mine = outbox.filter(request => isOf(request, visit))
  const waiting = mine.filter(request => request.state !== 'refused' && request.key in words)
  const { arrived_at, started_at } = timesAfter(visit, waiting)
  const wordsOf = (requests: readonly Kept[]) => [...new Set(requests.map(({ key }) => words[key] ?? ''))]
  return {
    ...visit,
    arrived_at,
    started_at,
    collect_on_the_day: stillToCollect(
      visit.collect_on_the_day,
      collectionsOf(mine, visit.company.cd, { construction_id: visit.construction_id, room_id: visit.id }),
    ),
    missing_photos: missingHere(visit, placesOnTheirWay(mine)),
    waiting: wordsOf(waiting.filter(({ awaited }) => awaited !== true)),
    sending: wordsOf(waiting.filter(({ awaited }) => awaited === true)),
    refused: refusalsOf(mine),
    left: !isOpenVisit(visit) || waiting.some(({ key }) => leaving.has(words[key] ?? '')),
  }
}

/** Each once, however often it was tried. */
const refusalsOf = (mine: readonly Kept[]) => {
  const refused = mine.flatMap(({ key, refusal }) =>
    refusal === null || !(key in words) ? [] : { word: words[key] ?? '', reason: refusal },
  )
  return [...new Map(refused.map(each => [`${each.word} ${each.reason}`, each])).values()]
}

/** An arrival that has not begun to leave the device: it can be taken back without asking the server. */
export const unsentArrival = (visit: OwnVisit, outbox: readonly Kept[]): readonly string[] =>
  outbox
    .filter(
      request => isOf(request, visit) && !request.begun && (request.key === `POST ${room}/arrival` || request.key === `POST ${room}/start`),
    )
    .map(({ id }) => id)

const isOf = ({ client, group }: Kept, { company, construction_id, id }: OwnVisit) =>
  client === company.cd && group === groupOf({ construction_id, room_id: id })

/** When somebody came, and when the work began, after what was pressed here. */
export const timesAfter = (visit: Pick<OwnVisit, 'arrived_at' | 'started_at'>, waiting: readonly Kept[]) => {
  let { arrived_at, started_at } = visit
  for (const { key, body, kept_at } of waiting) {
    if (words[key] === '到着の取り消し') [arrived_at, started_at] = [null, null]
    if (words[key] === '到着') arrived_at ??= pressedAt(body, kept_at)
    if (words[key] === '開始') {
      started_at ??= pressedAt(body, kept_at)
      arrived_at ??= started_at
    }
  }
  return { arrived_at, started_at }
}

const pressedAt = (body: unknown, kept_at: number): string => {
  // SAFETY: as the contract of arrival and start has it.
  const { visit } = body as { visit?: { at?: string } }
  return visit?.at ?? new Date(kept_at).toISOString()
}

/** Places × timings of which a photo waits on the device: the server does not know yet that they are taken. */
const placesOnTheirWay = (mine: readonly Kept[]): ReadonlySet<string> =>
  new Set(
    mine.flatMap(({ key, body, state }) => {
      if (key !== `POST ${room}/room_images` || state === 'refused') return []
      // SAFETY: as photos are taken in (photos/upload-photo.ts).
      const { room_image } = body as { room_image?: { position?: string; timing?: string } }
      return [`${room_image?.position ?? ''} ${room_image?.timing ?? ''}`]
    }),
  )

/**
 * By the places themselves: one that the server has by now stands here until the day was read anew, and must not count twice. A day that an
 * earlier version kept on the phone says only how many they are.
 */
const missingHere = (
  visit: Pick<OwnVisit, 'missing_photos'> & Partial<Pick<OwnVisit, 'missing_places'>>,
  onTheirWay: ReadonlySet<string>,
) =>
  visit.missing_places === undefined
    ? Math.max(0, visit.missing_photos - onTheirWay.size)
    : visit.missing_places.filter(({ position, timing }) => !onTheirWay.has(`${position} ${timing}`)).length
