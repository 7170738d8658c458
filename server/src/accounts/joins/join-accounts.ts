import { randomUUID } from 'node:crypto'
import type { JoinContact } from '@toguchi/domain/accounts/joined-accounts'
import type { JoinedAccount } from '@toguchi/domain/accounts/joined-accounts-contract'
import { toInstant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { notFound, refused } from '../../platform/http/problem.ts'
import type { Platform } from '../../platform/platform.ts'
import { sha256 } from '../../platform/secrets.ts'
import { issueOneTimeToken, linkLifetimes } from '../links/one-time-links.ts'
import { checkCode, type ClientAccount, codeEnded, codeWrong, contactOf, pairOf, reachedBy, sendCode, spendCode } from './contact-codes.ts'
import {
  endJoins,
  findContact,
  findJoinRequest,
  findPerson,
  insertJoin,
  type JoinedRow,
  listJoined,
  mergePersons,
  type UserOfClient,
} from './join-queries.ts'

/** Sends six digits to the contact of an account (D-40): whoever answers them from another account holds both. */
export const sendJoinCode = async (platform: Platform, account: ClientAccount, contact: JoinContact) => {
  const { message, token, expiresAt } = await sendCode(platform, account, contact, 'join')
  return { message, join_token: token, expires_at: toInstant(expiresAt) }
}

const otherContactTexts: Readonly<Record<JoinContact, string>> = {
  phone: 'このアカウントの電話番号は、コードをお送りした番号と違います。同じ番号のアカウントだけをまとめられます。',
  email: 'このアカウントのメールアドレスは、コードをお送りした宛先と違います。同じ宛先のアカウントだけをまとめられます。',
}

/** Joins the account that asks to the one whose code it brings. See the contract for its refusals. */
export const joinAccounts = async (platform: Platform, account: ClientAccount, { token, code }: { token: string; code: string }) => {
  const own = await contactOf(platform, pairOf(account))
  const asked = await platform.pool.read(null, db => findJoinRequest(db, sha256(token)))
  // Read before the request is held: a transaction of no client sees no people.
  const other = asked && (await platform.pool.read(asked.client_id, db => findContact(db, asked.client_id, asked.user_id)))
  if (!other) throw codeEnded()
  const isSame = asked.sent_to === reachedBy(own, asked.contact)
  const result = await platform.pool.write(null, async db => {
    const request = await checkCode(platform, db, { token, code, purpose: 'join' })
    if (typeof request === 'string') return request
    if (request.client_id === account.clientId && request.user_id === account.accountId) return 'same'
    if (!isSame) return 'other'
    await spendCode(platform, db, request)
    await joinPair(db, request, pairOf(account), platform.now())
    return 'joined'
  })
  if (result === 'ended') throw codeEnded()
  if (result === 'wrong') throw codeWrong()
  if (result === 'same')
    throw refused('コードをお送りしたアカウントと同じです。もう一方のアカウントでログインしてください。', 'same_account')
  if (result === 'other') throw refused(otherContactTexts[asked.contact], 'other_contact')
}

const joinPair = async (db: Db, first: UserOfClient, second: UserOfClient, now: Date) => {
  const [person, other] = [await findPerson(db, first), await findPerson(db, second)]
  const one = person ?? other ?? randomUUID()
  if (other !== null && other !== one) await mergePersons(db, other, one)
  await insertJoin(db, first, one, now)
  await insertJoin(db, second, one, now)
}

const listAccountsOfPerson = (platform: Platform, account: ClientAccount): Promise<JoinedRow[]> =>
  platform.pool.read(null, async db => {
    const person = await findPerson(db, pairOf(account))
    return person === null ? [] : listJoined(db, person)
  })

/** Every account of the person who asks, the asking one among them; none while it is joined to nothing. */
export const showJoinedAccounts = async (platform: Platform, account: ClientAccount): Promise<JoinedAccount[]> => {
  const rows = await listAccountsOfPerson(platform, account)
  if (rows.length < 2) return []
  const accounts: JoinedAccount[] = []
  for (const { client_id, user_id, cd, client_name, joined_at } of rows) {
    const row = await platform.pool.read(client_id, db => findContact(db, client_id, user_id))
    if (!row) continue
    const current = client_id === account.clientId && user_id === account.accountId
    accounts.push({ client: { cd, name: client_name }, login_id: row.login_id, joined_at: toInstant(joined_at), current })
  }
  return accounts
}

export const leaveJoinedAccounts = async (platform: Platform, { clientId, accountId }: ClientAccount): Promise<void> => {
  if ((await platform.pool.write(clientId, db => endJoins(db, clientId, [accountId], platform.now()))) === 0) throw notFound()
}

/** A way into each of the other accounts, good once and for minutes (D-40). */
export const openJoinedAccounts = async (platform: Platform, account: ClientAccount) => {
  const rows = await listAccountsOfPerson(platform, account)
  const sessions: { client: { cd: string; name: string }; one_time_token: string }[] = []
  for (const { client_id, user_id, cd, client_name } of rows) {
    if (client_id === account.clientId && user_id === account.accountId) continue
    const living = await platform.pool.read(client_id, db => findContact(db, client_id, user_id))
    if (!living) continue
    const target = { strategy: 'user' as const, clientId: client_id, accountId: user_id }
    const { token } = await platform.pool.write(client_id, db =>
      issueOneTimeToken(platform, db, target, 'auto_login', linkLifetimes.auto_login),
    )
    sessions.push({ client: { cd, name: client_name }, one_time_token: token })
  }
  return sessions
}
