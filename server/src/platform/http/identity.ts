import type { ClientActor, ClientId, Kind, SessionActor } from '@toguchi/domain/access/actor'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../database/database.ts'
import { clientCodeOfHost } from './hosts.ts'
import { type LastWrite, lastWriteOf, type LastWriteRow, sessionStatementWithWrite } from './last-write.ts'
import type { Platform } from '../platform.ts'
import { clientUnavailable, contractEnded, forbidden, refused, signInFirst } from './problem.ts'
import { newToken, sha256 } from '../secrets.ts'

export type Strategy = 'user' | 'resident' | 'admin' | 'operator'

/** A session as the caller's token found it. */
export interface Session {
  id: number
  strategy: Strategy
  clientCode: string | null
  clientStatus: 'contracted' | 'terminated' | null
  passwordChangeRequired: boolean
  /**
   * The headers of the token that is current now: the presented one, or the newer one that this answer carries. None for a token in its
   * minute of grace: whoever lost the race keeps what the winner stored (D-39).
   */
  currentHeaders: Record<string, string> | null
  /** How long ago it wrote, where reads may go to replicas; null elsewhere. */
  lastWrite: LastWrite | null
  actor: SessionActor
}

/** The caller's session, for endpoints that no guest may knock at: tells the compiler so. */
export const demandSession = (session: Session | null): Session => {
  if (!session) throw signInFirst()
  return session
}

export interface Guest {
  kind: 'guest'
  clientId: null
}

export interface Identity {
  session: Session | null
  actor: Guest | SessionActor
}

const day = 24 * 60 * 60 * 1000
/** Lifespan of a session (G-ACC-04). */
export const sessionLifetime = 14 * day
const renewBefore = day
const previousStaysGood = 60_000

interface SessionRow {
  session_id: number
  strategy: Strategy
  client_key: string
  uid: string
  is_current: boolean
  expires_at: Date
  last_used_at: Date | null
  kind: Kind
  account_id: number
  client_id: ClientId | null
  client_cd: string | null
  client_status: 'contracted' | 'terminated' | null
  contractor_id: number | null
  primary_contractor_id: number | null
  can_register_staff: boolean
  password_change_required: boolean
  room_id: number | null
  construction_id: number | null
}
type SessionWithWrite = SessionRow & Partial<LastWriteRow>

/** The statement behind every request; the bench's bare server runs the same one. */
export const sessionStatement = 'select * from session_actor($1, $2)'

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** The token that the caller presents: the four headers first; junk in Authorization is ignored when they are good (D-14). */
const presentedTokens = (request: FastifyRequest): { token: string; client: string | undefined; uid: string | undefined }[] => {
  const client = header(request, 'client')
  const uid = header(request, 'uid')
  const own = header(request, 'access-token')
  const bearer = /^Bearer\s+([\w-]{20,200})$/i.exec(header(request, 'authorization') ?? '')?.[1]
  const tokens = [own, bearer].filter((token): token is string => token !== undefined)
  return [...new Set(tokens)].map(token => ({ token, client, uid }))
}

const clientOfRow = ({ client_id }: SessionRow): ClientId => {
  if (client_id === null) throw new Error('users and residents belong to a client')
  return client_id
}

const actorOf = (row: SessionRow): Session['actor'] => {
  const id = row.account_id
  switch (row.kind) {
    case 'admin':
    case 'operator':
      return { kind: row.kind, id, clientId: null }
    case 'staffAdmin':
      return { kind: 'staffAdmin', id, clientId: clientOfRow(row) }
    case 'staff':
      return { kind: 'staff', id, clientId: clientOfRow(row), canRegisterStaff: row.can_register_staff }
    case 'craftsman':
      return {
        kind: 'craftsman',
        id,
        partOf: clientOfRow(row),
        contractorId: row.contractor_id ?? 0,
        primaryContractorId: row.primary_contractor_id,
      }
    case 'resident':
      return { kind: 'resident', id, partOf: clientOfRow(row), constructionId: row.construction_id ?? 0, roomId: row.room_id ?? 0 }
    case 'guest':
      throw new Error('a session never belongs to a guest')
  }
}

/** The headers of a session, as devise_token_auth writes them (D-14). */
export const tokenHeaders = (session: { token: string; clientKey: string; uid: string; expiresAt: Date }): Record<string, string> => ({
  'access-token': session.token,
  client: session.clientKey,
  uid: session.uid,
  'token-type': 'Bearer',
  expiry: String(Math.floor(session.expiresAt.getTime() / 1000)),
})

/**
 * Under a day left: a newer token goes out in the headers, once. Who loses the race for the renewal sends nothing (D-14). Returns the
 * headers of the token that is current afterwards, when this caller has it.
 */
