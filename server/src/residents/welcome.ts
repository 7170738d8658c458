import { enqueueMail, enqueueSms } from '../platform/outbox.ts'
import { originFor } from '../accounts/accounts.ts'
import type { Db } from '../platform/database.ts'
import type { Platform } from '../platform/platform.ts'
import { loggedInResident } from './present.ts'
import { findResident } from './queries.ts'
import { smsNumberOf } from './tell-resident.ts'

/** What one should keep after registering: the login ID and where it is asked for. By mail, else as a short message, else nothing. */
export const welcome = async (platform: Platform, db: Db, clientId: number, id: number): Promise<void> => {
  const row = await findResident(db, clientId, id)
  if (!row) return
  const resident = await loggedInResident(db, clientId, id)
  const url = `${await originFor(platform, db, clientId)}${resident.login_path}`
  const { appName, callCenterPhone } = platform.settings
  const sms = smsNumberOf(row)
  if (row.email !== null)
    await enqueueMail(db, clientId, {
      to: [row.email],
      subject: `【${appName}】ご登録が完了しました（${resident.construction.building_name}）`,
      body: `${resident.name ?? ''} 様\n\n${resident.construction.building_name} ${resident.room.name}号室のご登録が完了しました。\n\nログインID：${resident.login_id ?? ''}\nログイン画面：${url}\n\nご不明な点はお電話でお問い合わせください。\n${callCenterPhone}\n`,
    })
  else if (sms !== null)
    await enqueueSms(db, clientId, {
      phone: sms,
      body: `【${appName}】ご登録が完了しました。ログインID ${resident.login_id ?? ''} ${url}`,
    })
}
