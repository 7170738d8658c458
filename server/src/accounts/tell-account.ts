import type { MessageKind } from '@toguchi/domain/messages/kinds'
import type { Db } from '../platform/database.ts'
import { enqueueMail, enqueuePlatformMail } from '../platform/outbox.ts'
import type { Platform } from '../platform/platform.ts'

export interface Addressee {
  name: string
  email: string
}

/** A mail to somebody with an account: of a client by its outbox, of the platform by the platform's. */
export const mailTo = async (
  db: Db,
  clientId: number | null,
  to: string,
  mail: { kind: MessageKind; subject: string; body: string },
): Promise<void> => {
  if (clientId === null) await enqueuePlatformMail(db, { to, ...mail })
  else await enqueueMail(db, clientId, { to: [to], ...mail })
}

const changes = {
  password: 'パスワードが変更されました',
  login_id: 'ログインIDが変更されました',
  email: 'メールアドレスが変更されました',
  email_wanted: 'メールアドレスの変更の手続きが始まりました',
  invitation_moved: 'このメールアドレスへの招待は取り消されました',
} as const
export type AccountChange = keyof typeof changes

const more: Partial<Readonly<Record<AccountChange, string>>> = {
  email_wanted: '\n新しいメールアドレスが確認されるまで、これまでのメールアドレスが使われます。',
  invitation_moved: '\n別のメールアドレスに招待をお送りしました。先にお送りしたURLと初期パスワードは使えません。',
}

/** What is said of a change, to the address that was there before it: whoever did not make it learns of it (B2). */
export const changeNotice = (platform: Platform, { name }: { name: string }, change: AccountChange) => ({
  kind: 'account_changed' as const,
  subject: `【${platform.settings.appName}】${changes[change]}`,
  body: `${name} 様\n\n${changes[change]}。${more[change] ?? ''}\n\nお心当たりのない場合は、すぐに社内の管理者にお知らせいただくか、お電話でお問い合わせください。\n${platform.settings.callCenterPhone}\n`,
})

export const tellOfChange = (
  platform: Platform,
  db: Db,
  clientId: number | null,
  { name, email }: Addressee,
  change: AccountChange,
): Promise<void> => mailTo(db, clientId, email, changeNotice(platform, { name }, change))
