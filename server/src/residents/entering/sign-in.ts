import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { type CallCenter, phoneWithHours } from '@toguchi/domain/messages/call-center'
import { findCallCenter } from '../../messages/messages.ts'
import type { ClientId } from '@toguchi/domain/access/actor'
import { lockEndsText, resetUnlocksText } from '@toguchi/domain/accounts/lock-out'
import { formatMomentLong } from '@toguchi/domain/calendar/day'
import type { LoggedInResident } from '@toguchi/domain/residents/contract'
import { whyNoReading } from '@toguchi/domain/residents/deadlines'
import { loginPath } from '@toguchi/domain/residents/login-path'
import {
  checkNewPassword,
  findOneTimeToken,
  issueOneTimeToken,
  limitReminders,
  linkLifetimes,
  namesOf,
  originFor,
  refuseSamePassword,
  revokeOneTimeTokens,
  redeemOneTimeToken,
  withLockOut,
} from '../../accounts/accounts.ts'
import { toDay } from '../../platform/clock.ts'
import { enqueueMail } from '../../platform/messages/outbox.ts'
import { networkOf } from '../../platform/http/network.ts'
import type { Platform } from '../../platform/platform.ts'
import { badCredentials, refused } from '../../platform/http/problem.ts'
import { hashPassword, passwordMatches, sha256 } from '../../platform/secrets.ts'
import { openRoomOfLetter, type RoomOfLetter } from './letter.ts'
import { doorOf } from './door-of.ts'
import { noteReset, resetTo, startSession } from './open-account.ts'
import { loggedInResident } from '../present.ts'
import { notifyOfAccount } from '../contacts/notify-resident.ts'
import { findLoginOfRoom, findResident, listLoginsByEmail, lockLoginOfClient, lockResident, updateResident } from '../queries.ts'

/** Login ID and password at the page of one's own room (G-ACC-01); the lock-out is that of every sign-in (G-ACC-09). */
export const signIn = async (
  platform: Platform,
  form: RoomOfLetter & { login_id: string; password: string },
  ip: string,
  setHeaders: (headers: Record<string, string>) => void,
): Promise<LoggedInResident> => {
  const { client, room } = await openRoomOfLetter(platform, form)
  const find = () => platform.pool.read(client.id, db => findLoginOfRoom(db, client.id, room.id, form.login_id))
  const onLocked = async (seconds: number) => {
    const login = await find()
    if (login) await notifyOfPause(platform, client.id, login.id, seconds)
  }
  const resident = await withLockOut(platform, { door: doorOf(client.id), loginId: form.login_id, ip, onLocked }, async () => {
    const login = await find()
    return (await passwordMatches(form.password, login?.password_digest ?? null, networkOf(ip))) && login ? login : null
  })
  const gone = whyNoReading(room.closed_at === null ? null : toDay(room.closed_at), toDay(platform.now()))
  if (gone !== null) throw refused(gone, 'room_closed')
  const { data, headers } = await platform.pool.write(client.id, async db => {
    const lockedResident = await lockResident(db, client.id, resident.id)
    // Another password was set while this one was looked at, and ended every session but this one, which was not there yet.
    if (!lockedResident || lockedResident.password_digest !== resident.password_digest) throw badCredentials()
    await updateResident(db, client.id, resident.id, { last_sign_in_at: platform.now(), updated_at: platform.now() })
    return startSession(platform, db, client.id, await loggedInResident(db, { partOf: client.id, id: resident.id }))
  })
  setHeaders(headers)
  return data
}

/** By mail alone: a short message for every ten guesses would be paid by who is guessed at. */
const notifyOfPause = (platform: Platform, clientId: ClientId, residentId: number, seconds: number): Promise<void> =>
  platform.pool.write(clientId, async db => {
    const resident = await lockResident(db, clientId, residentId)
    if (!resident?.email) return
    const sentence = 'ログインの失敗が続いたため、ログインを一時的に停止しました'
    await notifyOfAccount(platform, db, clientId, resident, {
      subject: sentence,
      sentence: `${sentence}。\n${lockEndsText(Math.ceil(seconds / 60))}${resetUnlocksText}`,
    })
  })

/** Mails the login IDs behind an address; the answer is the same whether there are any or not (G-RES-08). */
export const remindOfLoginId = async (platform: Platform, form: RoomOfLetter & { email: string }, ip: string): Promise<void> => {
  const { client, construction } = await openRoomOfLetter(platform, form)
  await limitReminders(platform, 'resident_login_id', ip, form.email)
  await platform.pool.write(client.id, async db => {
    const residents = await listLoginsByEmail(db, client.id, form.email)
    if (residents.length === 0) return
    const origin = await originFor(platform, db, client.id)
    const lines = residents.map(row => {
      const until = restsUntil(row, platform.now())
      return until === null
        ? `・${addressedRoom(row.room_name)} ${row.login_id ?? ''}\n　${origin}${loginPath(row)}`
        : `・${addressedRoom(row.room_name)} ${restText(until)}`
    })
    await enqueueMail(db, client.id, {
      kind: 'login_id',
      constructionId: construction.id,
      to: [form.email],
      subject: `【${platform.settings.appName}】ログインIDのお知らせ`,
      body: `${residents[0]?.name ?? ''} 様\n\nお問い合わせのログインIDとログイン画面は次のとおりです。\n${lines.join('\n')}\n`,
    })
  })
}

