import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import type { Outgoing } from '../../platform/outbox/outbox.ts'
import { useKeptMutation } from '../../platform/outbox/use-kept-mutation.ts'
import { placeOfRoom } from '../../room-reads/room-reads.ts'
import { keyReads } from '../answer-reads.ts'

export interface KeyRoom {
  construction_id: number
  room_id: number
  room_name: string
  building_name: string
}

const keys = '/api/constructions/:construction_id/rooms/:room_id/keys'
const receiving = `POST ${keys}`
const returning: ReadonlySet<string> = new Set([`POST ${keys}/:id/return`, `POST ${keys}/return`])

interface KeyBody {
  key_custody: object
}
/** It changes hands when it is pressed, and not when there is a line. */
const asKept = <I extends { body: KeyBody }>({ body, ...rest }: I) => ({
  ...rest,
  body: { key_custody: { ...body.key_custody, handed_at: new Date().toISOString() } },
})
/** The server compares the photo with what the device had. */
const hashed = <I extends { body: KeyBody }>({ body, ...rest }: I, sha256: string | null) => ({
  ...rest,
  body: { key_custody: { ...body.key_custody, sha256 } },
})

/** A key changes hands, also where there is no network: signature and photo wait on the device, and go once (decision 087). */
export const useHandOver = (room: KeyRoom, onDone: () => void) => {
  const way = { invalidates: keyReads, ...placeOfRoom(room), isSecret: true, onDone }
  const title = (what: string) => `${addressedRoom(room.room_name)}　${what}`
  const kept = <I extends { body: KeyBody }>() => ({
    // SAFETY: the same input with two fields more, which its body has.
    asKept: (input: I) => asKept(input) as unknown as I,
    hashed: (input: I, sha256: string | null) => hashed(input, sha256) as unknown as I,
  })
  return {
    receive: useKeptMutation(`POST ${keys}`, { ...way, ...kept(), title: title('鍵の預かり') }),
    giveBack: useKeptMutation(`POST ${keys}/:id/return`, { ...way, ...kept(), title: title('鍵の返却') }),
    giveBackOut: useKeptMutation(`POST ${keys}/return`, { ...way, ...kept(), title: title('鍵の返却') }),
  }
}

/** What of a room's key waits on this device to be told. */
export const waitingHandOvers = (all: readonly Outgoing[], { construction_id, room_id }: Pick<KeyRoom, 'construction_id' | 'room_id'>) => {
  const ofRoom = all.filter(({ params }) => params['construction_id'] === construction_id && params['room_id'] === room_id)
  return {
    received: ofRoom.find(({ key }) => key === receiving) ?? null,
    returned: ofRoom.find(({ key }) => returning.has(key)) ?? null,
  }
}
