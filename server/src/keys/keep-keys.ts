import type { ClientId, WorkerActor } from '@toguchi/domain/access/actor'
import { whyNotHand } from '@toguchi/domain/keys/key-hands'
import { closedRoomText } from '@toguchi/domain/rooms/status'
import type { EventKind } from '@toguchi/domain/events/event-sentences'
import { type Asker, type ReadPhoto, readPhoto } from '../file-reader/file-reader.ts'
import type { Db } from '../platform/database/database.ts'
import { type NewEvent, recordEvent } from '../platform/events.ts'
import { keepFile } from '../platform/files/files.ts'
import type { Platform } from '../platform/platform.ts'
import type { DeviceMoment } from '../platform/http/device-clock.ts'
import { conflict, invalid, notFound, onConstraint, Problem, refused } from '../platform/http/problem.ts'
import type { StagedFile } from '../platform/files/storage.ts'
import { keepReadSignature, readSignature } from '../files/files.ts'
import {
  findKeyOut,
  insertKeyCustody,
  type KeyCustodyRow,
  type KeyRoomRow,
  listKeyCarriers,
  listKeyCustodies,
  lockKeyRoom,
  updateKeyCustody,
} from './queries.ts'

export interface KeyTarget {
  platform: Platform
  db: Db
  actor: WorkerActor
  constructionId: number
  roomId: number
}

/** The same once the room was found to be in the actor's reach, and held. */
interface ReachedTarget extends KeyTarget {
  clientId: ClientId
  room: KeyRoomRow
}

const reachRoom = async (target: KeyTarget): Promise<ReachedTarget> => {
  const { db, actor, constructionId, roomId } = target
  const room = await lockKeyRoom(db, actor, constructionId, roomId)
  if (!room) throw notFound()
  return { ...target, clientId: room.client_id, room }
}

const custodyOf = async ({ db, clientId, roomId }: ReachedTarget, id: number): Promise<KeyCustodyRow> => {
  const custody = (await listKeyCustodies(db, clientId, roomId)).find(row => row.id === id)
  if (!custody) throw notFound()
  if (custody.returned_at !== null) throw refused('この鍵はすでに返却されています。', 'key_returned')
  return custody
}

/** The same, out of the hand of whoever has it: 422 `not_in_your_hand` for a craftsman who does not carry it. */
const custodyInHandOf = async (target: ReachedTarget, id: number): Promise<KeyCustodyRow> => {
  const custody = await custodyOf(target, id)
  const { lent_to_user_id, lent_to_name } = custody
  const why = whyNotHand(target.actor, { lent_to: lent_to_user_id === null ? null : { id: lent_to_user_id, name: lent_to_name ?? '' } })
  if (why !== null) throw refused(why, 'not_in_your_hand')
  return custody
}

/** Admins are nobody of the client: the event names them. */
const userOf = ({ kind, id }: WorkerActor): number | null => (kind === 'admin' ? null : id)

/** Signature and photo of a handing over, read before the transaction: nothing is held meanwhile. */
export interface Proof {
  signature: Uint8Array
  staged: StagedFile
  photo: ReadPhoto
}

/** What was sent of it: a device says what its photo was. */
export interface SentProof {
  signature: string
  sha256: string | null
}

/** Reads the proof; what is missing, torn or unreadable is named under its field. */
export const readProof = async (platform: Platform, asker: Asker, sent: SentProof, staged: StagedFile | undefined): Promise<Proof> => {
  if (!staged) throw invalid({ photo: ['を撮影してください'] })
  if (sent.sha256 !== null && sent.sha256 !== staged.sha256.toString('hex'))
    throw invalid({ photo: ['を最後まで受け取れませんでした'] }, 'torn_upload')
  const renamed = (field: string, from: string) => (error: unknown) => {
    if (error instanceof Problem && error.fields[from]) throw invalid({ [field]: error.fields[from] }, error.code)
    throw error
  }
  return {
    staged,
    photo: await readPhoto(platform, asker, staged.path).catch(renamed('photo', 'file')),
    signature: await readSignature(platform, asker, sent.signature).catch(renamed('signature', 'digital_sign')),
  }
}

/** A key can be cut from a sharp photo of it: the photo is kept as it came, and shown by its view only. */
const keepProof = async ({ platform, db, clientId }: ReachedTarget, { signature, staged, photo }: Proof) => ({
  signature_file_id: await keepReadSignature(platform, db, clientId, signature),
  photo_file_id: await keepFile(platform, db, clientId, { ...staged, contentType: photo.contentType, view: photo.view }),
})

