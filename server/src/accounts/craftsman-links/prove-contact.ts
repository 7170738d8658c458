import { toInstant } from '../../platform/clock.ts'
import type { JoinContact } from '@toguchi/domain/accounts/joined-accounts'
import type { Platform } from '../../platform/platform.ts'
import { recordAccountEvent } from '../account-events.ts'
import { lockAccountRow } from '../account-queries.ts'
import { checkCode, type ClientAccount, codeEnded, codeWrong, sendCode, spendCode } from '../joins/contact-codes.ts'
import { notifyOfChange } from '../notify-account.ts'
import { saveProvenContact } from './craftsman-link-queries.ts'

/** Six digits to the own telephone or address, whoever wrote it into the account. */
export const sendContactCode = async (platform: Platform, account: ClientAccount, contact: JoinContact) => {
  const { message, token, expiresAt } = await sendCode(platform, account, contact, 'proof')
  return { message, proof_token: token, expires_at: toInstant(expiresAt) }
}

/** Links that sign in go to this contact from now on; the one before is told, whose owner may not be who typed the digits. */
export const proveContact = async (platform: Platform, account: ClientAccount, { token, code }: { token: string; code: string }) => {
  const result = await platform.pool.write(account.clientId, async db => {
    const before = await lockAccountRow(db, account)
    const request = await checkCode(platform, db, { token, code, purpose: 'proof' })
    if (typeof request === 'string') return request
    if (!before || request.client_id !== account.clientId || request.user_id !== account.accountId) return 'ended'
    await spendCode(platform, db, request)
    const { sent_to } = request
    await saveProvenContact(
      db,
      account.clientId,
      account.accountId,
      request.contact === 'phone' ? { proven_phone: sent_to } : { proven_email: sent_to },
    )
    await notifyOfChange(platform, db, account.clientId, before, 'contact_proven')
    await recordAccountEvent(db, account, 'accounts.contact_proven')
    return 'proven'
  })
  if (result === 'ended') throw codeEnded()
  if (result === 'wrong') throw codeWrong()
}