/** Mails the link that sets a new password, six hours, once (G-RES-09); the answer tells nobody whether the account exists. */
export const remindOfPassword = async (
  platform: Platform,
  form: RoomOfLetter & { login_id: string; email: string },
  ip: string,
): Promise<void> => {
  const { client, construction } = await openRoomOfLetter(platform, form)
  await limitReminders(platform, 'resident_password', ip, `${client.id}:${form.login_id}`)
  await platform.pool.write(client.id, async db => {
    const resident = await lockLoginOfClient(db, client.id, form.login_id)
    if (!resident?.email || resident.email.toLowerCase() !== form.email.toLowerCase()) return
    const until = restsUntil(resident, platform.now())
    if (until !== null) {
      const callCenter = await findCallCenter(platform, db, client.id, construction.id)
      return enqueueMail(db, client.id, restMail(platform, callCenter, { ...resident, email: resident.email }, until))
    }
    const account = { strategy: 'resident' as const, clientId: client.id, accountId: resident.id }
    // The newest link alone leads in.
    await revokeOneTimeTokens(db, { ...account, accountIds: [resident.id] }, ['password'], platform.now())
    const { token } = await issueOneTimeToken(platform, db, account, 'password', linkLifetimes.password)
    const url = `${await originFor(platform, db, client.id)}/residents/password_reminder/edit?reset_password_token=${token}`
    await enqueueMail(db, client.id, {
      kind: 'password_link',
      constructionId: construction.id,
      residentId: resident.id,
      to: [resident.email],
      subject: `【${platform.settings.appName}】パスワード再設定のご案内`,
      body: `${resident.name ?? ''} 様\n\nパスワードを再設定するには、6時間以内に次のURLを開いてください。\n${url}\n\nお心当たりのない場合は、このメールを破棄してください。パスワードは変更されません。\n`,
    })
  })
}

/** After the office changed where somebody is reached, nothing is reset by mail for a day: whoever it was taken from has been told (M1). */
const restMilliseconds = 24 * 60 * 60 * 1000
const restsUntil = ({ office_changed_contact_at }: { office_changed_contact_at: Date | null }, now: Date): Date | null => {
  const until = new Date((office_changed_contact_at?.getTime() ?? 0) + restMilliseconds)
  return until > now ? until : null
}
const restText = (until: Date) =>
  `ご連絡先が変更されたため、${formatMomentLong(until)}までメールでのお手続きはできません。お急ぎの方は、案内状の認証コードをお使いいただくか、お電話でお問い合わせください。`

/** Says so to the address alone: the page answers everybody the same, whether there is an account or not. */
const restMail = (
  platform: Platform,
  callCenter: CallCenter,
  resident: { id: number; name: string | null; email: string },
  until: Date,
) => ({
  kind: 'account_changed' as const,
  residentId: resident.id,
  to: [resident.email],
  subject: `【${platform.settings.appName}】パスワード再設定のお申し込みについて`,
  body: `${resident.name ?? ''} 様\n\n${restText(until)}\n${phoneWithHours(callCenter)}\n`,
})

const expired = () => refused('有効期限が切れています。再度お手続きください。', 'link_expired')

/** Sets the password behind a mailed link; answers the login page of the resident's room. */
export const resetPassword = async (
  platform: Platform,
  form: { reset_password_token: string; password: string; password_confirmation: string },
  ip: string,
): Promise<string> => {
  checkNewPassword(form)
  const hash = sha256(form.reset_password_token)
  const now = platform.now()
  const link = await platform.pool.read(null, db => findOneTimeToken(db, 'password', hash, now))
  if (!link || link.strategy !== 'resident' || link.client_id === null) throw expired()
  const { client_id: clientId, account_id: residentId } = link
  const before = await platform.pool.read(clientId, db => findResident(db, clientId, residentId))
  if (!before) throw expired()
  checkNewPassword(form, namesOf(before))
  const network = networkOf(ip)
  await refuseSamePassword(form.password, before.password_digest, network)
  const password_digest = await hashPassword(form.password, network)
  return platform.pool.write(clientId, async db => {
    // The account first, as whoever ends its links does: two links at once would wait for one another.
    const row = await lockResident(db, clientId, residentId)
    if (!row || !(await redeemOneTimeToken(db, 'password', hash, now))) throw expired()
    await resetTo(platform, db, clientId, row, password_digest)
    const resident = await loggedInResident(db, { partOf: clientId, id: residentId })
    await noteReset(platform, db, clientId, row, resident, 'mail')
    return resident.login_path
  })
}
