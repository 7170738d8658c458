import type { OfficeActor } from '@toguchi/domain/access/actor'
import { moneyPersonOf, personKeyOf } from '@toguchi/domain/orders/two-people'
import type { Db } from '../../platform/database/database.ts'
import { recordSubjectEvents } from '../../platform/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { partsOf } from '../../platform/database/rows.ts'
import { idOf } from '../../platform/database/save-rows.ts'
import { endResidents } from './end-resident.ts'
import { moveIn } from './move-in.ts'
import { insertResidents, lockResidents, noteContactWriter, type ResidentFields, updateResidents } from '../queries.ts'
import { notifyOfContacts } from '../contacts/notify-of-contact.ts'

export interface ResidentOfRoomRow {
  /** The room's. */
  id: number
  resident_id?: number | null
}
interface Change {
  before: (Partial<ResidentFields> & ResidentOfRoomRow) | null
  after: { [Name in keyof ResidentFields]?: ResidentFields[Name] | undefined }
}

const fields = ['name', 'name_kana', 'phone', 'email', 'gender', 'own_or_rent'] as const

/** Writes the residents of many rooms, as `writeResident` does one: a room without a resident gets one, without an account (D-22). */
export const writeResidents = async (
  platform: Platform,
  db: Db,
  actor: OfficeActor,
  constructionId: number,
  changes: readonly Change[],
  now: Date,
): Promise<void> => {
  const { clientId } = actor
  const nameless = changes.flatMap(({ before }) => (before && !before.name ? [before.id] : []))
  const gone = new Set(await moveIn(platform, db, actor, constructionId, nameless))
  for (const part of partsOf(changes.map(change => withoutThoseGone(change, gone)))) {
    const people = part.flatMap(({ before, after }) =>
      before
        ? [{ room_id: before.id, id: before.resident_id ?? null, was: valuesOf(before), is: valuesOf({ ...before, ...sent(after) }) }]
        : [],
    )
    const added = people.filter(person => person.id === null)
    const existing = people.flatMap(({ id, is }) => (id === null ? [] : [{ ...is, id }]))
    // As they are now, with what they wait for and sign in with.
    const lockedResidents =
      existing.length === 0
        ? []
        : await lockResidents(
            db,
            clientId,
            existing.map(({ id }) => id),
          )
    const moved = lockedResidents.flatMap(before => {
      const after = existing.find(({ id }) => id === before.id)
      return after && (after.email !== before.email || after.phone !== before.phone) ? [{ before, after }] : []
    })
    const readdressed = moved.flatMap(({ before, after }) => (after.email === before.email ? [] : [before]))
    await endResidents(db, clientId, readdressed, now)
    if (existing.length > 0) await updateResidents(db, clientId, existing, now)
    const ids =
      added.length === 0
        ? new Map<number, number>()
        : await insertResidents(
            db,
            clientId,
            added.map(({ room_id, is }) => ({ ...is, room_id })),
          )
    const writer = moneyPersonOf(actor)
    const contactLosses = [
      ...moved.map(({ before }) => before.id),
      ...added.flatMap(({ room_id, is }) => (is.email === null && is.phone === null ? [] : [idOf(ids, room_id)])),
    ]
    if (writer !== null && contactLosses.length > 0) await noteContactWriter(db, clientId, contactLosses, personKeyOf(writer))
    const events = await recordSubjectEvents(
      db,
      people.map(({ room_id, id, was, is }) => {
        const names = fields.filter(name => was[name] !== is[name])
        const pick = (row: ResidentFields) => Object.fromEntries(names.map(name => [name, row[name]]))
        return {
          kind: id === null ? 'residents.created' : 'residents.updated',
          actor,
          clientId,
          constructionId,
          roomId: room_id,
          subject: { type: 'residents', id: id ?? idOf(ids, room_id) },
          change: { fields: names },
          personal: { before: id === null ? null : pick(was), after: pick(is) },
          residentVisible: true,
        }
      }),
    )
    await notifyOfContacts(
      platform,
      db,
      clientId,
      moved.map(({ before, after }) => ({ room_id: before.room_id, event_id: events.get(before.id) ?? null, before, after })),
    )
  }
}

/** Of whoever came into an empty dwelling before its resident was known nothing stays with it. */
const withoutThoseGone = ({ before, after }: Change, gone: ReadonlySet<number>): Change =>
  before && gone.has(before.id) ? { before: { id: before.id }, after } : { before, after }

const valuesOf = (row: Partial<ResidentFields>): ResidentFields => ({
  name: row.name ?? null,
  name_kana: row.name_kana ?? null,
  phone: row.phone ?? null,
  email: row.email ?? null,
  gender: row.gender ?? null,
  own_or_rent: row.own_or_rent ?? null,
})

/** A field that was not given is not one that was emptied. */
const sent = (after: Change['after']): Partial<ResidentFields> =>
  Object.fromEntries(Object.entries(after).filter(([, value]) => value !== undefined))
