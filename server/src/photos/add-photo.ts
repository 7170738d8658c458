import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { ClientId, WorkerActor } from '@toguchi/domain/access/actor'
import type { PhotoForm } from '@toguchi/domain/photos/contract'
import { parsePosition } from '@toguchi/domain/photos/required-photos'
import { closedRoomText } from '@toguchi/domain/rooms/status'
import { type ReadPhoto, readPhoto } from '../file-reader/file-reader.ts'
import type { Db } from '../platform/database/database.ts'
import { clientNumberOf } from '../platform/database/part-of-client.ts'
import { recordEvent } from '../platform/events.ts'
import { keepFile, storeBytes, type StoredFile, storeFile } from '../platform/files/files.ts'
import type { Platform } from '../platform/platform.ts'
import { type DeviceMoment, momentOf } from '../platform/http/device-clock.ts'
import { conflict, forbidden, invalid, notFound, Problem, refused } from '../platform/http/problem.ts'
import type { StagedFile } from '../platform/files/storage.ts'
import { listOpenPlaces } from './hand-ins/hand-in-queries.ts'
import { countInSlot, findByUuid, findHolder, hideImage, type Holder, insertImage, positionExists, type Slot } from './queries.ts'

const mostInSlot = 10

interface Place {
  platform: Platform
  actor: WorkerActor
  holder: Holder
  /** By a ticket, of an account that reaches the holder no more (decision 087). */
  handIn?: { ticketId: number }
}
/** The headers that a photo came with: by them a device's wrong clock is told (feature 16). */
interface Sent {
  headers: IncomingHttpHeaders
}
export interface PhotoTarget extends Place {
  db: Db
}
/** The same once the holder was found to be in the actor's reach. */
interface ReachedTarget extends PhotoTarget {
  clientId: ClientId
}

/** What `reachHolder` tells of a room that may be closed. */
interface ReachedHolder extends ReachedTarget {
  /** Null: it is open. */
  closedAt: Date | null
  /** Says no where the room was closed. */
  assertOpen: () => void
}

const reachHolder = async (target: PhotoTarget, lock: boolean): Promise<ReachedHolder> => {
  const { platform, db, actor, holder, handIn } = target
  // Asked again in this transaction: somebody may have used the ticket up meanwhile.
  const places = handIn && (await listOpenPlaces(db, clientNumberOf(actor), { ...handIn, now: platform.now() }))
  const holderRow = await findHolder(db, actor, holder, lock, places)
  if (!holderRow) throw notFound()
  const assertOpen = () => {
    if (holderRow.closed_at !== null) throw refused(closedRoomText, 'room_closed')
  }
  return { ...target, clientId: holderRow.client_id, closedAt: holderRow.closed_at, assertOpen }
}

/**
 * Whether a photo was on the phone before the room was closed: it waited there for the network, and is of the work that was closed (feature 16,
 * decision 076). One that is taken later says no.
 */
const wasTakenBefore = ({ closedAt, platform }: ReachedHolder, { headers }: Sent, { taken_in_at }: PhotoForm): boolean =>
  closedAt !== null && taken_in_at !== null && momentOf(headers, taken_in_at, platform.now()).at < closedAt

/** Whether this very photo is here already; another one under its uuid is a conflict. */
const isKnown = async ({ db, clientId, holder }: ReachedTarget, uuid: string, staged: StagedFile): Promise<boolean> => {
  const existing = await findByUuid(db, clientId, holder, uuid)
  if (!existing) return false
  if (existing.own && existing.sha256.equals(staged.sha256)) return true
  throw conflict('この写真はすでに別の写真として登録されています。', 'photo_uuid_taken')
}

const slotOf = async ({ db, clientId, holder }: ReachedTarget, form: PhotoForm): Promise<Slot> => {
  const position = parsePosition(form.position)
  if (!position || !(await positionExists(db, clientId, holder, position))) throw invalid({ position: ['は一覧にありません'] })
  return {
    photography_place_entry_id: position.kind === 'place' ? position.id : null,
    constructions_option_id: position.kind === 'option' ? position.id : null,
    timing: form.timing,
  }
}

/**
 * Keeps a photo byte for byte with its SHA-256, and its thumbnail and view beside it (D-05). The same uuid with the same bytes is the
 * same photo: a phone that lost the answer may send again. Returns the uuid. While a picture is looked at, which takes its time, nothing
 * of the database is held.
 */
export const addPhoto = async (place: Place & Sent, form: PhotoForm, staged: StagedFile | undefined): Promise<string> => {
  const { platform, actor } = place
  if (!staged) throw invalid({ file: ['を選択してください'] })
  const sha256 = staged.sha256.toString('hex')
  if (form.sha256 !== null && form.sha256 !== sha256) throw invalid({ file: ['を最後まで受け取れませんでした'] }, 'torn_upload')
  const uuid = form.uuid?.toLowerCase() ?? randomUUID()
  const existing = await platform.pool.read(clientNumberOf(actor), async db => {
    const target = await reachHolder({ ...place, db }, false)
    // What is here already stays here, whatever was closed since: a phone that lost the answer asks again.
    if (await isKnown(target, uuid, staged)) return true
    if (!wasTakenBefore(target, place, form)) target.assertOpen()
    await slotOf(target, form)
    return false
  })
  if (existing) return uuid
  const photo = await readPhoto(platform, actor, staged.path)
  const pictures = await storePictures(platform, clientNumberOf(actor), staged, photo)
  await withPictures(platform, pictures, () =>
    platform.pool.write(clientNumberOf(actor), db => keepPhoto({ ...place, db }, uuid, form, pictures, photo)),
  )
  return uuid
}

