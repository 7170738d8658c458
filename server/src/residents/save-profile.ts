import type { BodyOf } from '@toguchi/domain/http/endpoint'
import type { residents } from '@toguchi/domain/residents/contract'
import { termsVersion } from '@toguchi/domain/residents/consent'
import { whyReadOnly } from '@toguchi/domain/residents/deadlines'
import { checkNewPassword, deleteSessionsOf, originFor } from '../accounts/accounts.ts'
import { recordEvent } from '../platform/events.ts'
import { enqueueMail, enqueueSms } from '../platform/outbox.ts'
import type { Platform } from '../platform/platform.ts'
import type { Db } from '../platform/database.ts'
import { invalid, onConstraint, refused, signInFirst } from '../platform/problem.ts'
import { hashPassword } from '../platform/secrets.ts'
import { isMobile } from '@toguchi/domain/residents/mobile'
import { setAppRegister } from '../rooms/rooms.ts'
import { changedNames, valuesOf } from './changed-names.ts'
import { refuseDateOnly } from './date-only.ts'
import { loggedInResident, type ResidentActor } from './present.ts'
import { findOwnClosing, lockResident, type ResidentColumns, type ResidentRow, updateResident } from './queries.ts'

type ProfileForm = BodyOf<(typeof residents)['PATCH /api/residents/me']>['resident']

const missing = 'を入力してください'

/** A login is offered and never needed: without one, name and contact are kept as they are given (D-33). */
const makesLogin = (form: ProfileForm, before: ResidentRow): boolean =>
  before.login_id === null && (form.login_id !== undefined || (form.password !== undefined && form.password !== ''))

/** What making a login must name: the account and its agreement; never an e-mail address (D-02, G-RES-04, G-RES-05). */
const checkForm = (form: ProfileForm, before: ResidentRow) => {
  const first = makesLogin(form, before)
  if (before.login_id === null && !first) return
  const fields = {
    ...(first && form.login_id === undefined ? { login_id: [missing] } : {}),
    ...(first && !form.password ? { password: [missing] } : {}),
    ...(first && form.name === undefined && before.name === null ? { name: [missing] } : {}),
    ...(form.agreement === false || (before.agreed_at === null && form.agreement !== true) ? { agreement: ['に同意してください'] } : {}),
  }
  if (Object.keys(fields).length > 0) throw invalid(fields)
}

/** Saves one's own registration; a new password ends the other sessions (D-14). */
export const saveProfile = async (
  platform: Platform,
  db: Db,
  actor: ResidentActor,
  sessionId: number,
  { agreement, password, password_confirmation, reading_mode, ...plain }: ProfileForm,
): Promise<void> => {
  const { clientId, id } = actor
  const now = platform.now()
  const before = await lockResident(db, clientId, id)
  if (!before) throw signInFirst()
  if (reading_mode !== undefined) await updateResident(db, clientId, id, { reading_mode, updated_at: now })
  // How the pages look is nobody's data: it needs no registration, leaves no event, and is free in a closed room, too.
  if (Object.keys(plain).length === 0 && agreement === undefined && password === undefined) return
  await refuseDateOnly(db, clientId, { id: sessionId })
  const closed = whyReadOnly(await findOwnClosing(db, actor))
  if (closed !== null) throw refused(closed, 'room_closed')
  checkForm({ ...plain, password, agreement }, before)
  if (password) checkNewPassword({ password, password_confirmation: password_confirmation ?? '' })
  const change: ResidentColumns = {
    ...Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)),
    ...(password ? { password_digest: await hashPassword(password) } : {}),
    ...(agreement === true && before.agreed_at === null ? { agreed_at: now, agreed_version: termsVersion } : {}),
    ...(makesLogin({ ...plain, password }, before) ? { registered_at: now } : {}),
    // Nothing but the confirmation code goes to an address that nobody has proven (D-33).
    ...(plain.email !== undefined && plain.email !== before.email ? { email_unproven: plain.email !== null } : {}),
    ...(plain.phone !== undefined && plain.phone !== before.phone ? { phone_unproven: plain.phone !== null } : {}),
  }
  await onConstraint(updateResident(db, clientId, id, { ...change, updated_at: now }), {
    residents_login_id_key: () => invalid({ login_id: ['はすでに存在します'] }),
  })
  if (password) await deleteSessionsOf(db, { strategy: 'resident', clientId, accountId: id }, sessionId)
  const names = changedNames(before, change)
  await recordEvent(db, {
    kind: change.registered_at === undefined ? 'residents.updated' : 'residents.registered',
    actor,
    clientId,
    constructionId: actor.constructionId,
    roomId: actor.roomId,
    subject: { type: 'residents', id },
    change: { fields: [...names, ...(password ? ['password'] : [])] },
    personal: { before: valuesOf(before, names), after: valuesOf(change, names) },
    residentVisible: true,
  })
  if (change.registered_at === undefined) return
  await setAppRegister(db, clientId, actor.roomId, true)
  await welcome(platform, db, clientId, id)
}

/** What one should keep after registering: the login ID and where it is asked for. By mail, else as a short message, else nothing. */
const welcome = async (platform: Platform, db: Db, clientId: number, id: number): Promise<void> => {
  const resident = await loggedInResident(db, clientId, id)
  const url = `${await originFor(platform, db, clientId)}${resident.login_path}`
  const { appName, callCenterPhone } = platform.settings
  if (resident.email !== null && resident.email_proven)
    await enqueueMail(db, clientId, {
      to: [resident.email],
      subject: `【${appName}】ご登録が完了しました（${resident.construction.building_name}）`,
      body: `${resident.name ?? ''} 様\n\n${resident.construction.building_name} ${resident.room.name}号室のご登録が完了しました。\n\nログインID：${resident.login_id ?? ''}\nログイン画面：${url}\n\nご不明な点はお電話でお問い合わせください。\n${callCenterPhone}\n`,
    })
  else if (resident.phone !== null && resident.phone_proven && isMobile(resident.phone))
    await enqueueSms(db, clientId, {
      phone: resident.phone,
      body: `【${appName}】ご登録が完了しました。ログインID ${resident.login_id ?? ''} ${url}`,
    })
}
