import type { ClientId } from '@toguchi/domain/access/actor'
import type { PageOfAnswer } from '@toguchi/domain/chatbot/contract'
import type { RoundingRule } from '@toguchi/domain/money/tax'
import type { Db } from '../platform/database/database.ts'
import { clientValue } from '../platform/database/part-of-client.ts'
import { rowsOf } from '../platform/database/rows.ts'
import type { Faq } from './matching/match.ts'

/** What residents are answered, in the client's order. */
export const listPublishedFaqs = (db: Db, clientId: ClientId): Promise<Faq[]> =>
  rowsOf<Faq>(
    db,
    `select faq.id, faq.question, faq.answer, faq.keywords from faqs faq
      where faq.client_id = $1 and faq.discarded_at is null and faq.published order by faq.position, faq.id`,
    [clientId],
  )

export const insertChatbotSession = (
  db: Db,
  clientId: ClientId,
  session: { session_hash: Buffer; resident_id: number; account_session_id: number; created_at: Date; expires_at: Date },
) =>
  db
    .insertInto('chatbot_sessions')
    .values({ client_id: clientId, ...session })
    .execute()

export interface ChatbotSessionRow {
  id: number
  client_id: ClientId
  client_cd: string
  client_status: 'contracted' | 'terminated'
  resident_id: number
  account_session_id: number
  room_id: number
  construction_id: number
}

/** The conversation of an id, while it and the sign-in that opened it last. The hash says whose it is: nobody else's row has it. */
export const findChatbotSession = async (
  db: Db,
  client: number,
  sessionHash: Buffer,
  now: Date,
): Promise<ChatbotSessionRow | undefined> => {
  const session = await db
    .selectFrom('chatbot_sessions as cbs')
    .innerJoin('residents as res', join => join.onRef('res.client_id', '=', 'cbs.client_id').onRef('res.id', '=', 'cbs.resident_id'))
    .innerJoin('rooms as r', join => join.onRef('r.client_id', '=', 'res.client_id').onRef('r.id', '=', 'res.room_id'))
    .innerJoin('clients as cl', 'cl.id', 'cbs.client_id')
    .where('cbs.client_id', '=', clientValue(client))
    .where('cbs.session_hash', '=', sessionHash)
    .where('cbs.expires_at', '>', now)
    .where('res.discarded_at', 'is', null)
    .select([
      'cbs.id',
      'cbs.client_id',
      'cbs.resident_id',
      'cbs.account_session_id',
      'cl.cd as client_cd',
      'cl.status as client_status',
      'r.id as room_id',
      'r.construction_id',
    ])
    .executeTakeFirst()
  // Asked by itself: sign-ins lie elsewhere than the rows of a client (decision 101).
  return session && (await lasts(db, session, now)) ? session : undefined
}

const lasts = async (
  db: Db,
  session: Pick<ChatbotSessionRow, 'client_id' | 'resident_id' | 'account_session_id'>,
  now: Date,
): Promise<boolean> =>
  (await db
    .selectFrom('sessions as ses')
    .where('ses.id', '=', session.account_session_id)
    .where('ses.client_id', '=', session.client_id)
    .where('ses.account_id', '=', session.resident_id)
    .where('ses.strategy', '=', 'resident')
    .where('ses.expires_at', '>', now)
    .select('ses.id')
    .executeTakeFirst()) !== undefined

/** Held until the exchange is kept: two questions at once are kept one after the other. */
export const lockChatbotSession = (db: Db, clientId: ClientId, sessionHash: Buffer) =>
  db
    .selectFrom('chatbot_sessions')
    .where('client_id', '=', clientId)
    .where('session_hash', '=', sessionHash)
    .select('id')
    .forUpdate()
    .executeTakeFirst()

export const findRoundingRule = async (db: Db, clientId: ClientId): Promise<RoundingRule> =>
  (await db.selectFrom('clients').where('id', '=', clientId).select('rounding_rule').executeTakeFirstOrThrow()).rounding_rule

/** The names of what a resident can read of the own construction, as the pages list it. */
export const listReadable = async (
  db: Db,
  clientId: ClientId,
  constructionId: number,
): Promise<{ documents: string[]; equipments: string[] }> => {
  const [row] = await rowsOf<{ documents: string[]; equipments: string[] }>(
    db,
    `select
        coalesce((select json_agg(doc.title order by doc.id desc) from documents doc
          where doc.client_id = $1 and doc.construction_id = $2 and doc.kind = 'document' and doc.discarded_at is null), '[]') as documents,
        coalesce((select json_agg(he.file_name order by he.id desc) from handling_equipments he
          where he.client_id = $1 and he.construction_id = $2 and not he.for_app and he.discarded_at is null), '[]') as equipments`,
    [clientId, constructionId],
  )
  if (!row) throw new Error('a query without a table answers one row')
  return row
}

