import type { SessionActor } from '@toguchi/domain/access/actor'
import { type PlatformAccount, platformAccounts } from '@toguchi/domain/accounts/platform-accounts-contract'
import { alreadySignedInText } from '@toguchi/domain/accounts/staffs-policy'
import { toInstant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { ListQuery } from '../../platform/database/listing.ts'
import { answers } from '../../platform/http/mount.ts'
import { notFound, refused } from '../../platform/http/problem.ts'
import type { Platform } from '../../platform/platform.ts'
import { confirmAgain, withdrawAddress } from '../addresses/waiting-address.ts'
import { type GuardedAccount, liftLock, listLocks, type Lock, ownLockText, presentLock } from '../lock-outs/locks.ts'
import {
  findPlatformAccountById,
  listPlatformAccounts,
  lockPlatformAccount,
  type NewPlatformAccount,
  type PlatformAccountRow,
  type PlatformKind,
} from './platform-account-queries.ts'
import {
  changePlatformAccount,
  createPlatformAccount,
  discardPlatformAccount,
  invitePlatformAccountAgain,
  isOwn,
  recordLiftedLock,
  refuseLastAdmin,
} from './save-platform-account.ts'

interface Call {
  platform: Platform
  db: Db
  actor: Extract<SessionActor, { kind: 'admin' }>
}
type CallOf = Call & { params: { id: number } }

const present = (row: PlatformAccountRow, lock?: Lock): PlatformAccount => ({
  ...row,
  email_changes_at: toInstant(row.email_changes_at),
  ...presentLock(lock),
  last_sign_in_at: toInstant(row.last_sign_in_at),
  created_at: toInstant(row.created_at),
  updated_at: toInstant(row.updated_at),
})

/** What is asked of accounts of one kind, alike for both (G-ADM-09). */
const accountsOf = (kind: PlatformKind) => {
  const accountOf = (accountId: number) => ({ strategy: kind, clientId: null, accountId })
  const guarded = ({ id, login_id }: { id: number; login_id: string }): GuardedAccount => ({
    ...accountOf(id),
    door: kind,
    loginId: login_id,
  })

  const presentAll = async ({ platform, db }: Call, rows: readonly PlatformAccountRow[]) => {
    const locks = await listLocks(db, rows.map(guarded), platform.now())
    return rows.map(row => present(row, locks.get(row.id)))
  }
  const show = async (call: Call, id: number): Promise<PlatformAccount> => {
    const row = await findPlatformAccountById(call.db, kind, id)
    const [account] = row ? await presentAll(call, [row]) : []
    if (!account) throw notFound()
    return account
  }
  const lock = async (db: Db, id: number) => {
    const row = await lockPlatformAccount(db, kind, id)
    if (!row) throw notFound()
    return row
  }

  return {
    list: async (call: Call, query: ListQuery, name: string | undefined) => {
      const { rows, ...rest } = await listPlatformAccounts(call.db, kind, query, name)
      return { accounts: await presentAll(call, rows), ...rest }
    },
    show: (call: CallOf) => show(call, call.params.id),
    create: async (call: Call, account: NewPlatformAccount) =>
      show(call, await createPlatformAccount(call.platform, call.db, call.actor, kind, account)),
    change: async (call: CallOf, change: Parameters<typeof changePlatformAccount>[5]) => {
      const before = await lock(call.db, call.params.id)
      await changePlatformAccount(call.platform, call.db, call.actor, kind, before, change)
      return show(call, before.id)
    },
    inviteAgain: async (call: CallOf) => {
      const account = await lock(call.db, call.params.id)
      if (account.is_opened) throw refused(alreadySignedInText, 'already_signed_in')
      await invitePlatformAccountAgain(call.platform, call.db, call.actor, kind, account)
      return show(call, account.id)
    },
    confirmAgain: async (call: CallOf) => {
      const { id } = await lock(call.db, call.params.id)
      await confirmAgain(call.platform, call.db, accountOf(id))
      return show(call, id)
    },
    withdrawAddress: async (call: CallOf) => {
      const { id } = await lock(call.db, call.params.id)
      await withdrawAddress(call.db, accountOf(id), call.platform.now())
      return show(call, id)
    },
    liftLock: async (call: CallOf) => {
      const account = await lock(call.db, call.params.id)
      if (isOwn(call.actor, kind, account.id)) throw refused(ownLockText, 'own_account')
      await liftLock(call.platform, call.db, guarded(account))
      await recordLiftedLock(call.db, call.actor, kind, account.id)
      return show(call, account.id)
    },
    discard: async ({ platform, db, actor, params }: CallOf) => {
      if (kind === 'admin') await refuseLastAdmin(db, params.id)
      await discardPlatformAccount(platform, db, actor, kind, await lock(db, params.id))
    },
  }
}

const admins = accountsOf('admin')
const operators = accountsOf('operator')
const invited = '招待メールを送信しました。'
const confirming = '確認のメールを送信しました。'
const withdrawn = 'メールアドレスの変更を取り消しました。'
const lifted = 'ロックを解除しました。'

export const platformAccountsRoutes = answers(platformAccounts, {
  'GET /api/admins': async ({ query, ...call }) => {
    const { accounts, ...rest } = await admins.list(call, query, query.admin?.name)
    return { admins: accounts, ...rest }
  },
  'POST /api/admins': async call => ({ message: '管理者を登録しました。', admin: await admins.create(call, call.body.admin) }),
  'GET /api/admins/:id': async call => ({ admin: await admins.show(call) }),
  'PATCH /api/admins/:id': async call => ({ message: '管理者を更新しました。', admin: await admins.change(call, call.body.admin) }),
  'POST /api/admins/:id/invitation': async call => ({ message: invited, admin: await admins.inviteAgain(call) }),
  'POST /api/admins/:id/email_confirmation': async call => ({ message: confirming, admin: await admins.confirmAgain(call) }),
  'DELETE /api/admins/:id/email_confirmation': async call => ({ message: withdrawn, admin: await admins.withdrawAddress(call) }),
  'DELETE /api/admins/:id/lock': async call => ({ message: lifted, admin: await admins.liftLock(call) }),
  'DELETE /api/admins/:id': async call => {
    await admins.discard(call)
    return { message: '管理者を削除しました。' }
  },

  'GET /api/operators': async ({ query, ...call }) => {
    const { accounts, ...rest } = await operators.list(call, query, query.operator?.name)
    return { operators: accounts, ...rest }
  },
  'POST /api/operators': async call => ({
    message: 'オペレーターを登録しました。',
    operator: await operators.create(call, call.body.operator),
  }),
  'GET /api/operators/:id': async call => ({ operator: await operators.show(call) }),
  'PATCH /api/operators/:id': async call => ({
    message: 'オペレーターを更新しました。',
    operator: await operators.change(call, call.body.operator),
  }),
  'POST /api/operators/:id/invitation': async call => ({ message: invited, operator: await operators.inviteAgain(call) }),
  'POST /api/operators/:id/email_confirmation': async call => ({ message: confirming, operator: await operators.confirmAgain(call) }),
  'DELETE /api/operators/:id/email_confirmation': async call => ({ message: withdrawn, operator: await operators.withdrawAddress(call) }),
  'DELETE /api/operators/:id/lock': async call => ({ message: lifted, operator: await operators.liftLock(call) }),
  'DELETE /api/operators/:id': async call => {
    await operators.discard(call)
    return { message: 'オペレーターを削除しました。' }
  },
})
