import { isMobile } from '@toguchi/domain/residents/mobile'
import type { Db } from '../platform/database.ts'
import { enqueueMail, enqueueSms } from '../platform/outbox.ts'
import type { Platform } from '../platform/platform.ts'
import type { ResidentRow } from './queries.ts'

export type Told = Pick<ResidentRow, 'name' | 'email' | 'phone' | 'phone_unproven'>

/** The number that short messages may go to: a mobile one that was proven, or that the office wrote down (D-33). */
export const smsNumberOf = ({ phone, phone_unproven }: Pick<ResidentRow, 'phone' | 'phone_unproven'>): string | null =>
  phone !== null && !phone_unproven && isMobile(phone) ? phone : null

/** Tells somebody of a change of the own account, at the contact that was there before it: by mail, else as a short message (B2). */
export const tellOfAccount = async (
  platform: Platform,
  db: Db,
  clientId: number,
  resident: Told,
  { subject, sentence, eventId }: { subject: string; sentence: string; eventId?: number },
): Promise<void> => {
  const { appName, callCenterPhone } = platform.settings
  const sms = smsNumberOf(resident)
  if (resident.email !== null)
    await enqueueMail(db, clientId, {
      to: [resident.email],
      subject: `【${appName}】${subject}`,
      body: `${resident.name ?? ''} 様\n\n${sentence}\nお心当たりのない場合は、お電話でお知らせください。\n${callCenterPhone}\n`,
      ...(eventId === undefined ? {} : { eventId }),
    })
  else if (sms !== null)
    await enqueueSms(db, clientId, {
      phone: sms,
      body: `【${appName}】${sentence}お心当たりのない場合はお電話ください ${callCenterPhone}`,
    })
}