/** Every name that is known of a dwelling, past residents' and proxies' too, and what its building is called. */
export const listNamesOf = async (db: Db, clientId: ClientId, roomId: number): Promise<string[]> => {
  const rows = await rowsOf<{ name: string }>(
    db,
    `select res.name from residents res where res.client_id = $1 and res.room_id = $2 and res.name is not null
      union select rp.proxy_name from room_presences rp where rp.client_id = $1 and rp.room_id = $2 and rp.proxy_name is not null
      union select ran.caller from room_answers ran where ran.client_id = $1 and ran.room_id = $2 and ran.caller is not null
      union select b.name from rooms r join constructions c on c.client_id = r.client_id and c.id = r.construction_id
        join buildings b on b.client_id = c.client_id and b.id = c.building_id where r.client_id = $1 and r.id = $2`,
    [clientId, roomId],
  )
  return rows.map(({ name }) => name)
}

export interface NewHistory {
  room_id: number
  resident_id: number
  session_hash: Buffer
  question: string
  answer: string
  source: string | null
  page: PageOfAnswer | null
  handed_over: boolean
  created_at: Date
}

const historyColumns = ['id', 'question', 'answer', 'source', 'page', 'handed_over', 'created_at'] as const

export const insertHistory = (db: Db, clientId: ClientId, history: NewHistory) =>
  db
    .insertInto('chatbot_histories')
    .values({ client_id: clientId, ...history })
    .returning(historyColumns)
    .executeTakeFirstOrThrow()
export type HistoryRow = Awaited<ReturnType<typeof insertHistory>>

/** What was offered an answer, and was none of those: a person has to. */
export const leaveHistoryToPerson = async (db: Db, clientId: ClientId, id: number): Promise<void> => {
  await db.updateTable('chatbot_histories').set({ handed_over: true }).where('client_id', '=', clientId).where('id', '=', id).execute()
}

/** More than anybody scrolls through. */
const mostListed = 200

/** The end of a resident's conversation, oldest first; an id that is somebody else's finds nothing. */
export const listHistories = (db: Db, client: number, residentId: number, sessionHash: Buffer) =>
  db
    .selectFrom('chatbot_histories')
    .where('client_id', '=', clientValue(client))
    .where('resident_id', '=', residentId)
    .where('session_hash', '=', sessionHash)
    .orderBy('id', 'desc')
    .limit(mostListed)
    .select(historyColumns)
    .execute()
    .then(newestFirst => newestFirst.toReversed())

interface Conversation {
  constructionId: number
  roomId: number
  /** Of one history of it. */
  historyId: number
}

/** What a conversation of the dwelling left to a person, up to one history of it. */
const leftToPerson = `cbh.client_id = $1 and cbh.room_id = $3 and cbh.handed_over and cbh.id <= $4
  and exists (select from rooms r join constructions c on c.client_id = $1 and c.id = r.construction_id and c.discarded_at is null
    where r.client_id = $1 and r.id = $3 and r.construction_id = $2)
  and cbh.session_hash = (select named.session_hash from chatbot_histories named where named.client_id = $1 and named.room_id = $3 and named.id = $4)`

/** How many there are; none where the dwelling or the history is not the client's. */
export const countLeftToPerson = async (db: Db, clientId: ClientId, { constructionId, roomId, historyId }: Conversation) => {
  const [row] = await rowsOf<{ count: number }>(db, `select count(*)::int as count from chatbot_histories cbh where ${leftToPerson}`, [
    clientId,
    constructionId,
    roomId,
    historyId,
  ])
  return row?.count ?? 0
}

/** Settles those that wait; answers how many. */
export const settleConversation = async (
  db: Db,
  clientId: ClientId,
  { constructionId, roomId, historyId }: Conversation,
  now: Date,
): Promise<number> =>
  (
    await rowsOf<{ id: number }>(
      db,
      `update chatbot_histories cbh set settled_at = $5 where ${leftToPerson} and cbh.settled_at is null returning cbh.id`,
      [clientId, constructionId, roomId, historyId, now],
    )
  ).length

/** Lets those wait again that were settled since a moment; answers how many. */
export const reopenConversation = async (
  db: Db,
  clientId: ClientId,
  { constructionId, roomId, historyId }: Conversation,
  since: Date,
): Promise<number> =>
  (
    await rowsOf<{ id: number }>(
      db,
      `update chatbot_histories cbh set settled_at = null where ${leftToPerson} and cbh.settled_at > $5 returning cbh.id`,
      [clientId, constructionId, roomId, historyId, since],
    )
  ).length

/** Erases what was said in these rooms, and ends the conversations. */
export const eraseHistories = async (db: Db, clientId: ClientId, roomIds: readonly number[]): Promise<void> => {
  await db.deleteFrom('chatbot_histories').where('client_id', '=', clientId).where('room_id', 'in', roomIds).execute()
}

/** Removes conversations that are older than they are kept, and ids that open nothing any more; the daily work. */
export const purgeConversations = async (db: Db, clientId: ClientId, before: Date, now: Date): Promise<void> => {
  await db.deleteFrom('chatbot_histories').where('client_id', '=', clientId).where('created_at', '<', before).execute()
  await db.deleteFrom('chatbot_sessions').where('client_id', '=', clientId).where('expires_at', '<', now).execute()
}