/** False where the photo has come by another way meanwhile. */
const keepPhoto = async (
  asked: PhotoTarget & Sent,
  uuid: string,
  form: PhotoForm,
  pictures: StoredPictures,
  photo: ReadPhoto,
): Promise<boolean> => {
  const target = await reachHolder(asked, true)
  const { db, actor, clientId, holder } = target
  const { original } = pictures
  if (await isKnown(target, uuid, original)) return false
  const isLate = wasTakenBefore(target, asked, form)
  if (!isLate) target.assertOpen()
  const slot = await slotOf(target, form)
  if ((await countInSlot(db, clientId, holder, slot)) >= mostInSlot)
    throw refused(`写真は1つの撮影箇所・時期につき${mostInSlot}枚までです。`, 'slot_full')
  await insertImage(db, clientId, holder, {
    uuid,
    ...slot,
    ...(await keepPictures(target.platform, db, clientId, pictures)),
    ...factsOf({ ...target, headers: asked.headers }, form, photo),
  })
  await recordEvent(db, {
    kind: `${albumOf(holder)}.${asked.handIn === undefined ? 'added' : 'handed_in'}`,
    actor,
    clientId,
    constructionId: holder.constructionId,
    roomId: holder.roomId,
    change: {
      uuid,
      position: form.position,
      timing: form.timing,
      sha256: original.sha256.toString('hex'),
      ...(isLate ? { taken_before_closing: true } : {}),
    },
  })
  return true
}

export const albumOf = ({ roomId }: Holder) => (roomId === null ? 'common_area_images' : 'room_images')

/** The bytes of a photo as they came and of what is shown of it, kept before the transaction of its rows. */
export interface StoredPictures {
  original: StoredFile
  thumbnail: StoredFile
  view: StoredFile
}

export const storePictures = async (platform: Platform, client: number, staged: StagedFile, photo: ReadPhoto): Promise<StoredPictures> => {
  const [original, thumbnail, view] = await Promise.all([
    storeFile(platform, client, { ...staged, contentType: photo.contentType }),
    storeBytes(platform, client, { bytes: photo.thumbnail, fileName: 'thumbnail.webp', contentType: 'image/webp' }),
    storeBytes(platform, client, { bytes: photo.view, fileName: 'photo.jpg', contentType: 'image/jpeg' }),
  ])
  return { original, thumbnail, view }
}

/**
 * Does the transaction of a photo whose bytes are kept; what it refuses or does not need (false) goes. Of one that broke nobody knows whether
 * it was committed, so its bytes stay: they are swept after a day where no row has them.
 */
export const withPictures = async (platform: Platform, pictures: StoredPictures, work: () => Promise<boolean>): Promise<void> => {
  const letGo = () => Promise.all(Object.values(pictures).map(({ storageKey }: StoredFile) => platform.storage.remove(storageKey)))
  const isKept = await work().catch(async (error: unknown) => {
    if (error instanceof Problem) await letGo()
    throw error
  })
  if (!isKept) await letGo()
}

/** Keeps the rows of a photo's files. */
export const keepPictures = async (platform: Platform, db: Db, clientId: ClientId, { original, thumbnail, view }: StoredPictures) => ({
  file_id: await keepFile(platform, db, clientId, original),
  thumbnail_file_id: await keepFile(platform, db, clientId, thumbnail),
  view_file_id: await keepFile(platform, db, clientId, view),
})

const factsOf = ({ platform, actor, headers }: PhotoTarget & Sent, form: PhotoForm, { width, height, filmingAt }: ReadPhoto) => {
  const now = platform.now()
  const { at, device_at } = takenAt(headers, form, filmingAt, now)
  return { width, height, filming_at: at, device_at, created_at: now, uploaded_by_kind: actor.kind, uploaded_by_id: actor.id }
}

/** Milliseconds between what a file says and when the device took it in, for which both were read off one clock. */
const sameClock = 12 * 3_600_000

/**
 * As the request says, else the file, else when the phone took it in, which may be days ago (feature 16). What the phone's own clock said is
 * put right where that clock is off; what a file says that is not of this clock, another camera's, stays as it is.
 */
export const takenAt = (
  headers: IncomingHttpHeaders,
  { filming_at, taken_in_at }: Pick<PhotoForm, 'filming_at' | 'taken_in_at'>,
  filmingAt: Date | null,
  now: Date,
): Pick<DeviceMoment, 'at' | 'device_at'> => {
  if (filming_at !== null) return momentOf(headers, filming_at, now)
  if (filmingAt === null) return momentOf(headers, taken_in_at ?? undefined, now)
  const isOfThisClock = taken_in_at !== null && Math.abs(new Date(taken_in_at).getTime() - filmingAt.getTime()) < sameClock
  const { at, device_at } = momentOf(headers, filmingAt.toISOString(), now)
  return isOfThisClock && device_at !== null ? { at, device_at } : { at: filmingAt, device_at: null }
}

/** Hides a photo; its bytes stay (D-05). Craftsmen take away their own only (G-PHO-12). */
export const removePhoto = async (target: PhotoTarget, uuid: string): Promise<void> => {
  const { platform, db, actor, clientId, holder, assertOpen } = await reachHolder(target, true)
  assertOpen()
  const image = await findByUuid(db, clientId, holder, uuid)
  if (!image?.own || image.hidden_at !== null) throw notFound()
  if (actor.kind === 'craftsman' && (image.uploaded_by_kind !== 'craftsman' || image.uploaded_by_id !== actor.id)) throw forbidden()
  await hideImage(db, clientId, holder, image.id, platform.now())
  await recordEvent(db, {
    kind: `${albumOf(holder)}.hidden`,
    actor,
    clientId,
    constructionId: holder.constructionId,
    roomId: holder.roomId,
    change: { uuid },
  })
}
