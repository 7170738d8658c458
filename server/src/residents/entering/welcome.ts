import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import type { ClientId } from '@toguchi/domain/access/actor'
import { phoneWithHours } from '@toguchi/domain/messages/call-center'
import { shortMessageWithLink } from '@toguchi/domain/messages/short-message'
import { shortPagePath } from '@toguchi/domain/residents/short-link'
import { findCallCenter } from '../../messages/messages.ts'
import { enqueueMail, enqueueText } from '../../platform/messages/outbox.ts'
import { findLineUser } from '../../platform/messages/line-links.ts'
import { originFor } from '../../accounts/accounts.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { loggedInResident } from '../present.ts'
import { findResident } from '../queries.ts'
import { contactsOf } from '../contacts/notify-resident.ts'

/** What one should keep after registering: the login ID and where it is asked for. By mail, else by LINE or as a short message, else nothing. */
export const welcome = async (platform: Platform, db: Db, clientId: ClientId, id: number): Promise<void> => {
  const row = await findResident(db, clientId, id)
  if (!row) return
  const resident = await loggedInResident(db, { partOf: clientId, id: id })
  const origin = await originFor(platform, db, clientId)
  const url = `${origin}${resident.login_path}`
  const said = `のご登録が完了しました。ログインID ${resident.login_id ?? ''}`
  const { appName } = platform.settings
  const callCenter = await findCallCenter(platform, db, clientId, resident.construction.id)
  const { mail, sms } = contactsOf(platform, row)
  const concern = {
    kind: 'registered',
    constructionId: resident.construction.id,
    roomId: resident.room.id,
    residentId: resident.id,
  } as const
  if (mail !== null)
    await enqueueMail(db, clientId, {
      ...concern,
      to: [mail],
      subject: `【${appName}】ご登録が完了しました（${resident.construction.building_name}）`,
      body: `${resident.name ?? ''} 様\n\n${resident.construction.building_name} ${addressedRoom(resident.room.name)}のご登録が完了しました。\n\nログインID：${resident.login_id ?? ''}\nログイン画面：${url}\n\nご不明な点はお電話でお問い合わせください。\n${phoneWithHours(callCenter)}\n`,
    })
  else
    await enqueueText(db, clientId, {
      ...concern,
      line: await findLineUser(db, clientId, id),
      phone: sms,
      body: shortMessageWithLink(
        { building_name: resident.construction.building_name, room_name: resident.room.name, phone: callCenter.phone },
        { withLink: said, without: `${said} お問い合わせ` },
        `${origin}${shortPagePath(resident.room.uuid)}`,
      ),
    })
}
