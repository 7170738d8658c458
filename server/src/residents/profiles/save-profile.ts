import type { Reached, ResidentActor } from '@toguchi/domain/access/actor'
import type { BodyOf } from '@toguchi/domain/http/endpoint'
import type { ShownTexts } from '@toguchi/domain/legal-texts/contract'
import type { residents } from '@toguchi/domain/residents/contract'
import { isMobile } from '@toguchi/domain/messages/mobile'
import { whyReadOnly } from '@toguchi/domain/residents/deadlines'
import type { Reading } from '@toguchi/domain/text/reading'
import { checkNewPassword, namesOf, proveCurrentPassword, refuseSamePassword, isOpenSession } from '../../accounts/accounts.ts'
import type { Db } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/events.ts'
import { networkOf } from '../../platform/http/network.ts'
import type { Platform } from '../../platform/platform.ts'
import { invalid, onConstraint, refused, signInFirst, stale } from '../../platform/http/problem.ts'
import { hashPassword } from '../../platform/secrets.ts'
import { offersSms } from '../../platform/settings.ts'
import { recordShownTexts } from '../../legal-texts/legal-texts.ts'
import { setAppRegister } from '../../rooms/rooms.ts'
import { changedNames, valuesOf } from './changed-names.ts'
import { refuseDateOnly } from '../dates/date-only.ts'
import { endResident } from './end-resident.ts'
import { findOwnClient, findOwnClosing } from '../own-room-queries.ts'
import { findResident, inheritKnowersOfCode, lockResident, type ResidentColumns, type ResidentRow, updateResident } from '../queries.ts'
import { notifyOfAccount } from '../contacts/notify-resident.ts'
import { welcome } from '../entering/welcome.ts'

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

/** The address as its owner sees it, proven or not. */
const shownEmail = ({ unproven_email, email }: ResidentRow) => unproven_email ?? email

/** The number as its owner sees it, proven or not. */
export const shownPhone = ({ unproven_phone, phone }: ResidentRow) => unproven_phone ?? phone

/** Whether somebody would be reached elsewhere by what is given; what is not given stays. */
export const changesContact = (
  { email, phone }: { email?: string | null | undefined; phone?: string | null | undefined },
  before: ResidentRow,
): boolean => (email !== undefined && email !== shownEmail(before)) || (phone !== undefined && phone !== shownPhone(before))

/**
 * Saves one's own registration. A new password, or another address or number, needs the current one where there is one; the password ends
 * the other sessions and whatever else was handed out (D-14). A new address or number is stored at once and not proven yet (D-33),
 * beside the proven one; the contacts there were are told.
 */
export const saveProfile = async (
  platform: Platform,
  actor: ResidentActor,
  sessionId: number,
  { reading_size, reading_words, current_password, password_confirmation, ...form }: ProfileForm,
  ip: string,
  shownTexts?: ShownTexts,
): Promise<void> => {
  const { id } = actor
  const clientId = await platform.pool.read(actor.partOf, db => findOwnClient(db, actor))
  if (clientId === undefined) throw signInFirst()
  if (reading_size !== undefined || reading_words !== undefined)
    await platform.pool.write(clientId, db =>
      updateResident(db, clientId, id, {
        ...(reading_size === undefined ? {} : { reading_size }),
        ...(reading_words === undefined ? {} : { reading_words }),
        updated_at: platform.now(),
      }),
    )
  // How the pages look is nobody's data: it needs no registration, leaves no event, and is free in a closed room, too.
  if (Object.values(form).every(value => value === undefined)) return
  const { before, closing } = await platform.pool.read(clientId, async db => {
    await refuseDateOnly(db, actor, { id: sessionId })
    return { before: await findResident(db, clientId, id), closing: await findOwnClosing(db, actor) }
  })
  if (!before) throw signInFirst()
  const closed = whyReadOnly(closing)
  if (closed !== null) throw refused(closed, 'room_closed')
  checkForm(form, before)
  const network = networkOf(ip)
  if (before.password_digest !== null && (changesContact(form, before) || form.password))
    await proveCurrentPassword(
      platform,
      { strategy: 'resident', clientId, accountId: id },
      { current_password, digest: before.password_digest, network },
    )
  const names = namesOf({
    login_id: form.login_id ?? before.login_id,
    name: form.name ?? before.name,
    email: form.email ?? shownEmail(before),
  })
  if (form.password) checkNewPassword({ password: form.password, password_confirmation: password_confirmation ?? '' }, names)
  if (form.password) await refuseSamePassword(form.password, before.password_digest, network)
  const password_digest = form.password ? await hashPassword(form.password, network) : undefined
  await platform.pool.write(clientId, async db => {
    const lockedResident = await lockResident(db, clientId, id)
    // A session that ended meanwhile is how its owner shuts somebody out.
    if (!lockedResident || !(await isOpenSession(db, sessionId))) throw signInFirst()
    // Somebody registered, or set another password, while this one was looked at.
    if (lockedResident.password_digest !== before.password_digest) throw stale()
    await save(platform, db, { ...actor, clientId }, lockedResident, form, password_digest, sessionId, shownTexts)
  })
}

