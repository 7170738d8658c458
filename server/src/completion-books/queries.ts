import type { ClientId, ReachedActor } from '@toguchi/domain/access/actor'
import type { BookChoices } from '@toguchi/domain/completion-books/sections'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'

export interface MakingRow {
  job_id: number
  state: 'waiting' | 'running' | 'done' | 'failed'
  done: number
  total: number
  error: string | null
  asked_by: string | null
  asked_at: Date
}

/** An attempt that began before that has stopped, whatever its row says: the largest books take some minutes. */
const mostOfAnAttempt = '2 hours'
const lostText = '作成が途中で止まりました。もう一度お試しください。'

/** The job that was asked for last, whoever asked. One that the queue has lost has failed: it keeps nobody from asking again. */
export const findMaking = async (db: Db, clientId: ClientId, constructionId: number): Promise<MakingRow | undefined> => {
  const row = await findLastJob(db, clientId, constructionId)
  if (row === undefined) return undefined
  const { is_old, ...making } = row
  return is_old && ['waiting', 'running'].includes(making.state) ? { ...making, state: 'failed', error: lostText } : making
}

const findLastJob = async (db: Db, clientId: ClientId, constructionId: number): Promise<(MakingRow & { is_old: boolean }) | undefined> =>
  (
    await rowsOf<MakingRow & { is_old: boolean }>(
      db,
      `select j.id as job_id, j.state, j.done, j.total, j.error, coalesce(u.name, ad.name) as asked_by, j.created_at as asked_at,
         coalesce(j.started_at, j.created_at) < now() - interval '${mostOfAnAttempt}' as is_old
       from completion_books cbk
       join jobs j on j.client_id = cbk.client_id and j.id = cbk.job_id
       left join users u on j.requested_by_kind in ('staffAdmin', 'staff') and u.client_id = j.client_id and u.id = j.requested_by_id
       left join admins ad on j.requested_by_kind = 'admin' and ad.id = j.requested_by_id
       where cbk.client_id = $1 and cbk.construction_id = $2`,
      [clientId, constructionId],
    )
  )[0]

export interface BookRow {
  job_id: number | null
  /** How often people of the construction were erased. */
  erasures: number
}

