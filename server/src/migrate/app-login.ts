import { createHmac } from 'node:crypto'
import pg from 'pg'
import { Refusal } from '../platform/refusal.ts'
import { appRole } from './app-role.ts'
import { codeOf, messageOf } from '../platform/http/error-code.ts'

/**
 * The application's own login on the owner's server (review M8): it is nobody's owner, so no `reset role` leads anywhere. Its name and its
 * password follow from the owner's, so that every process that may migrate knows them, nothing has to be kept, and installations of
 * different owners on one server do not meet. Without a password there is nothing that only we know: a Refusal.
 */
export const applicationUrlOf = (ownerUrl: string): string => {
  const url = new URL(ownerUrl)
  if (url.password === '')
    throw new Refusal(
      'DATABASE_URL にパスワードがないため、アプリケーション用のログインを決められません。DATABASE_APP_URL で指定してください。(Without a password in DATABASE_URL, set DATABASE_APP_URL.)',
    )
  const loginName = `${decodeURIComponent(url.username).slice(0, 50)}_login`
  const secret = decodeURIComponent(url.password)
  url.username = encodeURIComponent(loginName)
  url.password = createHmac('sha256', secret).update(`${appRole} ${loginName}`).digest('base64url')
  return url.href
}

/** The server of one URL with the name and password of another: work that needs a whole session goes past a pooler this way. */
export const withLoginOf = (serverUrl: string, loginUrl: string): string => {
  const url = new URL(serverUrl)
  const { username, password } = new URL(loginUrl)
  url.username = username
  url.password = password
  return url.href
}

/**
 * Limits of every connection of the application, kept by the server itself, so that they hold through a pooler too. Requests give up
 * after seven seconds (`platform/database/pool.ts`): what they asked must not go on for long without them.
 */
const limits = { statement_timeout: '6s', lock_timeout: '5s', idle_in_transaction_session_timeout: '30s' } as const

/**
 * Makes sure that the login of `loginUrl` exists, opens with that password, is a member of the application's role and has its limits.
 * Logins belong to the whole cluster, so another database's migration may be doing the same at this moment.
 */
export const ensureAppLogin = async (owner: pg.Client, loginUrl: string): Promise<void> => {
  await refuseStrong(owner, nameOf(loginUrl))
  let reason = 'ログインできません'
  for (let tries = 0; tries < 5; tries += 1) {
    if (await isReady(owner, loginUrl)) return
    try {
      await makeLogin(owner, loginUrl)
    } catch (error) {
      const code = codeOf(error)
      const message = messageOf(error)
      reason = message
      // 42710, 23505: made by another process; XX000 «tuple concurrently updated»: changed by one.
      if (!['42710', '23505', 'XX000'].includes(code ?? '')) break
    }
  }
  if (await isReady(owner, loginUrl)) return
  throw new Refusal(
    `アプリケーション用のログインを用意できません: ${reason}。管理者がログインを作り、DATABASE_APP_URL で指定してください。(Cannot make the application's login; let an administrator make one and set DATABASE_APP_URL.)`,
  )
}

/** A login that is stronger than the application may be is somebody's own: it is neither taken nor changed. */
const refuseStrong = async (owner: pg.Client, name: string): Promise<void> => {
  const { rowCount } = await owner.query(
    'select from pg_roles where rolname = $1 and (rolsuper or rolbypassrls or rolname = current_user)',
    [name],
  )
  if (rowCount === 0) return
  throw new Refusal(
    `データベースのログイン ${name} は表の所有者か、行レベルセキュリティを回避できる権限を持っています。DATABASE_APP_URL にはアプリケーション専用のログインを指定してください。(DATABASE_APP_URL must name a login of the application alone.)`,
  )
}

const nameOf = (loginUrl: string): string => decodeURIComponent(new URL(loginUrl).username)

const isReady = async (owner: pg.Client, loginUrl: string): Promise<boolean> => {
  const { rows } = await owner.query<{ is_member: boolean; rolconfig: string[] | null }>(
    `select pg_has_role(rolname, $2, 'USAGE') as is_member, rolconfig from pg_roles where rolname = $1 and rolcanlogin`,
    [nameOf(loginUrl), appRole],
  )
  const [role] = rows
  if (!role?.is_member) return false
  const isLimited = Object.entries(limits).every(([name, value]) => role.rolconfig?.includes(`${name}=${value}`))
  return isLimited && (await opens(loginUrl))
}

const opens = async (loginUrl: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: loginUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    // Wrong password, or no such login; anything else is not ours to mend by another password.
    if (['28P01', '28000'].includes(codeOf(error) ?? '')) return false
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

const makeLogin = async (owner: pg.Client, loginUrl: string): Promise<void> => {
  const name = owner.escapeIdentifier(nameOf(loginUrl))
  const password = owner.escapeLiteral(decodeURIComponent(new URL(loginUrl).password))
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [nameOf(loginUrl)])
  if (rowCount === 0)
    await owner.query(`create role ${name} login password ${password} nosuperuser nobypassrls nocreatedb nocreaterole noreplication`)
  else await owner.query(`alter role ${name} login password ${password}`)
  await owner.query(`grant ${appRole} to ${name} with inherit true`)
  for (const [setting, value] of Object.entries(limits)) await owner.query(`alter role ${name} set ${setting} = '${value}'`)
}
