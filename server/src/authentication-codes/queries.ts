import type { ClientId, ResidentActor } from '@toguchi/domain/access/actor'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { clientValueOf } from '../platform/database/part-of-client.ts'

/** New codes for rooms, and who of the office knows them; a room that had one gets the next version (D-03). */
export const upsertAuthenticationCodes = (
  db: Db,
  clientId: ClientId,
  { roomIds, ciphertexts, knownTo }: { roomIds: readonly number[]; ciphertexts: readonly Buffer[]; knownTo: readonly string[] },
  now: Date,
) =>
  sql`
    insert into authentication_codes (client_id, room_id, ciphertext, issued_at, known_to)
    select ${clientId}, given.room_id, given.ciphertext, ${now}, ${knownTo}::text[]
    from unnest(${roomIds}::bigint[], ${ciphertexts}::bytea[]) as given (room_id, ciphertext)
    on conflict (client_id, room_id) do update
    set version = authentication_codes.version + 1, ciphertext = excluded.ciphertext, issued_at = excluded.issued_at,
      known_to = excluded.known_to
    returning room_id`.execute(db)

/** Somebody of the office reads the codes of rooms, on paper. */
export const noteCodesKnown = (db: Db, clientId: ClientId, roomIds: readonly number[], person: string) =>
  sql`update authentication_codes set known_to = array_append(known_to, ${person})
    where client_id = ${clientId} and room_id = any(${roomIds}::bigint[]) and not ${person} = any(known_to)`.execute(db)

/** The code of a room, held: tries are counted one after another, however many come at once. */
export const lockAuthenticationCode = (db: Db, clientId: ClientId, roomId: number) =>
  db
    .selectFrom('authentication_codes')
    .where('client_id', '=', clientId)
    .where('room_id', '=', roomId)
    .select(['ciphertext', 'version'])
    .forUpdate()
    .executeTakeFirst()

/** Marks a session as one that the code alone opened in a dwelling with a login; marks of sessions that ended meanwhile go. */
export const insertCodeSession = async (db: Db, clientId: ClientId, residentId: number, tokenHash: Buffer): Promise<void> => {
  const { id } = await db.selectFrom('sessions').where('token_hash', '=', tokenHash).select('id').executeTakeFirstOrThrow()
  const marked = await db
    .selectFrom('code_sessions')
    .where('client_id', '=', clientId)
    .where('resident_id', '=', residentId)
    .select('session_id')
    .execute()
  const marks = marked.map(mark => mark.session_id)
  const alive = marks.length === 0 ? [] : await db.selectFrom('sessions').where('id', 'in', marks).select('id').execute()
  const ended = marks.filter(mark => !alive.some(session => session.id === mark))
  if (ended.length > 0) await db.deleteFrom('code_sessions').where('client_id', '=', clientId).where('session_id', 'in', ended).execute()
  await db.insertInto('code_sessions').values({ client_id: clientId, session_id: id, resident_id: residentId }).execute()
}

export const isCodeSession = async (db: Db, actor: ResidentActor, sessionId: number): Promise<boolean> =>
  (await db
    .selectFrom('code_sessions')
    .where('client_id', '=', clientValueOf(actor))
    .where('session_id', '=', sessionId)
    .select('session_id')
    .executeTakeFirst()) !== undefined