/** Keeps a contact that was just typed, to be proven next. */
export const saveContact = (
  platform: Platform,
  db: Db,
  actor: Reached<ResidentActor>,
  before: ResidentRow,
  contact: { email: string } | { phone: string },
  sessionId: number,
): Promise<void> => save(platform, db, actor, before, contact, undefined, sessionId, undefined, { isToProve: true })

const save = async (
  platform: Platform,
  db: Db,
  actor: Reached<ResidentActor>,
  before: ResidentRow,
  { agreement, password, no_messages, ...plain }: Omit<ProfileForm, keyof Reading | 'current_password' | 'password_confirmation'>,
  password_digest: string | undefined,
  sessionId: number,
  shownTexts?: ShownTexts,
  { isToProve = false }: { isToProve?: boolean } = {},
) => {
  const { clientId, id } = actor
  const now = platform.now()
  const first = makesLogin({ ...plain, password }, before)
  const { email, phone, ...others } = Object.fromEntries(
    Object.entries(plain).filter(([, value]) => value !== undefined),
  ) as ResidentColumns
  const agrees = agreement === true && before.agreed_at === null
  const renames = before.login_id !== null && others.login_id !== undefined && others.login_id !== before.login_id
  // A link that was mailed to an address taken away must not lead in any more.
  const removesEmail = email === null && before.email !== null
  if (password_digest !== undefined || renames || removesEmail) await endResident(db, clientId, before, now, sessionId)
  await onConstraint(
    updateResident(db, clientId, id, {
      ...others,
      ...(email === undefined ? {} : addressOf(before, email)),
      ...(phone === undefined ? {} : numberOf(platform, before, phone)),
      ...(password_digest === undefined ? {} : { password_digest }),
      // A new address is where mails are wanted; a number alone may be for calls.
      ...(email && email !== before.email ? { no_messages_since: null } : {}),
      ...(no_messages === undefined ? {} : { no_messages_since: no_messages ? (before.no_messages_since ?? now) : null }),
      ...(agrees ? { agreed_at: now } : {}),
      ...(first ? { registered_at: now } : {}),
      updated_at: now,
    }),
    { residents_login_id_key: () => invalid({ login_id: ['はすでに存在します'] }) },
  )
  if (agrees) await recordShownTexts(platform, db, clientId, { residentId: id, occasion: 'registration', shownTexts })
  const visible = { ...before, email: shownEmail(before), phone: shownPhone(before) }
  const change = { ...others, ...(email === undefined ? {} : { email }), ...(phone === undefined ? {} : { phone }) }
  const names = changedNames(visible, change)
  const eventId = await recordEvent(db, {
    kind: first ? 'residents.registered' : 'residents.updated',
    actor,
    clientId,
    constructionId: actor.constructionId,
    roomId: actor.roomId,
    subject: { type: 'residents', id },
    change: {
      fields: [...names, ...(password_digest === undefined ? [] : ['password']), ...(no_messages === undefined ? [] : ['no_messages'])],
    },
    personal: { before: valuesOf(visible, names), after: valuesOf(change, names) },
    // What only waits for its code has changed nothing yet for whoever lives there.
    residentVisible: !isToProve,
  })
  const notify = (subject: string, sentence: string) => notifyOfAccount(platform, db, clientId, before, { subject, sentence, eventId })
  if (!first && password_digest !== undefined) await notify('パスワードが変更されました', 'パスワードが変更されました。')
  if (no_messages === true && before.no_messages_since === null)
    await notify(
      'お知らせの停止が選ばれました',
      'メール・LINE・SMSでのお知らせの停止が選ばれました。今後は紙でお届けします。確認コードやパスワードのご案内は、これまでどおり届きます。',
    )
  if (names.includes('email'))
    await (email === null
      ? notify('メールアドレスが削除されました', 'メールアドレスが削除されました。今後、お知らせはそのアドレスに届きません。')
      : before.email === null
        ? notify('メールアドレスの登録の手続きが始まりました', 'メールアドレスの登録の手続きが始まりました。')
        : notify(
            'メールアドレスの変更の手続きが始まりました',
            'メールアドレスの変更の手続きが始まりました。新しいアドレスが確認されるまで、お知らせは今のアドレスに届きます。',
          ))
  if (names.includes('phone')) {
    if (phone && phone !== before.phone && isReached(platform, before))
      await (isMobile(phone)
        ? notify(
            '電話番号の変更の手続きが始まりました',
            '電話番号の変更の手続きが始まりました。新しい番号が確認されるまで、お知らせは今の番号に届きます。',
          )
        : notify('ご連絡用の電話番号が変更されました', 'ご連絡用の電話番号が変更されました。お知らせは、これまでの番号に届きます。'))
    else if (phone !== before.phone) {
      const done = phone === null ? '削除されました' : before.phone === null ? '登録されました' : '変更されました'
      await notify(`電話番号が${done}`, `電話番号が${done}。`)
    }
  }
  if (!first) return
  // Until now the code alone led in here.
  await inheritKnowersOfCode(db, clientId, id)
  await setAppRegister(db, clientId, actor.roomId, true)
  await welcome(platform, db, clientId, id)
}

