import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { type ApiError, type ReadKey, useApiMutation } from '../../../platform/api/api.ts'
import { dropUnsent, outbox } from '../../../platform/outbox/outbox.ts'
import { useKeptMutation } from '../../../platform/outbox/use-kept-mutation.ts'
import { placeOfRoom } from '../../../room-reads/room-reads.ts'
import { unsentArrival, type VisitHere } from '../on-this-device.ts'
import { useOtherAccounts } from '../own-days.ts'

const under = '/api/constructions/:construction_id/rooms/:room_id' as const

/** What a step of a visit makes stale. */
const visitReads: readonly ReadKey[] = [
  'GET /api/visits',
  'GET /api/constructions/:construction_id/rooms/:room_id',
  'GET /api/constructions/:construction_id/working_process',
  'GET /api/constructions/:construction_id/rooms/:room_id/events',
]

/** What is pressed at a door, and what the server said against it. Each act is the account's of the visit's own company (D-40). */
export const useVisitSteps = (visit: VisitHere) => {
  const params = { construction_id: visit.construction_id, room_id: visit.id }
  /** None for the signed-in account's own company. */
  const as = useOtherAccounts().get(visit.company.cd)
  const step = (word: string) => ({
    invalidates: visitReads,
    title: `${addressedRoom(visit.name)}　${word}`,
    ...placeOfRoom({ ...params, building_name: visit.construction.building_name }),
    as,
    onDone: () => {},
  })
  const arrival = useKeptMutation(`POST ${under}/arrival`, step('到着'))
  const start = useKeptMutation(`POST ${under}/start`, step('開始'))
  const undo = useKeptMutation(`DELETE ${under}/arrival`, step('到着の取り消し'))
  const tell = useApiMutation(`POST ${under}/on_our_way`, {
    invalidates: visitReads,
    errors: 'caller',
    ...(as === undefined ? {} : { as }),
  })
  const steps = [arrival, start, undo, tell]
  /** By the clock of this device, which tells the server what it shows (decision 080). */
  const pressedNow = () => ({ params, body: { visit: { at: new Date().toISOString() } } })
  const takeBack = async () => {
    let isUnsent = false
    // What may have arrived by now is the server's to take back.
    for (const id of unsentArrival(visit, outbox.get())) isUnsent = (await dropUnsent(id)) || isUnsent
    if (!isUnsent) undo.mutate({ params })
  }
  return {
    arrive: () => arrival.mutate(pressedNow()),
    start: () => start.mutate(pressedNow()),
    takeBack: () => void takeBack(),
    tell: () => tell.mutate({ params }),
    isPending: steps.some(({ isPending }) => isPending),
    refusals: steps.flatMap(({ error }) => refusalsOf(error)),
  }
}

/** A refusal that says why not is told by a notice already. */
const refusalsOf = (error: ApiError | null): readonly string[] => (error === null || error.saysWhyNot ? [] : error.fullMessages)
