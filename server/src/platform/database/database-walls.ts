import pg from 'pg'

/** The second wall is not there: the application must not serve. The message is the sentence for who runs it. */
export class OpenWall extends Error {}

/**
 * What one connection is, in one question: whose rights it has, or could take by `set role` or `reset role`, and whether it sees rows of
 * tenants although no client is set. The three tables are those that hold people, messages and the timeline; without a wall the question
 * ends at the first row, behind it at the primary key. (Not `exists`: a distributed engine carries what it finds between nodes, and cannot carry rows without columns.)
 */
const question = `
  select pg_backend_pid() as backend_pid, session_user as login,
    (select count(*) from pg_roles r where (r.rolsuper or r.rolbypassrls) and pg_has_role(session_user, r.oid, 'MEMBER')) > 0 as is_strong,
    (select count(*) from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and pg_has_role(session_user, c.relowner, 'MEMBER')) > 0 as is_owner,
    coalesce((select true from residents limit 1), (select true from outbox_messages limit 1), (select true from events limit 1), false) as sees_rows,
    current_setting('statement_timeout') = '0' as is_unlimited,
    (select count(*) from pg_extension where extname = 'citus') > 0 as is_coordinator`

interface Found {
  backend_pid: number
  login: string
  is_strong: boolean
  is_owner: boolean
  sees_rows: boolean
  is_unlimited: boolean
  is_coordinator: boolean
}

export interface ProvenConnection {
  /** Something stands between us and the server that hands out its connections by the transaction, or may (PgBouncer). */
  isPooled: boolean
  /** The server is the coordinator of a cluster of Citus (D-38). */
  isCoordinator: boolean
}

/**
 * Proves on a connection that row-level security binds it (review M8, M9): asked at the start and on every new connection, because a
 * pooler or a changed role removes the wall without a word. Throws an OpenWall.
 */
export const proveWalls = async (client: pg.ClientBase): Promise<ProvenConnection> => {
  const { rows } = await client.query<Found>(question)
  const [connection] = rows
  if (!connection || connection.is_strong || connection.is_owner)
    throw new OpenWall(
      `データベースのログイン ${connection?.login ?? ''} は表の所有者か、行レベルセキュリティを回避できる権限を持っています。アプリケーション専用のログイン（ロール toguchi_app のメンバー）を DATABASE_APP_URL で指定してください。(The application's login must be nobody's owner and bound by row-level security.)`,
    )
  if (connection.sees_rows)
    throw new OpenWall(
      `データベースのログイン ${connection.login} から、企業を選ばずに行が見えます。行レベルセキュリティと app.client_id の設定を確認してください。(Rows are visible without a client.)`,
    )
  if (connection.is_unlimited)
    throw new OpenWall(
      `データベースのログイン ${connection.login} に statement_timeout がありません。所有者のURLで bin/admin migrate を実行してください。(The login has no statement_timeout; run bin/admin migrate.)`,
    )
  // PostgreSQL tells its own process id when a connection opens; whoever stands between tells a number of its own.
  const serverPid = 'processID' in client ? client.processID : null
  return { isPooled: serverPid !== connection.backend_pid, isCoordinator: connection.is_coordinator }
}

/** Refuses to go on where the wall is open, or where a pooler stands before the connections that need a whole session. Throws an OpenWall. */
export const demandWallsAndSession = async (sessionUrl: string): Promise<ProvenConnection> => {
  const client = new pg.Client({ connectionString: sessionUrl, application_name: 'toguchi', connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const proven = await proveWalls(client)
    if (proven.isPooled)
      throw new OpenWall(
        '通知（LISTEN）とキューの接続がPgBouncerなどのプーラーを通っています。PostgreSQLに直接つながるURLを DATABASE_SESSION_URL（または DATABASE_URL）で指定してください。(LISTEN and the queues need a connection to the server itself: set DATABASE_SESSION_URL or DATABASE_URL.)',
      )
    return proven
  } finally {
    await client.end().catch(() => undefined)
  }
}
