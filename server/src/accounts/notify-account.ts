import type { ClientId } from '@toguchi/domain/access/actor'
import { lockEndsText, resetUnlocksText } from '@toguchi/domain/accounts/lock-out'
import type { MessageKind } from '@toguchi/domain/messages/kinds'
import type { Db } from '../platform/database/database.ts'
import { enqueueMails, enqueueMessages, enqueuePlatformMail, mailMessage, smsMessage } from '../platform/messages/outbox.ts'
import type { ServerSettings } from '../platform/settings.ts'

/** An account as far as somebody is told of it. Craftsmen alone may have no address, and have a proven number then. */
export interface Addressee {
  name: string
  email: string | null
  proven_phone?: string | null
  proven_email?: string | null
}

/** What a notice says by short message. */
export interface Notice extends Omit<Mail, 'to'> {
  sms: string
}

/** Tells owners of accounts something each: where they have proven to be before anything that others wrote down. */
export const tellOwners = async (
  db: Db,
  clientId: ClientId | null,
  told: readonly { owner: Addressee; notice: Notice }[],
): Promise<void> => {
  if (clientId === null) {
    for (const { owner, notice } of told)
      if (owner.email !== null)
        await enqueuePlatformMail(db, { to: owner.email, kind: notice.kind, subject: notice.subject, body: notice.body })
    return
  }
  await enqueueMessages(
    db,
    clientId,
    told.flatMap(({ owner, notice: { sms, ...mail } }) => {
      const address = owner.proven_email ?? (owner.proven_phone ? null : owner.email)
      if (address) return mailMessage({ ...mail, to: [address] })
      return owner.proven_phone ? smsMessage({ kind: mail.kind, phone: owner.proven_phone, body: sms }) : []
    }),
  )
}

export const tellOwner = (db: Db, clientId: ClientId | null, owner: Addressee, notice: Notice): Promise<void> =>
  tellOwners(db, clientId, [{ owner, notice }])

export interface Mail {
  to: string
  kind: MessageKind
  subject: string
  body: string
}

/** A mail each to people with accounts: of a client by its outbox, of the platform, where nobody writes to many, by the platform's. */
export const mailAll = async (db: Db, clientId: ClientId | null, mails: readonly Mail[]): Promise<void> => {
  if (clientId === null) for (const mail of mails) await enqueuePlatformMail(db, mail)
  else
    await enqueueMails(
      db,
      clientId,
      mails.map(mail => ({ ...mail, eventId: undefined })),
    )
}

const changes = {
  password: 'パスワードが変更されました',
  email: 'メールアドレスが変更されました',
  email_removed: 'メールアドレスが登録から外されました',
  email_wanted: 'メールアドレスの変更の手続きが始まりました',
  invitation_moved: 'このメールアドレスへの招待は取り消されました',
  second_factor_on: '二段階認証が有効になりました',
  second_factor_off: '二段階認証が無効になりました',
  second_factor_reset: '二段階認証の設定が解除されました',
  recovery_codes: '二段階認証のリカバリーコードが新しくなりました',
  lock_lifted: 'ログインのロックが解除されました',
  contact_proven: 'ログインに使う連絡先が追加されました',
} as const
export type AccountChange = keyof typeof changes

const more: Partial<Readonly<Record<AccountChange, string>>> = {
  email_removed: 'メールアドレスが登録から外されました',
  email_wanted: '\n新しいメールアドレスが確認されるまで、これまでのメールアドレスが使われます。',
  second_factor_reset: '\nすべての端末でログアウトされました。次のログインのあと、もう一度設定してください。',
  lock_lifted: '\n失敗が続いて止まっていたログインを、アカウントの管理者が再開しました。',
  invitation_moved: '\n別のメールアドレスに招待をお送りしました。先にお送りしたURLと初期パスワードは使えません。',
}

/** Commands tell of what they change, too. */
interface Named {
  settings: Pick<ServerSettings, 'appName' | 'callCenterPhone'>
}

/** What is said of a change, to the address that was there before it: whoever did not make it learns of it (B2). */
export const changeNotice = (platform: Named, person: { name: string }, change: AccountChange) =>
  noticeOf(platform, person, changes[change], more[change] ?? '')

/**
 * Tells the owner the old login id and the new one, which takes effect at once: by the old alone nobody could sign in, nor see whose change it
 * was. It goes to the address there is, which may ask for its login ids anyway.
 */
export const notifyOfRename = (
  platform: Named,
  db: Db,
  clientId: ClientId | null,
  owner: Addressee,
  loginId: { before: string; after: string },
): Promise<void> =>
  tellOwner(
    db,
    clientId,
    owner,
    noticeOf(
      platform,
      owner,
      'ログインIDが変更されました',
      `\n次のログインから、新しいログインIDをお使いください。パスワードは変わりません。\n\nこれまでのログインID：${loginId.before}\n新しいログインID：${loginId.after}`,
    ),
  )

const pauses = {
  sign_in_paused: 'ログインの失敗が続いたため、ログインを一時的に停止しました',
  second_factor_guessed: '二段階認証のコードの誤りが続いたため、ログインを一時的に停止しました',
} as const
export type Pause = keyof typeof pauses

const wayOut: Readonly<Record<Pause, string>> = {
  sign_in_paused: resetUnlocksText,
  second_factor_guessed: 'パスワードがほかの人に知られている可能性があります。パスワードを変更してください。',
}

/** What is said of a sign-in that is locked, and for how long (G-ACC-09). */
export const pauseNotice = (platform: Named, person: { name: string }, pause: Pause, seconds: number) =>
  noticeOf(platform, person, pauses[pause], `\n${lockEndsText(Math.ceil(seconds / 60))}${wayOut[pause]}`)

const noticeOf = (platform: Named, { name }: { name: string }, heading: string, rest: string) => ({
  kind: 'account_changed' as const,
  /** Of a craftsman, who asks the company (D-35: 70 characters). */
  sms: `【${platform.settings.appName}】${heading}。お心当たりのない場合は、会社にお知らせください。`,
  subject: `【${platform.settings.appName}】${heading}`,
  body: `${name} 様\n\n${heading}。${rest}\n\nお心当たりのない場合は、すぐに社内の管理者にお知らせいただくか、お電話でお問い合わせください。\n${platform.settings.callCenterPhone}\n`,
})

export const notifyOfChange = (
  platform: Named,
  db: Db,
  clientId: ClientId | null,
  owner: Addressee,
  change: AccountChange,
): Promise<void> => tellOwner(db, clientId, owner, changeNotice(platform, owner, change))