/** What is typed waits until it is proven; the address there is stays good until then. */
const addressOf = (before: ResidentRow, email: string | null): ResidentColumns =>
  email === null ? { email: null, unproven_email: null } : { unproven_email: email === before.email ? null : email }

/**
 * Another number stands beside one that messages reach, so that nobody takes them away by typing (decision 030): a mobile one until it is
 * proven, a landline to be called at. Only what is proven, and the office, end the messages to the one there; an empty field does not.
 * Everything else takes its place at once, for the office to call: the first number, and one instead of another that was never proven.
 */
const numberOf = (platform: Platform, before: ResidentRow, phone: string | null): ResidentColumns => {
  if (phone === before.phone) return { unproven_phone: null }
  if (!isReached(platform, before)) return { phone, unproven_phone: null, phone_unproven: phone !== null }
  if (phone !== null) return { unproven_phone: phone }
  throw invalid(
    {
      phone: [
        'は空欄にできません。別の番号を入力するか、お電話でお申し出ください。お知らせが不要なときは「送らないでほしい」をお選びください',
      ],
    },
    'phone_proven',
  )
}

/** Whether messages go to the number there, or would if they were wanted. */
const isReached = (platform: Platform, before: ResidentRow): boolean =>
  offersSms(platform.settings) && before.phone !== null && !before.phone_unproven && isMobile(before.phone)
