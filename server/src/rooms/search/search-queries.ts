import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../../platform/database/database.ts'
import { plannedAnew, rowsOf } from '../../platform/database/rows.ts'

/** What somebody is looked for by; what is null or empty is not asked. Each finds more dwellings than are meant, and none less. */
export interface Sought {
  /** With which a room's name begins. */
  beginnings?: readonly string[]
  /** That stand in it elsewhere. */
  numbers?: readonly string[]
  /** With which a resident's telephone begins. */
  phone?: string | null
  /** A pattern of a folded name; `namedByDigits` where it is one of digits alone, which hardly anybody's name has. */
  name?: string | null
  namedByDigits?: string | null
  /** A pattern of a building or construction. */
  place?: string | null
  /** Of that place only rooms with this number, as the beginning of their name or in it. */
  numberThere?: { pattern: string; digits: string | null } | null
}

/** So many dwellings are put in order one by one; of more the nearest are looked for in their order. */
export const mostFound = 2_000

/**
 * Dwellings that may be meant, by what an index serves under row-level security: equality and order, and all names of a client read from
 * one index (decision 089). Null where they are more than `mostFound`.
 */
export const listSought = async (db: Db, clientId: ClientId, sought: Sought, most = mostFound): Promise<number[] | null> => {
  const found = await rowsOf<{ id: number }>(
    db,
    `${plannedAnew} select found.id from (
       select begun.id from unnest($2::text[]) as beginning (low)
       cross join lateral (select r.id from rooms r where r.client_id = $1 and r.name_key ~>=~ beginning.low and r.name_key ~<~ (beginning.low || chr(1114111))
         order by r.name_key using ~<~ limit $8) begun
       union all
       select rn.room_id from room_numbers rn where rn.client_id = $1 and rn.number = any($3::text[])
       union all
       select res.room_id from residents res where res.client_id = $1 and res.discarded_at is null
         and res.phone ~>=~ $4::text and res.phone ~<~ ($4::text || chr(1114111))
       union all
       select res.room_id from residents res where res.client_id = $1 and res.discarded_at is null
         and res.unproven_phone ~>=~ $4::text and res.unproven_phone ~<~ ($4::text || chr(1114111))
       union all
       select r.id from constructions c
       join buildings b on b.client_id = c.client_id and b.id = c.building_id
       join rooms r on r.client_id = c.client_id and r.construction_id = c.id
       where c.client_id = $1 and c.discarded_at is null and $7::text is not null
         and concat_ws(' ', b.name, b.name_kana, c.name, c.manage_no, c.cd) ilike $7
         and ($9::text is null or r.name_key ilike $9 or r.name_key ~ $10::text)
       union all
       -- In the order of the index that has all names, whatever is thought of how many they are.
       (select named.room_id from (select res.room_id, res.name_key from residents res where res.client_id = $1 and res.discarded_at is null
           and $5::text is not null order by res.name_key offset 0) named
         where named.name_key like $5 limit $8)
       union all
       select res.room_id from residents res where res.client_id = $1 and res.discarded_at is null and $6::text is not null
         and res.name_key ~ '[0-9]' and res.name_key like $6) found
     limit $8`,
    [
      clientId,
      sought.beginnings ?? [],
      sought.numbers ?? [],
      sought.phone || null,
      sought.name ?? null,
      sought.namedByDigits ?? null,
      sought.place ?? null,
      most + 1,
      sought.numberThere?.pattern ?? null,
      sought.numberThere?.digits ?? null,
    ],
  )
  return found.length > most ? null : [...new Set(found.map(({ id }) => id))]
}

/** Letters that are looked up in both cases; a longer beginning is looked up by its first ones. */
const mostCased = 4

/** The beginnings that `ilike` would find, as they are written: names of rooms keep their case. */
export const beginningsOf = (text: string): string[] => {
  let written = ['']
  let cased = 0
  for (const character of text) {
    const cases = [...new Set([character, character.toLowerCase(), character.toUpperCase()])]
    if (cases.length > 1 && (cased += 1) > mostCased) break
    written = written.flatMap(start => cases.map(one => start + one))
  }
  return written
}
