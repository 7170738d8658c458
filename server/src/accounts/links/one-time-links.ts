import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../../platform/database/database.ts'
import { originOf } from '../../platform/http/hosts.ts'
import type { Platform } from '../../platform/platform.ts'
import { partsOf } from '../../platform/database/rows.ts'
import { newToken, sha256 } from '../../platform/secrets.ts'
import type { Account } from '../account.ts'
import { findClientStatus } from '../account-queries.ts'
import { insertOneTimeToken, insertOneTimeTokens, type LinkPurpose } from './link-queries.ts'

const minute = 60_000
const hour = 60 * minute

/** How long each kind of link is good (G-ACC-06, G-ACC-12, G-ACC-13, G-ACC-26). */
export const linkLifetimes = {
  auto_login: 5 * minute,
  second_factor: 10 * minute,
  password: 6 * hour,
  invitation: 7 * 24 * hour,
  email: 24 * hour,
  // Longer than what it is about can wait: a day for the answer, a day of rest, and a night (decision 025).
  email_consent: 72 * hour,
} as const

/** Makes a link's token, good once; only its hash is stored. */
export const issueOneTimeToken = async (
  platform: Platform,
  db: Db,
  account: Account,
  purpose: LinkPurpose,
  lifetime: number,
): Promise<{ token: string; expiresAt: Date }> => {
  const token = newToken()
  const expiresAt = new Date(platform.now().getTime() + lifetime)
  await insertOneTimeToken(db, { ...account, purpose, tokenHash: sha256(token), expiresAt })
  return { token, expiresAt }
}

/** The page where a password is set by link: staff, craftsmen, admins and operators share it (G-ACC-12). */
export const passwordLink = async (
  platform: Platform,
  db: Db,
  account: Account,
  lifetime: number = linkLifetimes.password,
): Promise<string> => {
  const { token } = await issueOneTimeToken(platform, db, account, 'password', lifetime)
  return pageOf(await originFor(platform, db, account.clientId), token)
}

/** The same for many people of a client who are invited together; the links in the order of their ids. */
export const invitationLinks = async (platform: Platform, db: Db, clientId: ClientId, userIds: readonly number[]): Promise<string[]> => {
  const origin = await originFor(platform, db, clientId)
  const tokens = await issueOneTimeTokens(platform, db, { strategy: 'user', clientId }, userIds, 'password', linkLifetimes.invitation)
  return tokens.map(token => pageOf(origin, token))
}

/** Tokens of links to many people, in the order of their ids. */
export const issueOneTimeTokens = async (
  platform: Platform,
  db: Db,
  { strategy, clientId }: Omit<Account, 'accountId'>,
  accountIds: readonly number[],
  purpose: LinkPurpose,
  lifetime: number,
): Promise<string[]> => {
  const expires_at = new Date(platform.now().getTime() + lifetime)
  const made = accountIds.map(account_id => ({ account_id, token: newToken() }))
  for (const part of partsOf(made))
    await insertOneTimeTokens(
      db,
      part.map(({ account_id, token }) => ({
        purpose,
        strategy,
        client_id: clientId,
        account_id,
        token_hash: sha256(token),
        expires_at,
      })),
    )
  return made.map(({ token }) => token)
}

/** Where an account signs in. */
export const loginPageFor = async (platform: Platform, db: Db, { strategy, clientId }: Omit<Account, 'accountId'>): Promise<string> => {
  const origin = await originFor(platform, db, clientId)
  return strategy === 'admin' ? `${origin}/admins/login` : strategy === 'operator' ? `${origin}/operators/login` : `${origin}/`
}

const pageOf = (origin: string, token: string) => `${origin}/password_reminder/edit?reset_password_token=${token}`

/** Origin of the pages of a client, or of the generic host. */
export const originFor = async (platform: Platform, db: Db, clientId: ClientId | null): Promise<string> => {
  const client = clientId === null ? null : await findClientStatus(db, clientId)
  return originOf(platform.settings.apiHostTemplate, client?.cd ?? null)
}
