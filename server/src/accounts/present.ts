import type { ClientId } from '@toguchi/domain/access/actor'
import type { LoggedInUser } from '@toguchi/domain/accounts/contract'
import { roleOfUserType } from '@toguchi/domain/accounts/labels'
import { toInstant } from '../platform/clock.ts'
import type { Platform } from '../platform/platform.ts'
import { signInFirst } from '../platform/http/problem.ts'
import type { Account } from './account.ts'
import { presentPlatformAccount, presentUser } from './present-queries.ts'

/** The person behind an account, as every sign-in and `me` answers it (spec §3 user). */
export const loggedInUser = async (platform: Platform, account: Account): Promise<LoggedInUser> => {
  if (account.strategy === 'user' && account.clientId !== null) return ofClient(platform, account.clientId, account.accountId)
  return ofPlatform(platform, account)
}

const ofClient = async (platform: Platform, clientId: ClientId, id: number): Promise<LoggedInUser> => {
  const row = await platform.pool.read(clientId, db => presentUser(db, clientId, id))
  if (!row) throw signInFirst()
  const { department_id, department_name, client_id, client_uuid, client_cd, client_name, logo_path, ...user } = row
  return {
    ...user,
    email: user.email ?? '',
    role_id: roleOfUserType[user.type],
    default_display_format: user.default_display_format,
    department: department_id === null || department_name === null ? null : { id: department_id, name: department_name },
    client: { id: client_id, uuid: client_uuid, cd: client_cd, name: client_name, logo_path },
    email_changes_at: toInstant(user.email_changes_at),
    last_sign_in_at: toInstant(user.last_sign_in_at),
    created_at: toInstant(user.created_at),
    updated_at: toInstant(user.updated_at),
  }
}

const ofPlatform = async (platform: Platform, { strategy, accountId }: Account): Promise<LoggedInUser> => {
  const table = strategy === 'admin' ? 'admins' : 'operators'
  const row = await platform.pool.read(null, db => presentPlatformAccount(db, table, accountId))
  if (!row) throw signInFirst()
  const type = strategy === 'admin' ? 'Admin' : 'Operator'
  return {
    ...row,
    type,
    role_id: roleOfUserType[type],
    default_display_format: row.default_display_format,
    department: null,
    can_register_staff: false,
    password_change_required: false,
    client: null,
    proven_phone: null,
    proven_email: null,
    has_password: true,
    contractor_id: null,
    contractor_name: null,
    primary_contractor_id: null,
    subcontract_contractor_ids: [],
    construction_ids: [],
    email_changes_at: toInstant(row.email_changes_at),
    last_sign_in_at: toInstant(row.last_sign_in_at),
    created_at: toInstant(row.created_at),
    updated_at: toInstant(row.updated_at),
  }
}
