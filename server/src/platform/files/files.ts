import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import { type ReachedActor, type ClientId, isStaff } from '@toguchi/domain/access/actor'
import type { Db } from '../database/database.ts'
import { clientValue } from '../database/part-of-client.ts'
import { rowsOf } from '../database/rows.ts'
import type { Platform } from '../platform.ts'
import { firstBytesOf } from './joined-stream.ts'
import { day } from './staging.ts'
import type { NameRange, StagedFile } from './storage.ts'

const minutes = 60_000
/** Links to files live ten minutes (G-API-11). */
const lifetime = 10 * minutes

const dayName = (at: number): string => new Date(at).toISOString().slice(0, 10).replaceAll('-', '')

/** The names of what was kept between two moments, those days whole: whoever looks for it need not look at all that is kept. */
export const namesKept = (from: number, to: number): NameRange => ({ after: dayName(from), before: dayName(to + day) })

/** The first of a key is whose it is, its name begins with the day (UTC) on which it is kept. */
const newKey = (client: number): string => `${client}/${dayName(Date.now())}-${randomUUID()}`

/** A file whose bytes are kept, and that no row tells of yet. */
export interface StoredFile extends StagedFile {
  storageKey: string
}

/**
 * Keeps the bytes of a staged file before the transaction that keeps its row (`keepFile`): a bucket takes its time, and nothing of the database
 * is held meanwhile. Without such a transaction they are swept after a day.
 */
export const storeFile = async ({ storage }: Platform, client: number, staged: StagedFile): Promise<StoredFile> => {
  const storageKey = newKey(client)
  await storage.keep(staged, storageKey)
  return { ...staged, storageKey }
}

/** The same of bytes that the server made itself. */
export const storeBytes = async (platform: Platform, client: number, file: MadeFile): Promise<StoredFile> =>
  storeFile(platform, client, await stageBytes(platform, file))

/**
 * Keeps a staged or stored file for the client of the transaction; returns the id of its row in `files`. Of a picture its `view` is kept
 * beside it, a JPEG of the pixels alone, for everybody who is not to hear where and by what it was taken.
 */
