import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

/** New codes for rooms; a room that had one gets the next version and a clean count of tries (D-03). */
export const upsertAuthenticationCodes = (
  db: Db,
  clientId: number,
  roomIds: readonly number[],
  ciphertexts: readonly Buffer[],
  now: Date,
) =>
  sql`
    insert into authentication_codes (client_id, room_id, ciphertext, issued_at)
    select ${clientId}, given.room_id, given.ciphertext, ${now}
    from unnest(${roomIds}::bigint[], ${ciphertexts}::bytea[]) as given (room_id, ciphertext)
    on conflict (client_id, room_id) do update
    set version = authentication_codes.version + 1, ciphertext = excluded.ciphertext, issued_at = excluded.issued_at,
        wrong_tries = 0, pauses = 0, locked_until = null`.execute(db)
