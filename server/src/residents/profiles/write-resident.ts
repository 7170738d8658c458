import type { OfficeActor } from '@toguchi/domain/access/actor'
import { moneyPersonOf, personKeyOf } from '@toguchi/domain/orders/two-people'
import type { BodyOf } from '@toguchi/domain/http/endpoint'
import type { residents } from '@toguchi/domain/residents/contract'
import type { Db } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { notFound } from '../../platform/http/problem.ts'
import { endResident } from './end-resident.ts'
import { residentOfRoom } from '../present.ts'
import {
  findResidentOfRoom,
  insertResident,
  lockResidentOfRoom,
  noteContactWriter,
  type ResidentColumns,
  type ResidentRow,
  updateResident,
} from '../queries.ts'
import { findRoomForOffice } from '../room-queries.ts'
import { changedNames, valuesOf } from './changed-names.ts'
import { moveIn } from './move-in.ts'
import { notifyOfContacts } from '../contacts/notify-of-contact.ts'

type OfficeForm = BodyOf<(typeof residents)['PATCH /api/constructions/:construction_id/rooms/:room_id/resident']>

export interface RoomInConstruction {
  construction_id: number
  room_id: number
}

/** Holds a room that the office can reach; 404 for any other. */
export const lockRoom = async (db: Db, actor: OfficeActor, { construction_id, room_id }: RoomInConstruction) => {
  const room = await findRoomForOffice(db, actor.clientId, construction_id, room_id)
  if (!room) throw notFound()
}

/** Writes the resident of a room for them: after a call, from a form on paper; no account is needed for it (D-02, D-22, G-RES-18). */
export const writeResident = async (platform: Platform, db: Db, actor: OfficeActor, params: RoomInConstruction, form: OfficeForm) => {
  const { clientId } = actor
  await lockRoom(db, actor, params)
  const change: ResidentColumns = Object.fromEntries(Object.entries(form.resident).filter(([, value]) => value !== undefined))
  const known = await findResidentOfRoom(db, clientId, params.room_id)
  if (isNamed(change) && (known?.name ?? known?.login_id ?? null) === null)
    await moveIn(platform, db, actor, params.construction_id, [params.room_id])
  const before = await lockResidentOfRoom(db, clientId, params.room_id)
  const now = platform.now()
  const isEmail = change.email !== undefined && change.email !== (before?.email ?? null)
  const isPhone = change.phone !== undefined && change.phone !== (before?.phone ?? null)
  // What an address was sent that is not the resident's any more leads nowhere (B2).
  if (before && isEmail) await endResident(db, clientId, before, now)
  const contact = {
    ...(isPhone ? { phone_unproven: false, unproven_phone: null } : {}),
    ...(isEmail || isPhone ? { office_changed_contact_at: now } : {}),
    // Whoever names an address or a number on the telephone or the slip wants messages there, whatever was chosen before.
    ...(form.acting_for && (change.email ?? change.phone) ? { no_messages_since: null } : {}),
  }
  if (before) await updateResident(db, clientId, before.id, { ...change, ...contact, updated_at: now })
  else await insertResident(db, clientId, params.room_id, { ...change, ...contact })
  const after = await lockResidentOfRoom(db, clientId, params.room_id)
  if (!after) throw notFound()
  const writer = moneyPersonOf(actor)
  if (writer !== null && (isEmail || isPhone)) await noteContactWriter(db, clientId, [after.id], personKeyOf(writer))
  const names = changedNames(before ?? { ...after, ...nobody }, change)
  const { acting_for } = form
  const event_id = await recordEvent(db, {
    kind: before ? 'residents.updated' : 'residents.created',
    actor,
    clientId,
    constructionId: params.construction_id,
    roomId: params.room_id,
    subject: { type: 'residents', id: after.id },
    ...(acting_for ? { actingFor: 'resident' as const, channel: acting_for.channel } : {}),
    change: { fields: names },
    personal: {
      before: before ? valuesOf(before, names) : null,
      after: valuesOf(after, names),
      ...(acting_for?.caller ? { caller: acting_for.caller } : {}),
    },
    residentVisible: true,
  })
  if (before && (isEmail || isPhone)) await notifyOfContacts(platform, db, clientId, [{ room_id: params.room_id, event_id, before, after }])
  return residentOfRoom(after, actor)
}

/** Whether what is written says that somebody lives there. */
const isNamed = ({ name, name_kana, phone, email }: ResidentColumns) => [name, name_kana, phone, email].some(value => value)

const nobody: Pick<ResidentRow, 'login_id' | 'name' | 'name_kana' | 'gender' | 'phone' | 'own_or_rent' | 'email'> = {
  login_id: null,
  name: null,
  name_kana: null,
  gender: null,
  phone: null,
  own_or_rent: null,
  email: null,
}