const renew = async (platform: Platform, row: SessionRow, token: string, reply: FastifyReply): Promise<Session['currentHeaders']> => {
  const now = platform.now()
  if (!row.is_current) return null
  const { client_key: clientKey, uid } = row
  if (row.expires_at.getTime() - now.getTime() >= renewBefore) return tokenHeaders({ token, clientKey, uid, expiresAt: row.expires_at })
  const fresh = newToken()
  const expiresAt = new Date(now.getTime() + sessionLifetime)
  const won = await platform.pool.write(null, db =>
    db
      .updateTable('sessions')
      .set({
        token_hash: sha256(fresh),
        previous_token_hash: sha256(token),
        previous_valid_until: new Date(now.getTime() + previousStaysGood),
        expires_at: expiresAt,
      })
      .where('id', '=', row.session_id)
      .where('token_hash', '=', sha256(token))
      .returning('id')
      .executeTakeFirst(),
  )
  if (!won) return null
  const headers = tokenHeaders({ token: fresh, clientKey, uid, expiresAt })
  reply.headers(headers)
  return headers
}

const useNotedEvery = 10 * 60_000
const longestUserAgent = 200

/** When, from where and with what a session was last used, for its owner's list: written by its first request, and then every ten minutes. */
const noteUse = async (platform: Platform, row: SessionRow, request: FastifyRequest): Promise<void> => {
  const now = platform.now()
  const { last_used_at: before } = row
  if (before !== null && now.getTime() - before.getTime() < useNotedEvery) return
  const user_agent = header(request, 'user-agent')?.slice(0, longestUserAgent) ?? null
  await platform.pool.write(null, db =>
    db
      .updateTable('sessions')
      .set({ last_used_at: now, address: request.ip, user_agent })
      .where('id', '=', row.session_id)
      // Of many requests at once, one writes.
      .where('last_used_at', before === null ? 'is' : '=', before)
      .execute(),
  )
}

/**
 * Who is calling, from the headers alone. `strategies` are the only ones worth anything here; a token of another is a guest's.
 * Throws for users and residents of a terminated client (G-ACC-10).
 */
export const identify = async (
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  strategies: readonly Strategy[] | undefined,
): Promise<Identity> => {
  for (const { token, client, uid } of presentedTokens(request)) {
    const statement = platform.replicas.maxLagSeconds === null ? sessionStatement : sessionStatementWithWrite
    const [row] = await platform.pool.ask<SessionWithWrite>(statement, [sha256(token), platform.now()])
    if (!row || (client !== undefined && client !== row.client_key)) continue
    if (uid !== undefined && uid !== row.uid) continue
    if (strategies && !strategies.includes(row.strategy)) continue
    if (row.client_status === 'terminated') throw contractEnded()
    const currentHeaders = await renew(platform, row, token, reply)
    await noteUse(platform, row, request)
    const actor = actorOf(row)
    const session: Session = {
      id: row.session_id,
      strategy: row.strategy,
      clientCode: row.client_cd,
      clientStatus: row.client_status,
      passwordChangeRequired: row.password_change_required,
      currentHeaders,
      lastWrite: lastWriteOf(row),
      actor,
    }
    return { session, actor }
  }
  return { session: null, actor: { kind: 'guest', clientId: null } }
}

/**
 * The client a request is about. Users and residents: their own, and a host that names another is refused (G-API-03).
 * Admins and operators: the host, else the header x-client-code (D-19); operators see contracted clients only, admins are told in
 * `x-client-status` which it is.
 */
export const clientOf = async (
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
): Promise<ClientActor> => {
  const hostCode = clientCodeOfHost(platform.settings.apiHostTemplate, request.headers.host)
  const { actor } = session
  if (actor.kind !== 'admin' && actor.kind !== 'operator') {
    if (hostCode !== null && hostCode !== session.clientCode) throw forbidden()
    return actor
  }
  const code = hostCode ?? header(request, 'x-client-code')
  if (code === undefined) throw refused('企業が選択されていません。', 'no_selected_schema')
  const client = await platform.pool.read(null, (db: Db) =>
    db.selectFrom('clients').where('cd', '=', code).where('discarded_at', 'is', null).select(['id', 'status']).executeTakeFirst(),
  )
  if (!client) throw clientUnavailable('選択していた企業は利用できなくなりました。企業を選び直してください。')
  if (actor.kind === 'operator' && client.status === 'terminated')
    throw clientUnavailable('選択していた企業の契約が終了しました。企業を選び直してください。')
  if (actor.kind === 'admin') reply.header('x-client-status', client.status)
  return { ...actor, clientId: client.id }
}
