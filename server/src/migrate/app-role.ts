import type pg from 'pg'
import { Refusal } from '../platform/refusal.ts'

/** The role the application's connections take: it owns nothing and row-level security binds it (D-13). */
export const appRole = 'toguchi_app'

/**
 * Makes sure that the role exists, is as powerless as it must be, and that we may take it. Roles belong to the whole
 * cluster, so another database's migration may be doing the same at this moment.
 */
export const ensureAppRole = async (client: pg.Client): Promise<void> => {
  await askOrExplain(
    client,
    `create role ${appRole} nologin nosuperuser nobypassrls nocreatedb nocreaterole noreplication`,
    async () => (await findRole(client)) !== undefined,
  )
  const role = await findRole(client)
  if (role?.rolsuper || role?.rolbypassrls)
    throw new Refusal(
      `ロール ${appRole} の権限が強すぎます。SUPERUSER と BYPASSRLS を外してください。(Role ${appRole} must be neither superuser nor bypassrls.)`,
    )
  await askOrExplain(client, `grant ${appRole} to current_user with set true, inherit false`, () => mayTakeRole(client))
}

interface Role {
  rolsuper: boolean
  rolbypassrls: boolean
}

const findRole = async (client: pg.Client): Promise<Role | undefined> =>
  (await client.query<Role>('select rolsuper, rolbypassrls from pg_roles where rolname = $1', [appRole])).rows[0]

const mayTakeRole = async (client: pg.Client): Promise<boolean> =>
  (await client.query<{ may: boolean }>(`select pg_has_role(current_user, $1, 'SET') as may`, [appRole])).rows[0]?.may === true

const askOrExplain = async (client: pg.Client, statement: string, isDone: () => Promise<boolean>): Promise<void> => {
  if (await isDone()) return
  try {
    await client.query(statement)
  } catch {
    if (await isDone()) return
    throw new Refusal(
      `データベースのユーザーに権限がありません。管理者が次を実行してください: ${statement}; (The database user may not do this; let an administrator run it.)`,
    )
  }
}
