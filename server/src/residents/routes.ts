import type { ResidentActor } from '@toguchi/domain/access/actor'
import { visitMoment, wishesText } from '@toguchi/domain/rooms/absence'
import { earlyPath } from '@toguchi/domain/residents/login-path'
import { residents } from '@toguchi/domain/residents/contract'
import {
  actorOf as whoActed,
  kindsForDate,
  type EventPlace,
  formatPlace,
  kindsForResidents,
  presenceOf as presenceLabelOf,
  sentenceOf,
} from '@toguchi/domain/residents/timeline'
import { deleteSession } from '../accounts/accounts.ts'
import { toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { Session } from '../platform/http/identity.ts'
import { answers, RawAnswer } from '../platform/http/mount.ts'
import { Problem, signInFirst } from '../platform/http/problem.ts'
import { releaseOwnReservation } from '../schedule/schedule.ts'
import { changeDate, confirmDate, reserveFrame, presentFrames } from './dates/choose-date.ts'
import { choosePresenceOf, chooseOwnPresence } from './dates/choose-presence.ts'
import { liftEntryLock, presentEntryLock } from './entering/entry-lock.ts'
import { exportOfRoom, exportOwn } from './personal-data/export-resident.ts'
import { endDateChangeExtension, extendDateChange } from './dates/extend-date-change.ts'
import { reissueCode, removeResident } from './profiles/keep-resident.ts'
import { presentCallCenter } from './entering/call-center.ts'
import { findOwnPage, openLetter } from './entering/letter.ts'
import { findPageOfAddress } from './entering/room-address.ts'
import { confirmContact, enterCode } from './entering/open-account.ts'
import { refuseDateOnly } from './dates/date-only.ts'
import { loggedInResident, ownAssignOf, ownRoomOf, presentConstruction } from './present.ts'
import { askToProve } from './contacts/prove-contact.ts'
import { isCodeSession } from '../authentication-codes/authentication-codes.ts'
import { listRoomsOfLetter } from './entering/letter-queries.ts'
import { listOwnEvents, type OwnEventRow } from './own-event-queries.ts'
import { findOwnRoom, type OwnRoomRow } from './own-room-queries.ts'
import { chooseBySlip, reserveBySlip, presentSlip, wishAsResident, wishBySlip } from './entering/slip.ts'
import { saveProfile } from './profiles/save-profile.ts'
import { writeResident } from './profiles/write-resident.ts'
import { remindOfLoginId, remindOfPassword, resetPassword, signIn } from './entering/sign-in.ts'

/** More than any resident scrolls through. */
const mostEvents = 100

const sessionOf = (session: Session | null): Session => {
  if (!session) throw signInFirst()
  return session
}

const me = async ({ db, actor, session }: { db: Db; actor: ResidentActor; session: Session | null }) =>
  loggedInResident(db, actor, await isDateOnly(db, actor, session))

/** Whether the code alone opened this session of a dwelling that has a login (D-33). */
const isDateOnly = async (db: Db, actor: ResidentActor, session: Session | null): Promise<boolean> =>
  session !== null && (await isCodeSession(db, actor, session.id))

const placeOf = (date: string | null, start_at: string | null, end_at: string | null): string | null =>
  date === null ? null : formatPlace({ date, start_at, end_at } satisfies EventPlace)

const placed = (row: OwnRoomRow) => {
  const assign = ownAssignOf(row)
  if (!assign) throw new Error('a room that was just moved has no place')
  return assign
}

/** One event in the resident's words; of a visit in vain when it was, of a wish which days. */
const ownEventOf = (event: OwnEventRow) => ({
  id: event.id,
  kind: event.kind,
  sentence: sentenceOf(event.kind),
  before: placeOf(event.before_on, event.before_start_at, event.before_end_at) ?? presenceLabelOf(event.before_presence),
  after:
    placeOf(event.after_on, event.after_start_at, event.after_end_at) ??
    presenceLabelOf(event.after_presence) ??
    (event.visited_at && visitMoment(event.visited_at)) ??
    (event.wishes && wishesText(event.wishes)),
  by: whoActed(event.actor_kind, event.acting_for, event.family),
  at: toInstant(event.at),
})

/** Another frame of the very same time is the office's affair: told as a change of the date it would only make people ring up. */
const changesForResident = ({ kind, before, after }: ReturnType<typeof ownEventOf>): boolean => kind !== 'assigns.moved' || before !== after

/** The residents' page that says to wait: no address of a letter, so that looking at it is not counted. */
const waitPath = '/r?wait'

export const residentsRoutes = answers(residents, {
  'GET /api/call_center': ({ platform, query, actor, request }) => presentCallCenter(platform, query, actor, request.host),

  'GET /api/resident_auth/clients/:client_uuid/constructions/:construction_uuid': async ({ platform, params }) => {
    const { client, construction, why_not_accepting } = await openLetter(platform, params)
    const accepting = why_not_accepting === null
    return {
      client: { uuid: client.uuid, name: client.name, cd: client.cd, logo_path: client.logo_path },
      construction: {
        uuid: construction.uuid,
        name: construction.name,
        building_name: construction.building_name,
        information_distribution_on: construction.information_distribution_on,
      },
      accepting,
      why_not_accepting,
      rooms: accepting ? await platform.pool.read(client.id, db => listRoomsOfLetter(db, client.id, construction.id)) : [],
    }
  },

  'POST /api/resident_auth/authentication_code': ({ platform, body, request, setHeaders }) =>
    enterCode(platform, body, request.ip, setHeaders),

  'POST /api/resident_auth/confirmation_code': async ({ platform, session, body, setHeaders }) => ({
    data: await confirmContact(platform, body, session, setHeaders),
  }),

  'POST /api/resident_auth/sign_in': async ({ platform, body, request, setHeaders }) => ({
    data: await signIn(platform, body, request.ip, setHeaders),
  }),

  'POST /api/resident_auth/absence': ({ platform, body, request }) => presentSlip(platform, body, request.ip),

  'POST /api/resident_auth/absence/hold': async ({ platform, body, request }) => {
    const { assign, until } = await reserveBySlip(platform, body, request.ip)
    return { assign, expires_at: toInstant(until) }
  },

  'POST /api/resident_auth/absence/assign': async ({ platform, body, request }) => ({
    message: '新しい工事日を承りました。',
    assign: placed(await chooseBySlip(platform, body, request.ip)),
  }),

  'POST /api/resident_auth/absence/wish': async ({ platform, body, request }) => ({
    message: 'ご希望を承りました。',
    revisit_wish: await wishBySlip(platform, body, request.ip),
  }),

  'DELETE /api/resident_auth/sign_out': async ({ db, session }) => {
    await deleteSession(db, sessionOf(session).id)
    return { success: true as const }
  },

  'GET /api/resident_auth/validate_token': async context => {
    const { currentHeaders } = sessionOf(context.session)
    if (currentHeaders) context.setHeaders(currentHeaders)
    return { success: true as const, data: await me(context) }
  },

  'POST /api/resident_auth/login_id_reminder': async ({ platform, body, request }) => {
    await remindOfLoginId(platform, body, request.ip)
    return { message: 'ログインIDをメールで送信しました。' }
  },

  'POST /api/resident_auth/password': async ({ platform, body, request }) => {
    await remindOfPassword(platform, body, request.ip)
    return { message: 'パスワード再設定用のメールを送信しました。' }
  },

  'PUT /api/resident_auth/password': async ({ platform, body, request }) => ({
    login_path: await resetPassword(platform, body, request.ip),
    message: 'パスワードを変更しました。',
  }),

  'GET /r/:room': async ({ platform, params, query, request }) => {
    const path =
      (await findOwnPage(platform, params.room)) ??
      (await findPageOfAddress(platform, params.room, request.ip).catch((error: unknown) => {
        // Who typed an address reads a page with the telephone, not an error's JSON.
        if (error instanceof Problem && error.status === 429 && request.headers.accept?.includes('text/html')) return waitPath
        throw error
      }))
    // The page of the application says that there is none.
    return new RawAnswer(reply =>
      path === null
        ? reply.code(404).callNotFound()
        : reply.header('cache-control', 'no-store').redirect(query.early === undefined ? path : earlyPath(path), 302),
    )
  },

  'GET /api/residents/me': async context => ({ resident: await me(context) }),

  'PATCH /api/residents/me': async context => {
    const { platform, actor, session, body, request } = context
    await saveProfile(platform, actor, sessionOf(session).id, body.resident, request.ip, body.shown_texts)
    const resident = await platform.pool.read(actor.partOf, db => me({ db, actor, session }))
    return { message: '登録情報を保存しました。', resident }
  },

  'POST /api/residents/contact_confirmation': ({ platform, actor, session, body, request }) =>
    askToProve(platform, actor, sessionOf(session).id, body.contact, request.ip),

  'GET /api/residents/construction': async ({ platform, db, actor, session }) => {
    const row = await findOwnRoom(db, actor)
    if (!row) throw signInFirst()
    const ownConstruction = presentConstruction(platform, row)
    // How one is let in, without whom to ask for: names and telephones need the login.
    return ownConstruction.presence !== null && (await isDateOnly(db, actor, session))
      ? { ...ownConstruction, presence: { ...ownConstruction.presence, proxy_name: null, proxy_relation: null, proxy_phone: null } }
      : ownConstruction
  },

  'GET /api/residents/assignable_frames': async ({ platform, db, actor }) => ({
    dates: await presentFrames(platform, db, actor),
  }),

  'POST /api/residents/assign/hold': async ({ platform, db, actor, body }) => {
    const { assign, until } = await reserveFrame(platform, db, actor, body.assign)
    return { assign, expires_at: toInstant(until) }
  },

  'DELETE /api/residents/assign/hold': async ({ db, actor }) => {
    await releaseOwnReservation(db, actor)
    return { success: true as const }
  },

  'PATCH /api/residents/assign': async ({ platform, db, actor, body }) => {
    const row = await changeDate(platform, db, actor, body.assign, body.answered_by)
    return { message: '工事日を変更しました。', assign: placed(row), room: ownRoomOf(row) }
  },

  'POST /api/residents/assign/confirmation': async ({ platform, db, actor, body }) => ({
    message: '工事日を確定しました。',
    room: ownRoomOf(await confirmDate(platform, db, actor, body.assign, body.answered_by)),
  }),

  'PUT /api/residents/presence': async ({ platform, db, actor, body }) => ({
    presence: await chooseOwnPresence(platform, db, actor, body.presence, body.answered_by),
    message: '在宅方法を登録しました。',
  }),

  'PUT /api/residents/revisit_wish': async ({ platform, db, actor, body }) => ({
    message: 'ご希望を承りました。',
    revisit_wish: await wishAsResident(platform, db, actor, body.revisit_wish, body.answered_by),
  }),

  'POST /api/residents/export': async ({ platform, db, actor, session }) => {
    await refuseDateOnly(db, actor, session)
    return exportOwn(platform, db, actor)
  },

  'GET /api/residents/events': async ({ db, actor, session }) => {
    const dateOnly = await isDateOnly(db, actor, session)
    const events = await listOwnEvents(db, actor, dateOnly ? kindsForDate : kindsForResidents, mostEvents)
    const own = events.map(event => ownEventOf(dateOnly ? { ...event, family: event.family && { name: null } } : event))
    return { events: own.filter(changesForResident) }
  },

  'PATCH /api/constructions/:construction_id/rooms/:room_id/resident': async ({ platform, db, actor, params, body }) => ({
    message: '居住者情報を更新しました。',
    resident: await writeResident(platform, db, actor, params, body),
  }),

  'PUT /api/constructions/:construction_id/rooms/:room_id/presence': async ({ platform, db, actor, params, body }) => ({
    presence: await choosePresenceOf(platform, db, actor, params, body.presence, body.acting_for),
    message: '在宅方法を登録しました。',
  }),

  'POST /api/constructions/:construction_id/rooms/:room_id/date_change_extension': async ({ platform, db, actor, params, body }) => ({
    date_change_extension: await extendDateChange(platform, db, actor, params, body.date_change_extension),
    message: '日程変更の締切を延長しました。',
  }),

  'DELETE /api/constructions/:construction_id/rooms/:room_id/date_change_extension': async ({ db, actor, params }) => {
    await endDateChangeExtension(db, actor, params)
    return { message: '日程変更の締切の延長を取り消しました。' }
  },

  'POST /api/constructions/:construction_id/rooms/:room_id/resident/export': ({ platform, db, actor, params }) =>
    exportOfRoom(platform, db, actor, params),

  'DELETE /api/constructions/:construction_id/rooms/:room_id/resident': async ({ platform, db, actor, params }) => {
    await removeResident(platform, db, actor, params)
    return { message: '居住者の登録を解除しました。' }
  },

  'GET /api/constructions/:construction_id/rooms/:room_id/entry_lock': ({ platform, db, actor, params }) =>
    presentEntryLock(platform, db, actor, params),

  'DELETE /api/constructions/:construction_id/rooms/:room_id/entry_lock': async ({ platform, db, actor, params }) => {
    await liftEntryLock(platform, db, actor, params)
    return { message: 'ロックを解除しました。', locked_until: null }
  },

  'POST /api/constructions/:construction_id/rooms/:room_id/authentication_code': async ({ platform, db, actor, params }) => {
    await reissueCode(platform, db, actor, params)
    return { message: '認証コードを再発行しました。' }
  },
})