const record = (
  { db, actor, clientId, constructionId, roomId }: ReachedTarget,
  kind: EventKind,
  id: number,
  event: Pick<NewEvent, 'change' | 'personal' | 'residentVisible'>,
) =>
  recordEvent(db, {
    kind,
    actor,
    clientId,
    constructionId,
    roomId,
    subject: { type: 'key_custodies', id },
    ...event,
  })

/** What the event says of a device whose clock was off. */
const clockOf = ({ device_at }: DeviceMoment) => (device_at === null ? {} : { device_at: device_at.toISOString() })

/** Takes a dwelling's key, signed for and photographed; a craftsman who takes it carries it at once (feature 11). */
export const receiveKey = async (
  asked: KeyTarget,
  form: { received_from: string; note: string | null; moment: DeviceMoment },
  evidence: Proof,
): Promise<number> => {
  const target = await reachRoom(asked)
  const { db, actor, clientId, roomId, room } = target
  if (room.closed_at !== null) throw refused(closedRoomText, 'room_closed')
  const proof = await keepProof(target, evidence)
  const { at } = form.moment
  const carrier = actor.kind === 'craftsman' ? actor.id : null
  const id = await onConstraint(
    insertKeyCustody(db, clientId, {
      room_id: roomId,
      received_at: at,
      received_from: form.received_from,
      received_by_user_id: userOf(actor),
      received_signature_file_id: proof.signature_file_id,
      received_photo_file_id: proof.photo_file_id,
      lent_to_user_id: carrier,
      lent_at: carrier === null ? null : at,
      note: form.note,
    }),
    { key_custodies_out_key: () => conflict('この部屋の鍵はすでにお預かりしています。', 'key_is_here') },
  )
  await record(target, 'key_custodies.received', id, {
    change: clockOf(form.moment),
    personal: { received_from: form.received_from },
    residentVisible: true,
  })
  return id
}

/** Hands the key to a craftsman of the construction, or takes it back into the office; by the office or whoever carries it. */
export const lendKey = async (asked: KeyTarget, id: number, lent_to_user_id: number | null): Promise<void> => {
  const target = await reachRoom(asked)
  const { platform, db, clientId, constructionId } = target
  const before = await custodyInHandOf(target, id)
  if (before.lent_to_user_id === lent_to_user_id) return
  if (lent_to_user_id !== null) {
    const carriers = await listKeyCarriers(db, clientId, constructionId)
    if (!carriers.some(carrier => carrier.id === lent_to_user_id)) throw invalid({ lent_to_user_id: ['は一覧にありません'] })
  }
  await updateKeyCustody(db, clientId, id, { lent_to_user_id, lent_at: lent_to_user_id === null ? null : platform.now() })
  await record(target, lent_to_user_id === null ? 'key_custodies.handed_in' : 'key_custodies.lent', id, {
    change: { before: { user_id: before.lent_to_user_id }, after: { user_id: lent_to_user_id } },
  })
}

/**
 * Gives the key back, null: the one that is out. Signed for and photographed once more, and nobody carries it any longer. Answers its id.
 */
export const returnKey = async (
  asked: KeyTarget,
  custodyId: number | null,
  form: { returned_to: string; moment: DeviceMoment },
  evidence: Proof,
): Promise<number> => {
  const target = await reachRoom(asked)
  const { db, actor, clientId, roomId } = target
  const id = custodyId ?? (await findKeyOut(db, clientId, roomId))?.id
  if (id === undefined) throw notFound()
  const before = await custodyInHandOf(target, id)
  const proof = await keepProof(target, evidence)
  await updateKeyCustody(db, clientId, id, {
    lent_to_user_id: null,
    lent_at: null,
    // No key goes back before it came, whatever two clocks say.
    returned_at: new Date(Math.max(form.moment.at.getTime(), before.received_at.getTime())),
    returned_to: form.returned_to,
    returned_by_user_id: userOf(actor),
    returned_signature_file_id: proof.signature_file_id,
    returned_photo_file_id: proof.photo_file_id,
  })
  await record(target, 'key_custodies.returned', id, {
    change: { lent_to_user_id: before.lent_to_user_id, ...clockOf(form.moment) },
    personal: { returned_to: form.returned_to },
    residentVisible: true,
  })
  return id
}
