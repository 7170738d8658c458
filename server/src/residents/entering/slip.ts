import type { ResidentActor } from '@toguchi/domain/access/actor'
import type { BodyOf } from '@toguchi/domain/http/endpoint'
import type { residents, WishForm } from '@toguchi/domain/residents/contract'
import { callByOf } from '@toguchi/domain/rooms/absence'
import type { AnsweredBy } from '@toguchi/domain/rooms/answered-by'
import { codePath } from '@toguchi/domain/residents/login-path'
import { whyNoDateChange } from '@toguchi/domain/residents/deadlines'
import { wishDays } from '@toguchi/domain/residents/wish-days'
import { keyHandoverText } from '@toguchi/domain/rooms/keys/key-handover'
import { ownPresenceMethods } from '@toguchi/domain/rooms/presence'
import { refuseTerminated } from '../../accounts/accounts.ts'
import { findClientByUuid } from '../../clients/clients.ts'
import { giveBackAttempt, spendAttempt } from '../../platform/attempts/attempts.ts'
import { toDay } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { networkOf } from '../../platform/http/network.ts'
import type { Platform } from '../../platform/platform.ts'
import { notFound, refused, signInFirst } from '../../platform/http/problem.ts'
import { sha256 } from '../../platform/secrets.ts'
import { findSlip, type SlipRow, wishForRevisit } from '../../rooms/rooms.ts'
import { lockConstructionOfResident } from '../../schedule/schedule.ts'
import { answeredByOf } from '../answered-by.ts'
import { changeDate, reserveFrame, presentFrames } from '../dates/choose-date.ts'
import { chooseOwnPresence } from '../dates/choose-presence.ts'
import { absenceOf, factsOf } from '../present.ts'
import { findOwnRoom, lockOwnRoom } from '../own-room-queries.ts'
import { insertResident, lockResidentOfRoom } from '../queries.ts'

type Slip = Pick<BodyOf<(typeof residents)['POST /api/resident_auth/absence']>, 'client_uuid' | 'token'>
type Choice = BodyOf<(typeof residents)['POST /api/resident_auth/absence/assign']>

/** The client and the slip behind a token; who tries tokens is counted by network as who tries printed codes is (D-03). */
const openSlip = async (platform: Platform, { client_uuid, token }: Slip, ip: string) => {
  const attempt = { scope: 'absence_slip:network', subject: networkOf(ip) } as const
  await spendAttempt(platform, attempt)
  const client = await platform.pool.read(null, db => findClientByUuid(db, client_uuid))
  const slip = client && (await platform.pool.read(client.id, db => findSlip(db, client.id, sha256(token))))
  if (!client || !slip) throw notFound()
  await giveBackAttempt(platform, attempt)
  await refuseTerminated(platform, client.id)
  return { client, slip }
}
type OpenedSlip = Awaited<ReturnType<typeof openSlip>>

const actorOf = ({ client, slip }: OpenedSlip, id: number): ResidentActor => ({
  kind: 'resident',
  id,
  partOf: client.id,
  constructionId: slip.construction_id,
  roomId: slip.room_id,
})

const stateOf = (slip: SlipRow): 'open' | 'ended' | 'waiting' => (slip.open ? 'open' : slip.ended ? 'ended' : 'waiting')

/** What the QR of a 不在票 leads to: when somebody came, and the frames that still fit (D-34). Nobody is named. */
export const presentSlip = async (platform: Platform, address: Slip, ip: string) => {
  const opened = await openSlip(platform, address, ip)
  const { client, slip } = opened
  const open = slip.open ? await platform.pool.read(client.id, db => presentOpen(platform, db, actorOf(opened, 0))) : null
  const row = await platform.pool.read(client.id, db => findOwnRoom(db, actorOf(opened, 0)))
  const { decided } = slip
  return {
    decided: open === null && slip.ended && decided !== null && decided.date >= toDay(platform.now()) ? decided : null,
    state: open === null && slip.open ? ('ended' as const) : stateOf(slip),
    building_name: slip.building_name,
    room_name: slip.room_name,
    manage_no: slip.manage_no,
    code_path: codePath({ client_uuid: client.uuid, construction_uuid: slip.construction_uuid, room_uuid: slip.room_uuid }),
    can_change_date: row !== undefined && whyNoDateChange(factsOf(row, toDay(platform.now()))) === null,
    open,
  }
}