/** The row of a construction's book, made where there is none; whoever asks for a book waits here for whoever asked before. */
export const lockBook = async (db: Db, clientId: ClientId, constructionId: number): Promise<BookRow> => {
  await db
    .insertInto('completion_books')
    .values({ client_id: clientId, construction_id: constructionId })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return db
    .selectFrom('completion_books')
    .where('client_id', '=', clientId)
    .where('construction_id', '=', constructionId)
    .select(['job_id', 'erasures'])
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** How a book was chosen last, and the attachments that were there to choose from; null where nobody has chosen. */
export const findChosen = async (
  db: Db,
  clientId: ClientId,
  constructionId: number,
): Promise<{ choices: BookChoices; offered: string[] } | null> =>
  (
    await rowsOf<{ choices: BookChoices; offered: string[] }>(
      db,
      `select cbk.choices, coalesce(cbk.offered, '{}') as offered from completion_books cbk
       where cbk.client_id = $1 and cbk.construction_id = $2 and cbk.choices is not null`,
      [clientId, constructionId],
    )
  )[0] ?? null

export const saveChosen = (
  db: Db,
  clientId: ClientId,
  constructionId: number,
  { choices, offered }: { choices: BookChoices; offered: string[] },
) =>
  db
    .updateTable('completion_books')
    .set({ choices: JSON.stringify(choices), offered })
    .where('client_id', '=', clientId)
    .where('construction_id', '=', constructionId)
    .execute()

export const setJob = (db: Db, clientId: ClientId, constructionId: number, jobId: number) =>
  db
    .updateTable('completion_books')
    .set({ job_id: jobId })
    .where('client_id', '=', clientId)
    .where('construction_id', '=', constructionId)
    .execute()

export interface ChunkRow {
  key: Buffer
  file_id: number
  pages: number
  is_archive: boolean
  storage_key: string
  byte_size: number
}

const chunksStatement = `select cbc.key, cbc.file_id, cbc.pages, cbc.is_archive, fi.storage_key, fi.byte_size from completion_book_chunks cbc
  join files fi on fi.client_id = cbc.client_id and fi.id = cbc.file_id
  where cbc.client_id = $1 and cbc.construction_id = $2`

/** What is drawn already. */
export const listChunks = (db: Db, clientId: ClientId, constructionId: number): Promise<ChunkRow[]> =>
  rowsOf<ChunkRow>(db, chunksStatement, [clientId, constructionId])

export const findChunk = async (db: Db, clientId: ClientId, constructionId: number, key: Buffer): Promise<ChunkRow | undefined> =>
  (await rowsOf<ChunkRow>(db, `${chunksStatement} and cbc.key = $3`, [clientId, constructionId, key]))[0]

/** Keeps a drawn chunk; of two who drew the same the second one keeps nothing, and its file is nobody's. Answers whether it was the first. */
export const insertChunk = async (
  db: Db,
  clientId: ClientId,
  chunk: { construction_id: number; key: Buffer; file_id: number; pages: number; is_archive: boolean },
): Promise<boolean> =>
  (await db
    .insertInto('completion_book_chunks')
    .values({ client_id: clientId, ...chunk })
    .onConflict(conflict => conflict.doNothing())
    .returning('file_id')
    .executeTakeFirst()) !== undefined

/** Forgets chunks of these constructions; answers their files. `except`: those that are asked for still. */
export const deleteChunks = async (
  db: Db,
  clientId: ClientId,
  constructionIds: readonly number[],
  except: readonly Buffer[] = [],
): Promise<number[]> =>
  (
    await rowsOf<{ file_id: number }>(
      db,
      `delete from completion_book_chunks cbc
       where cbc.client_id = $1 and cbc.construction_id = any($2::bigint[]) and cbc.key <> all($3::bytea[]) returning cbc.file_id`,
      [clientId, constructionIds, except],
    )
  ).map(({ file_id }) => file_id)

export const findErasures = async (db: Db, clientId: ClientId, constructionId: number): Promise<number> =>
  (
    await rowsOf<{ erasures: number }>(
      db,
      'select cbk.erasures from completion_books cbk where cbk.client_id = $1 and cbk.construction_id = $2',
      [clientId, constructionId],
    )
  )[0]?.erasures ?? 0

/**
 * People of these constructions are erased: drawn pages go (answers their files), and a book that is being made from what was there before is
 * not made. Whoever keeps one at this moment is waited for.
 */
export const forgetChunks = async (db: Db, clientId: ClientId, constructionIds: readonly number[]): Promise<number[]> => {
  await db
    .updateTable('completion_books')
    .set(eb => ({ erasures: eb('erasures', '+', 1) }))
    .where('client_id', '=', clientId)
    .where('construction_id', 'in', constructionIds)
    .execute()
  return deleteChunks(db, clientId, constructionIds)
}

/** How many editions there were so far. */
export const findEditions = async (db: Db, clientId: ClientId, constructionId: number): Promise<number> =>
  (
    await rowsOf<{ editions: number }>(
      db,
      'select cbk.editions from completion_books cbk where cbk.client_id = $1 and cbk.construction_id = $2',
      [clientId, constructionId],
    )
  )[0]?.editions ?? 0

export interface NewEdition {
  construction_id: number
  made_at: Date
  made_by_kind: string
  made_by_id: number
  interim: boolean
  with_names: boolean
  office_only: boolean
  pages: number
  notes: string[]
  contents: Buffer
  set_apart: string[]
}

/** The next edition with its volumes, whose files are kept already. Answers its number. */
export const insertEdition = async (
  db: Db,
  clientId: ClientId,
  edition: NewEdition,
  volumes: readonly { file_id: number; pages: number }[],
): Promise<number> => {
  const { editions: number } = await db
    .updateTable('completion_books')
    .set(eb => ({ editions: eb('editions', '+', 1) }))
    .where('client_id', '=', clientId)
    .where('construction_id', '=', edition.construction_id)
    .returning('editions')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('completion_book_editions')
    .values({ client_id: clientId, number, ...edition })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('completion_book_volumes')
    .values(volumes.map((volume, at) => ({ client_id: clientId, edition_id: id, position: at + 1, ...volume })))
    .execute()
  return number
}

export interface EditionRow {
  id: number
  number: number
  made_at: Date
  made_by: string | null
  interim: boolean
  with_names: boolean
  pages: number
  notes: string[]
  /** The hash of what it was made of; null of one that was made before this was kept. */
  contents: Buffer | null
  /** Keys of the attachments that could not be read when it was made, and so are only listed in it. */
  set_apart: string[]
  volumes: { file_id: number; file_name: string; pages: number; byte_size: number }[]
}

const editionsStatement = `select cbe.id, cbe.number, cbe.made_at, coalesce(u.name, ad.name) as made_by, cbe.interim, cbe.with_names, cbe.pages, cbe.notes, cbe.contents, cbe.set_apart,
    coalesce((select json_agg(json_build_object('file_id', cbv.file_id, 'file_name', fi.file_name, 'pages', cbv.pages, 'byte_size', fi.byte_size)
        order by cbv.position)
      from completion_book_volumes cbv join files fi on fi.client_id = cbv.client_id and fi.id = cbv.file_id
      where cbv.client_id = $1 and cbv.edition_id = cbe.id), '[]') as volumes
  from completion_book_editions cbe
  left join users u on cbe.made_by_kind in ('staffAdmin', 'staff') and u.client_id = cbe.client_id and u.id = cbe.made_by_id
  left join admins ad on cbe.made_by_kind = 'admin' and ad.id = cbe.made_by_id
  where cbe.client_id = $1`

/** Every edition that was made, the newest first; those for the office where it is asked for them. */
export const listEditions = (db: Db, clientId: ClientId, constructionId: number, ofOffice: boolean): Promise<EditionRow[]> =>
  rowsOf<EditionRow>(
    db,
    `${editionsStatement} and cbe.construction_id = $2 and ($3::boolean or not cbe.office_only) order by cbe.number desc`,
    [clientId, constructionId, ofOffice],
  )

export const findEdition = async (db: Db, clientId: ClientId, constructionId: number, id: number): Promise<EditionRow | undefined> =>
  (await rowsOf<EditionRow>(db, `${editionsStatement} and cbe.construction_id = $2 and cbe.id = $3`, [clientId, constructionId, id]))[0]

/** What happened since a moment, the book itself apart: both, because an event may be written after others with higher ids. */
export interface EventsSince {
  count: number
  newest: number | null
}

export const findEventsSince = async (db: Db, clientId: ClientId, constructionId: number, since: Date): Promise<EventsSince> =>
  (
    await rowsOf<EventsSince>(
      db,
      `select count(*) as count, max(e.id) as newest from events e
       where e.client_id = $1 and e.construction_id = $2 and e.at >= $3
         and (e.kind not like 'completion\\_books.%' or e.kind = 'completion_books.chosen')`,
      [clientId, constructionId, since],
    )
  )[0] ?? { count: 0, newest: null }

/** Editions of these constructions that name people, by construction: an erasure names them (decision 015). */
export const listNamingEditions = async (db: Db, clientId: ClientId, constructionIds: readonly number[]): Promise<Map<number, string[]>> =>
  new Map(
    (
      await rowsOf<{ construction_id: number; editions: string[] }>(
        db,
        `select cbe.construction_id,
           array_agg('第' || cbe.number || '版 ' || to_char(cbe.made_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD') order by cbe.number) as editions
         from completion_book_editions cbe
         where cbe.client_id = $1 and cbe.construction_id = any($2::bigint[]) and cbe.with_names group by cbe.construction_id`,
        [clientId, constructionIds],
      )
    ).map(({ construction_id, editions }) => [construction_id, editions]),
  )

export interface LinkRow {
  id: number
  edition_id: number
  created_at: Date
  created_by: string | null
  expires_at: Date
  withdrawn_at: Date | null
  opened: number
  last_opened_at: Date | null
}

const linksStatement = `select cbl.id, cbl.edition_id, cbl.created_at, coalesce(u.name, ad.name) as created_by, cbl.expires_at, cbl.withdrawn_at,
    cbl.opened, cbl.last_opened_at
  from completion_book_links cbl
  join completion_book_editions cbe on cbe.client_id = cbl.client_id and cbe.id = cbl.edition_id
  left join users u on cbl.created_by_kind in ('staffAdmin', 'staff') and u.client_id = cbl.client_id and u.id = cbl.created_by_id
  left join admins ad on cbl.created_by_kind = 'admin' and ad.id = cbl.created_by_id
  where cbl.client_id = $1 and cbe.construction_id = $2`

export const listLinks = (db: Db, clientId: ClientId, constructionId: number): Promise<LinkRow[]> =>
  rowsOf<LinkRow>(db, `${linksStatement} order by cbl.id`, [clientId, constructionId])

export const findLink = async (db: Db, clientId: ClientId, constructionId: number, id: number): Promise<LinkRow | undefined> =>
  (await rowsOf<LinkRow>(db, `${linksStatement} and cbl.id = $3`, [clientId, constructionId, id]))[0]

export const insertLink = async (
  db: Db,
  actor: ReachedActor,
  link: { edition_id: number; token_hash: Buffer; password_digest: string; created_at: Date; expires_at: Date },
): Promise<number> =>
  (
    await db
      .insertInto('completion_book_links')
      .values({ client_id: actor.clientId, created_by_kind: actor.kind, created_by_id: actor.id, ...link })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export const withdrawLink = (db: Db, clientId: ClientId, id: number, at: Date) =>
  db
    .updateTable('completion_book_links')
    .set({ withdrawn_at: at })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .executeTakeFirst()

export interface OpenedLink {
  id: number
  client_id: ClientId
  construction_id: number
  edition_id: number
  password_digest: string
  expires_at: Date
  title: string
  building_name: string
  issuer: string
}

/** The link behind a token that is good at a moment, with what its page says. */
export const findGoodLink = async (db: Db, clientId: ClientId, tokenHash: Buffer, now: Date): Promise<OpenedLink | undefined> =>
  (
    await rowsOf<OpenedLink>(
      db,
      `select cbl.id, cbl.client_id, cbe.construction_id, cbl.edition_id, cbl.password_digest, cbl.expires_at, coalesce(c.name, c.cd) as title,
         b.name as building_name, cl.name as issuer
       from completion_book_links cbl
       join completion_book_editions cbe on cbe.client_id = cbl.client_id and cbe.id = cbl.edition_id
       join constructions c on c.client_id = cbe.client_id and c.id = cbe.construction_id and c.discarded_at is null
       join buildings b on b.client_id = c.client_id and b.id = c.building_id
       join clients cl on cl.id = c.client_id and cl.discarded_at is null
       where cbl.client_id = $1 and cbl.token_hash = $2 and cbl.withdrawn_at is null and cbl.expires_at > $3`,
      [clientId, tokenHash, now],
    )
  )[0]

export const countOpening = (db: Db, clientId: ClientId, id: number, at: Date) =>
  db
    .updateTable('completion_book_links')
    .set(eb => ({ opened: eb('opened', '+', 1), last_opened_at: at }))
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()

/** By what a client's pages are addressed. */
export const findAddress = (db: Db, clientId: ClientId) =>
  db.selectFrom('clients').where('id', '=', clientId).select(['uuid', 'cd']).executeTakeFirstOrThrow()
