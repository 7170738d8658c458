import type { ClientId } from '@toguchi/domain/access/actor'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Strategy } from '../../platform/http/identity.ts'
import { rowsAsTable } from '../../platform/database/rows.ts'
import type { Account, Accounts } from '../account.ts'

/** What a link is for. */
export const linkPurposes = ['password', 'email', 'email_consent', 'auto_login', 'second_factor', 'invitation', 'sign_in'] as const

export type LinkPurpose = (typeof linkPurposes)[number]

export const insertOneTimeToken = (db: Db, token: Account & { purpose: LinkPurpose; tokenHash: Buffer; expiresAt: Date }) =>
  db
    .insertInto('one_time_tokens')
    .values({
      purpose: token.purpose,
      strategy: token.strategy,
      client_id: token.clientId,
      account_id: token.accountId,
      token_hash: token.tokenHash,
      expires_at: token.expiresAt,
    })
    .execute()

export const insertOneTimeTokens = (
  db: Db,
  tokens: readonly {
    purpose: LinkPurpose
    strategy: Strategy
    client_id: ClientId | null
    account_id: number
    token_hash: Buffer
    expires_at: Date
  }[],
) =>
  sql`insert into one_time_tokens (purpose, strategy, client_id, account_id, token_hash, expires_at)
    select given.* from ${rowsAsTable(tokens, {
      purpose: 'text',
      strategy: 'text',
      client_id: 'bigint',
      account_id: 'bigint',
      token_hash: 'bytea',
      expires_at: 'timestamptz',
    })} returning id`.execute(db)

export const findOneTimeToken = (db: Db, purpose: LinkPurpose, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('one_time_tokens')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .select(['id', 'strategy', 'client_id', 'account_id'])
    .executeTakeFirst()

/** Why an invitation ended before anybody used it. */
export type InvitationEnd = 'superseded' | 'withdrawn'

/** Says of the invitations of accounts that are about to end why they do; a newer one that is withdrawn leaves nothing that the older could lead to. */
export const markInvitationsEnded = (db: Db, { strategy, clientId, accountIds }: Accounts, endedAs: InvitationEnd) =>
  db
    .updateTable('one_time_tokens')
    .set({ ended_as: endedAs })
    .where('strategy', '=', strategy)
    .where('account_id', 'in', accountIds)
    .where('client_id', 'is not distinct from', clientId)
    .where('purpose', 'in', ['password', 'invitation'])
    .where(eb =>
      endedAs === 'withdrawn' ? eb.or([eb('used_at', 'is', null), eb('ended_as', '=', 'superseded')]) : eb('used_at', 'is', null),
    )
    .execute()

/** A link that opens nothing any more, while it is still known. */
export const findEndedToken = (db: Db, purpose: LinkPurpose, tokenHash: Buffer) =>
  db
    .selectFrom('one_time_tokens')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .select(['strategy', 'client_id', 'account_id', 'ended_as'])
    .executeTakeFirst()

/** Takes a link's token, once: the loser of a race gets nothing. */
export const redeemOneTimeToken = (db: Db, purpose: LinkPurpose, tokenHash: Buffer, now: Date) =>
  db
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['strategy', 'client_id', 'account_id'])
    .executeTakeFirst()

/** Links of accounts that were sent and not used yet lead nowhere from now on. */
export const revokeOneTimeTokens = (db: Db, { strategy, clientId, accountIds }: Accounts, purposes: readonly LinkPurpose[], now: Date) =>
  db
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('strategy', '=', strategy)
    .where('account_id', 'in', accountIds)
    .where('client_id', 'is not distinct from', clientId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()

/** A craftsman's link is known for a month after its end: whoever opens it is told what became of it, and has a new one sent there. */
const knownAfterwards = 30 * 24 * 60 * 60_000

/** An invitation that ended otherwise than by its use stays until its day: whoever opens it is told why. */
export const deleteSpentTokens = (db: Db, now: Date) =>
  db
    .deleteFrom('one_time_tokens')
    .where(eb =>
      eb.or([
        eb.and([eb('sent_to', 'is', null), eb('used_at', 'is not', null), eb('ended_as', 'is', null)]),
        eb.and([eb('sent_to', 'is', null), eb('expires_at', '<=', now)]),
        eb('expires_at', '<=', new Date(now.getTime() - knownAfterwards)),
      ]),
    )
    .execute()
