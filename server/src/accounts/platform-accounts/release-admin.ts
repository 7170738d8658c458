import { connect } from '../../platform/database/pool.ts'
import type { ServerSettings } from '../../platform/settings.ts'
import { platformSubject, recordPlatformEvent } from '../account-events.ts'
import { endAccess } from '../sessions/end-access.ts'
import { findPlatformAccount } from '../account-queries.ts'
import { deleteSecondFactors } from '../second-factor/second-factor-queries.ts'
import { notifyOfChange } from '../notify-account.ts'

/**
 * Takes the second factor from an administrator who lost it, from the command line: when nobody else is left who could. Everything that
 * was handed out for the account ends, and its address is told. Throws a sentence.
 */
export const releaseAdmin = async (
  settings: Pick<ServerSettings, 'databaseUrl' | 'appName' | 'callCenterPhone'>,
  loginId: string,
): Promise<void> => {
  const pool = connect(settings.databaseUrl, { max: 1 })
  try {
    await pool.write(null, async db => {
      const admin = await findPlatformAccount(db, 'admins', loginId)
      if (!admin) throw new Error(`管理者 ${loginId} は見つかりません。`)
      const accounts = { strategy: 'admin' as const, clientId: null, accountIds: [admin.id] }
      if ((await deleteSecondFactors(db, accounts)) === 0) throw new Error(`管理者 ${loginId} に二段階認証は設定されていません。`)
      await endAccess(db, accounts, new Date())
      await recordPlatformEvent(db, { kind: 'admins.second_factor_reset', actor: 'system', subject: platformSubject('admin', admin.id) })
      await notifyOfChange({ settings }, db, null, admin, 'second_factor_reset')
    })
  } finally {
    await pool.close()
  }
}
