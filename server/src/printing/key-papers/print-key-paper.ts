import { formatDayLong, formatInstant } from '@toguchi/domain/calendar/day'
import { keyHandoverText, keysAreBackBy } from '@toguchi/domain/rooms/keys/key-handover'
import { type KeyPaper, keyPaperNames } from '@toguchi/domain/rooms/keys/key-papers'
import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { findKeyOut } from '../../keys/keys.ts'
import type { Platform } from '../../platform/platform.ts'
import { contactOf, crewsOf, issuerOf } from '../letters/letter-values.ts'
import type { PrintJob, Printed } from '../printer.ts'
import { findSheetConstruction } from '../queries.ts'
import { renderTypst } from '../render-paper.ts'

export interface KeyPaperInput {
  construction_id: number
  room_id: number
  /** Its name. */
  room: string
  paper: KeyPaper
  /** The day of the work; null: none is set, and it is written by hand. */
  work_on: string | null
}

/**
 * A paper of a key, one A4 (R6). Of a key that is here it says what the ledger knows; what nobody entered (kind and number of keys,
 * signatures) has its line to be filled in by hand, so that the paper can be made before the key comes.
 */
export const printKeyPaper = async (platform: Platform, { client_id, input }: PrintJob<KeyPaperInput>): Promise<Printed> => {
  const { construction_id, room_id, room, paper, work_on } = input
  const { construction, key } = await platform.pool.read(client_id, async db => ({
    construction: await findSheetConstruction(db, client_id, construction_id),
    key: await findKeyOut(db, client_id, room_id),
  }))
  if (!construction) throw new Error('the construction is gone')
  const { phone, hours } = contactOf(platform, construction)
  const bytes = await renderTypst(
    platform,
    'key-papers/key-paper.typ',
    {
      paper,
      title: keyPaperNames[paper],
      client: construction.client_name,
      building: construction.building_name,
      construction: construction.name ?? '',
      room: addressedRoom(room),
      received_at: key ? formatInstant(key.received_at) : '',
      received_from: key?.received_from ?? '',
      received_by: key?.received_by ?? '',
      carrier: key?.lent_to_name ?? '',
      contractors: crewsOf(construction),
      work_on: work_on === null ? '' : formatDayLong(work_on),
      // Where the construction has hours of its own, they stand in the note alone.
      back_by: construction.key_hours === null ? keysAreBackBy : '',
      handover: keyHandoverText(construction),
      issuer: issuerOf(construction),
      phone,
      hours,
    },
    { mostPages: 1 },
  )
  return { bytes, fileName: `${keyPaperNames[paper]}_${room}.pdf`, contentType: 'application/pdf' }
}
