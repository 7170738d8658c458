import type { Db } from '../../platform/database/database.ts'
import { containing, listing, type ListQuery } from '../../platform/database/listing.ts'
import { rowsOf } from '../../platform/database/rows.ts'
import { platformTableOf } from '../account-queries.ts'

/** Accounts of the platform: of no client, each kind in a table of its own (D-13). */
export type PlatformKind = 'admin' | 'operator'

export interface PlatformAccountRow {
  id: number
  name: string
  email: string
  unconfirmed_email: string | null
  email_needs_consent: boolean
  email_changes_at: Date | null
  is_opened: boolean
  phone: string | null
  login_id: string
  second_factor_enabled: boolean
  last_sign_in_at: Date | null
  created_at: Date
  updated_at: Date
}

const admins = `select ad.id, ad.name, ad.email, ad.unconfirmed_email, ad.email_needs_consent, ad.email_changes_at,
    (ad.last_sign_in_at is not null or ad.password_digest is not null) as is_opened, ad.phone, ad.login_id, ad.last_sign_in_at,
    ad.created_at, ad.updated_at, exists (select from second_factors sf where sf.strategy = 'admin' and sf.client_id is null and sf.account_id = ad.id
      and sf.secret is not null) as second_factor_enabled
  from admins ad where ad.discarded_at is null`
const operators = `select op.id, op.name, op.email, op.unconfirmed_email, op.email_needs_consent, op.email_changes_at,
    (op.last_sign_in_at is not null or op.password_digest is not null) as is_opened, op.phone, op.login_id, op.last_sign_in_at,
    op.created_at, op.updated_at, exists (select from second_factors sf where sf.strategy = 'operator' and sf.client_id is null and sf.account_id = op.id
      and sf.secret is not null) as second_factor_enabled
  from operators op where op.discarded_at is null`

/** Admins or operators by part of their name, login id or address. */
export const listPlatformAccounts = (db: Db, kind: PlatformKind, query: ListQuery, name: string | undefined) =>
  kind === 'admin'
    ? listing<PlatformAccountRow>(
        db,
        `${admins} and ($1::text is null or ad.name ilike $1 or ad.login_id ilike $1 or ad.email ilike $1)`,
        [containing(name)],
        query,
      )
    : listing<PlatformAccountRow>(
        db,
        `${operators} and ($1::text is null or op.name ilike $1 or op.login_id ilike $1 or op.email ilike $1)`,
        [containing(name)],
        query,
      )

export const findPlatformAccountById = async (db: Db, kind: PlatformKind, id: number) =>
  (kind === 'admin'
    ? await rowsOf<PlatformAccountRow>(db, `${admins} and ad.id = $1`, [id])
    : await rowsOf<PlatformAccountRow>(db, `${operators} and op.id = $1`, [id])
  )[0]

/** Holds the row of an admin or operator until the change is done. */
export const lockPlatformAccount = (db: Db, kind: PlatformKind, id: number) =>
  db
    .selectFrom(platformTableOf(kind))
    .where('id', '=', id)
    .where('discarded_at', 'is', null)
    .select(eb => [
      'id',
      'login_id',
      'name',
      'email',
      'phone',
      eb.or([eb('last_sign_in_at', 'is not', null), eb('password_digest', 'is not', null)]).as('is_opened'),
    ])
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Every admin who can sign in, held in the order of their ids: who deletes one waits for whoever deletes another, and then counts. */
export const lockOpenedAdmins = async (db: Db): Promise<number[]> =>
  (
    await db
      .selectFrom('admins')
      .where('discarded_at', 'is', null)
      .where('password_digest', 'is not', null)
      .select('id')
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
  ).map(({ id }) => id)

export interface NewPlatformAccount {
  login_id: string
  name: string
  email: string
  phone?: string | null
  /** Where the command line sets it; absent: the person does, by the link of an invitation. */
  password_digest?: string
}

export const insertPlatformAccount = async (db: Db, kind: PlatformKind, account: NewPlatformAccount): Promise<number> =>
  (await db.insertInto(platformTableOf(kind)).values(account).returning('id').executeTakeFirstOrThrow()).id

export const updatePlatformAccount = (
  db: Db,
  kind: PlatformKind,
  id: number,
  change: { name?: string; email?: string; phone?: string | null; login_id?: string; updated_at: Date; discarded_at?: Date },
) => db.updateTable(platformTableOf(kind)).set(change).where('id', '=', id).execute()
