import type { ClientId, OfficeActor } from '@toguchi/domain/access/actor'
import type { LetterDocument } from '@toguchi/domain/printing/letters'
import type { Db } from '../../platform/database/database.ts'
import { rowsOf } from '../../platform/database/rows.ts'
import { handedOutSheet } from '../../rooms/rooms.ts'
import type { SheetConstruction, SheetRoom } from '../queries.ts'

export interface LetterTextRow {
  construction_id: number | null
  document: LetterDocument
  text_key: string
  body: string
  updated_at: Date
}

/** Texts that the client wrote, for all its constructions and for this one; null: for all alone. */
export const listLetterTexts = (db: Db, clientId: ClientId, constructionId: number | null): Promise<LetterTextRow[]> =>
  rowsOf<LetterTextRow>(
    db,
    `select lt.construction_id, lt.document, lt.text_key, lt.body, lt.updated_at from letter_texts lt
     where lt.client_id = $1 and (lt.construction_id is null or lt.construction_id = $2)
     order by lt.document, lt.text_key, lt.construction_id nulls first`,
    [clientId, constructionId],
  )

interface LetterPlace {
  constructionId: number | null
  document: LetterDocument
}

export const saveLetterTexts = async (
  db: Db,
  actor: OfficeActor,
  { constructionId, document }: LetterPlace,
  texts: readonly { text_key: string; body: string }[],
  now: Date,
): Promise<void> => {
  await rowsOf(
    db,
    `insert into letter_texts (client_id, construction_id, document, text_key, body, updated_by_kind, updated_by_id, updated_at)
     select $1, $2, $3, written.text_key, written.body, $6, $7, $8 from unnest($4::text[], $5::text[]) written (text_key, body)
     on conflict (client_id, construction_id, document, text_key) do update
       set body = excluded.body, updated_by_kind = excluded.updated_by_kind, updated_by_id = excluded.updated_by_id, updated_at = excluded.updated_at
     returning id`,
    [
      actor.clientId,
      constructionId,
      document,
      texts.map(({ text_key }) => text_key),
      texts.map(({ body }) => body),
      actor.kind,
      actor.id,
      now,
    ],
  )
}

/** Takes texts away, all of the document without keys; says which there were. */
export const deleteLetterTexts = async (
  db: Db,
  clientId: ClientId,
  { constructionId, document }: LetterPlace,
  textKeys: readonly string[] | null,
): Promise<string[]> =>
  (
    await rowsOf<{ text_key: string }>(
      db,
      `delete from letter_texts lt
       where lt.client_id = $1 and lt.construction_id is not distinct from $2 and lt.document = $3 and ($4::text[] is null or lt.text_key = any ($4))
       returning lt.text_key`,
      [clientId, constructionId, document, textKeys],
    )
  ).map(({ text_key }) => text_key)

export type ClientOfLetters = Pick<
  SheetConstruction,
  'client_name' | 'client_uuid' | 'client_cd' | 'client_contact_phone' | 'client_contact_hours'
>

/** The client as its letters name it. */
export const findClientOfLetters = async (db: Db, clientId: ClientId): Promise<ClientOfLetters | undefined> =>
  (
    await rowsOf<ClientOfLetters>(
      db,
      `select cl.name as client_name, cl.uuid as client_uuid, cl.cd as client_cd, cl.contact_phone as client_contact_phone,
         cl.contact_hours as client_contact_hours
       from clients cl where cl.id = $1`,
      [clientId],
    )
  )[0]

export type SaidVisit = { room_id: number | null } & Pick<SheetRoom, 'date' | 'start_at' | 'end_at'>

/**
 * The visit that the last letter of each room said, before `jobId`, where the room was moved since: from where the first move, be it taken
 * back later or not, took it. Slips that wait in the van (absence) are no letters. Without hours where the frame is gone.
 */
export const listVisitsSaidBefore = (db: Db, clientId: ClientId, constructionId: number, jobId: number): Promise<SaidVisit[]> =>
  rowsOf<SaidVisit>(
    db,
    `select moved.room_id, moved.date, f.start_at, f.end_at
     from (select distinct on (e.room_id) e.room_id, e.change #>> '{before,date}' as date,
       (e.change #>> '{before,construction_time_frame_id}')::bigint as frame_id
     from (select e.room_id, max(e.at) as at from events e
       where e.client_id = $1 and e.construction_id = $2 and e.kind = 'rooms.sheet_printed' and e.room_id is not null
         and e.change ->> 'kind' <> 'absence' and coalesce((e.change ->> 'dated')::boolean, true) and (e.change ->> 'job_id')::bigint is distinct from $3 and ${handedOutSheet}
       group by e.room_id) said
     join events e on e.client_id = $1 and e.construction_id = $2 and e.room_id = said.room_id and e.at > said.at
     where e.kind in ('assigns.moved', 'assigns.removed')
     order by e.room_id, e.id) moved
     left join construction_time_frames f on f.client_id = $1 and f.id = moved.frame_id
     where moved.date is not null`,
    [clientId, constructionId, jobId],
  )

export type RoomOfSample = Pick<SheetRoom, 'name' | 'date' | 'start_at' | 'end_at' | 'status'>

/** The construction's room whose name takes most space, with its visit; a closed one counts as well. */
export const findLongestRoom = async (db: Db, clientId: ClientId, constructionId: number): Promise<RoomOfSample | undefined> =>
  (
    await rowsOf<RoomOfSample>(
      db,
      `select r.name, a.date, f.start_at, f.end_at, r.status
       from rooms r
       left join assigns a on a.client_id = r.client_id and a.room_id = r.id
       left join construction_time_frames f on f.client_id = a.client_id and f.id = a.construction_time_frame_id
       where r.client_id = $1 and r.construction_id = $2 order by char_length(r.name) desc, r.id limit 1`,
      [clientId, constructionId],
    )
  )[0]