const presentOpen = async (platform: Platform, db: Db, reader: ResidentActor) => {
  const row = await findOwnRoom(db, reader)
  const today = toDay(platform.now())
  const absence = row && absenceOf(row, platform.now())
  if (!row || !absence) return null
  return {
    ...absence,
    time_per_unit: row.time_per_unit,
    dates: await presentFrames(platform, db, reader),
    presence_methods: [...ownPresenceMethods(row.construction_type)],
    key_handover: keyHandoverText(row),
    today,
  }
}

/**
 * Does something for the dwelling behind a good slip, in one transaction. A dwelling that nobody has written down yet gets its resident, as
 * by the printed code. 422 `slip_ended` once somebody has chosen or the office has ended it.
 */
const withSlip = async <T>(
  platform: Platform,
  address: Slip,
  ip: string,
  act: (db: Db, actor: ResidentActor) => Promise<T>,
): Promise<T> => {
  const opened = await openSlip(platform, address, ip)
  const { client, slip } = opened
  return platform.pool.write(client.id, async db => {
    // The construction, as everybody who plans, then the room, and then the slip once more: two who scan it take one date.
    await lockConstructionOfResident(db, actorOf(opened, 0))
    const lockedRoom = await lockOwnRoom(db, actorOf(opened, 0))
    const now = lockedRoom && (await findSlip(db, client.id, sha256(address.token)))
    if (!now?.open) throw refused('この不在票での受付は終了しました。案内状の認証コードか、お電話でお手続きください。', 'slip_ended')
    await insertResident(db, client.id, slip.room_id, {})
    const resident = await lockResidentOfRoom(db, client.id, slip.room_id)
    if (!resident) throw notFound()
    return act(db, actorOf(opened, resident.id))
  })
}

export const reserveBySlip = (platform: Platform, slip: Slip & Pick<Choice, 'assign'>, ip: string) =>
  withSlip(platform, slip, ip, (db, actor) => reserveFrame(platform, db, actor, slip.assign))

/** Takes the frame, and says who is at home; the slip ends with it. */
export const chooseBySlip = (platform: Platform, choice: Choice, ip: string) =>
  withSlip(platform, choice, ip, async (db, actor) => {
    if (choice.presence) await chooseOwnPresence(platform, db, actor, choice.presence, choice.answered_by)
    return changeDate(platform, db, actor, choice.assign, choice.answered_by)
  })

/** Days by which the dwelling wishes to be visited, for the office to call about. 422 `no_absence` where nobody came in vain. */
export const wishAsResident = async (
  platform: Platform,
  db: Db,
  actor: ResidentActor,
  wish: WishForm,
  answeredBy: AnsweredBy | undefined,
) => {
  const own = await lockOwnRoom(db, actor)
  if (!own) throw signInFirst()
  if (own.absent_at === null) throw refused('日程は決まっています。変更はお電話でお問い合わせください。', 'no_absence')
  const room = {
    id: actor.roomId,
    constructionId: actor.constructionId,
    days: wishDays(own, toDay(platform.now()), callByOf(platform.now())),
    phone: own.resident_phone ?? own.revisit_wish?.phone ?? null,
  }
  const phone = wish.phone ?? own.revisit_wish?.phone ?? null
  return wishForRevisit(platform, db, { ...actor, clientId: own.client_id }, room, { ...wish, phone }, answeredByOf(answeredBy))
}

export const wishBySlip = (platform: Platform, slip: Slip & { revisit_wish: WishForm; answered_by?: AnsweredBy | undefined }, ip: string) =>
  withSlip(platform, slip, ip, (db, actor) => wishAsResident(platform, db, actor, slip.revisit_wish, slip.answered_by))