export const keepFile = async (
  platform: Platform,
  db: Db,
  clientId: ClientId,
  { view, ...file }: (StagedFile | StoredFile) & { view?: Uint8Array | null },
): Promise<number> => {
  const view_file_id = view ? await keepView(platform, db, clientId, file.fileName, view) : null
  const { storageKey } = 'storageKey' in file ? file : await storeFile(platform, clientId, file)
  const row = await db
    .insertInto('files')
    .values({
      client_id: clientId,
      storage_key: storageKey,
      sha256: file.sha256,
      byte_size: file.byteSize,
      content_type: file.contentType,
      file_name: file.fileName,
      view_file_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Keeps the view of a picture that was kept without one; who comes second keeps nothing. */
export const addView = async (
  platform: Platform,
  db: Db,
  clientId: ClientId,
  { id, fileName }: { id: number; fileName: string },
  view: Uint8Array,
): Promise<void> => {
  const row = await db
    .selectFrom('files')
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('view_file_id', 'is', null)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  if (!row) return
  const view_file_id = await keepView(platform, db, clientId, fileName, view)
  await db.updateTable('files').set({ view_file_id }).where('client_id', '=', clientId).where('id', '=', id).execute()
}

const keepView = (platform: Platform, db: Db, clientId: ClientId, fileName: string, bytes: Uint8Array): Promise<number> =>
  keepBytes(platform, db, clientId, { bytes, fileName: `${fileName.replace(/\.[^.]*$/, '')}.jpg`, contentType: 'image/jpeg' })

interface MadeFile {
  bytes: Uint8Array
  fileName: string
  contentType: string
}

const stageBytes = ({ storage }: Platform, { bytes, ...file }: MadeFile): Promise<StagedFile> =>
  storage.stage(Readable.from([Buffer.from(bytes)]), file)

/** Keeps bytes that the server made itself (a thumbnail, a PDF, a signature). */
export const keepBytes = async (platform: Platform, db: Db, clientId: ClientId, file: MadeFile): Promise<number> =>
  keepFile(platform, db, clientId, await stageBytes(platform, file))

/**
 * A stream of kept bytes whose first ones are there, so that what keeps them from coming is thrown while there is still another answer to
 * give than a broken one.
 */
export const openKept = async ({ storage }: Platform, storageKey: string): Promise<Readable> => {
  const stream = storage.read(storageKey)
  await firstBytesOf(stream)
  return stream
}

const sign = (platform: Platform, text: string) => createHmac('sha256', platform.settings.secretKey).update(`file:${text}`).digest()

const urlOf = (platform: Platform, clientId: ClientId, file: string): string => {
  const expires = Math.ceil((platform.now().getTime() + lifetime) / minutes) * minutes
  const text = `${clientId}.${file}.${expires}`
  return `/api/files/${text}.${sign(platform, text).toString('base64url')}`
}

/** A link to a stored file that works for ten minutes without headers, because img and a cannot send them (G-API-11). */
export const fileUrl = (platform: Platform, clientId: ClientId, fileId: number): string => urlOf(platform, clientId, String(fileId))

/**
 * The same for whoever may see what a file shows, and not what it says of its making: of a picture the view without EXIF and GPS, of
 * anything else the file itself. The original of a picture is nobody's but the staff's (D-05).
 */
export const viewUrl = (platform: Platform, clientId: ClientId, fileId: number): string => urlOf(platform, clientId, `${fileId}v`)

/** Staff get a file as it came, everybody else what it shows. */
export const fileUrlFor = (platform: Platform, actor: ReachedActor, fileId: number): string =>
  (isStaff(actor) ? fileUrl : viewUrl)(platform, actor.clientId, fileId)

/** What a signed link leads to. */
export interface SignedFile {
  clientId: number
  fileId: number
  /** Of a picture its view only. */
  viewOnly: boolean
}

/** The client and file of a signed link, or null when it was tampered with or has run out. */
export const readSignedFile = (platform: Platform, signed: string): SignedFile | null => {
  const parts = /^(\d{1,15})\.(\d{1,15})(v?)\.(\d{1,15})\.([\w-]{43})$/.exec(signed)
  if (!parts) return null
  const [, clientId = '', fileId = '', view = '', expires = '', signature = ''] = parts
  const good = timingSafeEqual(sign(platform, `${clientId}.${fileId}${view}.${expires}`), Buffer.from(signature, 'base64url'))
  if (!good || Number(expires) < platform.now().getTime()) return null
  return { clientId: Number(clientId), fileId: Number(fileId), viewOnly: view !== '' }
}

/** The file of a link; none for the view of a picture that has none yet. */
export const findFile = async (db: Db, { clientId, fileId, viewOnly }: SignedFile) => {
  const file = await findOne(db, clientId, fileId)
  if (!viewOnly || !file || !file.content_type.startsWith('image/')) return file
  return file.view_file_id === null ? undefined : findOne(db, clientId, file.view_file_id)
}

const findOne = (db: Db, clientId: number, fileId: number) =>
  db
    .selectFrom('files')
    .where('client_id', '=', clientValue(clientId))
    .where('id', '=', fileId)
    .select(['storage_key', 'content_type', 'file_name', 'byte_size', 'sha256', 'view_file_id'])
    .executeTakeFirst()

/** Which of these keys no file of the client has. */
export const listUnknownKeys = async (db: Db, clientId: ClientId, keys: readonly string[]): Promise<string[]> =>
  (
    await rowsOf<{ storage_key: string }>(
      db,
      `select given.storage_key from unnest($2::text[]) as given (storage_key)
       where not exists (select from files fi where fi.client_id = $1 and fi.storage_key = given.storage_key)`,
      [clientId, keys],
    )
  ).map(({ storage_key }) => storage_key)

/** Takes files and their views out of the client's keeping; returns the keys of their bytes, to be removed once the transaction holds. */
export const forgetFiles = async (db: Db, clientId: ClientId, fileIds: readonly number[]): Promise<string[]> => {
  if (fileIds.length === 0) return []
  const gone = await db
    .deleteFrom('files')
    .where('client_id', '=', clientId)
    .where(eb =>
      eb.or([
        eb('id', 'in', fileIds),
        eb(
          'id',
          'in',
          eb
            .selectFrom('files as pictures')
            .where('pictures.client_id', '=', clientId)
            .where('pictures.id', 'in', fileIds)
            .where('pictures.view_file_id', 'is not', null)
            .select('pictures.view_file_id'),
        ),
      ]),
    )
    .returning('storage_key')
    .execute()
  return gone.map(({ storage_key }) => storage_key)
}
