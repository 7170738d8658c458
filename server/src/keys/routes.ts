import type { IncomingHttpHeaders } from 'node:http'
import { type Actor, isStaff, type ReachedActor } from '@toguchi/domain/access/actor'
import { type KeyCustody, keys } from '@toguchi/domain/keys/contract'
import { keyHandoverText } from '@toguchi/domain/rooms/keys/key-handover'
import { toInstant } from '../platform/clock.ts'
import { fileUrl, viewUrl } from '../platform/files/files.ts'
import { repeatedRequestOf, wasAnswered } from '../platform/http/answered-requests.ts'
import { momentOf } from '../platform/http/device-clock.ts'
import { answeredBefore, answers, type RawAnswer } from '../platform/http/mount.ts'
import type { Uploads } from '../platform/http/uploads.ts'
import { clientNumberOf } from '../platform/database/part-of-client.ts'
import type { Platform } from '../platform/platform.ts'
import { notFound } from '../platform/http/problem.ts'
import { type KeyTarget, lendKey, type Proof, readProof, receiveKey, returnKey, type SentProof } from './keep-keys.ts'
import { findKeyRoom, type KeyCustodyRow, listKeyCarriers, listKeyCustodies } from './queries.ts'

/** What proves that a key changed hands is for the staff and for whoever carries the key now, and for nobody else (D-05). */
const maySeeProof = (actor: Actor, row: KeyCustodyRow): boolean =>
  isStaff(actor) || (actor.kind === 'craftsman' && row.lent_to_user_id === actor.id && row.returned_at === null)

const presentFor =
  (platform: Platform, { clientId, ...actor }: ReachedActor) =>
  (row: KeyCustodyRow): KeyCustody => {
    const proofUrl = (urlOf: typeof fileUrl, fileId: number | null) =>
      fileId !== null && maySeeProof(actor, row) ? urlOf(platform, clientId, fileId) : null
    return {
      id: row.id,
      received_at: toInstant(row.received_at),
      received_from: row.received_from,
      received_by: row.received_by,
      lent_to: row.lent_to_user_id === null ? null : { id: row.lent_to_user_id, name: row.lent_to_name ?? '' },
      lent_at: toInstant(row.lent_at),
      returned_at: toInstant(row.returned_at),
      returned_to: row.returned_to,
      returned_by: row.returned_by,
      note: row.note,
      received_signature_url: proofUrl(fileUrl, row.received_signature_file_id),
      // A view has neither EXIF nor GPS.
      received_photo_url: proofUrl(viewUrl, row.received_photo_file_id),
      returned_signature_url: proofUrl(fileUrl, row.returned_signature_file_id),
      returned_photo_url: proofUrl(viewUrl, row.returned_photo_file_id),
    }
  }

type Asked = Pick<KeyTarget, 'platform' | 'db' | 'actor'> & { params: { construction_id: number; room_id: number } }

const findAccessibleRoom = async ({ db, actor, params }: Pick<Asked, 'db' | 'actor' | 'params'>) => {
  const room = await findKeyRoom(db, actor, params.construction_id, params.room_id)
  if (!room) throw notFound()
  return room
}

const targetOf = ({ platform, db, actor, params }: Asked): KeyTarget => ({
  platform,
  db,
  actor,
  constructionId: params.construction_id,
  roomId: params.room_id,
})

const saved = async (message: string, asked: Asked, id: number) => {
  const { client_id: clientId } = await findAccessibleRoom(asked)
  const rows = await listKeyCustodies(asked.db, clientId, asked.params.room_id)
  const key_custody = rows.find(row => row.id === id)
  if (!key_custody) throw notFound()
  return { message, key_custody: presentFor(asked.platform, { ...asked.actor, clientId })(key_custody) }
}

type KeyEndpoint = keyof typeof keys

interface HandOver extends Omit<Asked, 'db'> {
  now: Date
  request: { headers: IncomingHttpHeaders }
  files: Uploads
}

/**
 * Reads the proof of a request that may be made, with nothing of the database held, and does in one transaction what is to be done with it;
 * once, however often the request arrives (decision 076).
 */
const withProof = async <T>(
  { platform, actor, params, now, request, files }: HandOver,
  endpoint: KeyEndpoint,
  sent: SentProof,
  work: (asked: Asked, proof: Proof) => Promise<T>,
): Promise<T | RawAnswer> => {
  await platform.pool.read(clientNumberOf(actor), db => findAccessibleRoom({ db, actor, params }))
  const proof = await readProof(platform, actor, sent, files['key_custody[photo]'])
  const repeated = repeatedRequestOf(request.headers, endpoint)
  return platform.pool.write(clientNumberOf(actor), async db =>
    repeated !== null && (await wasAnswered(db, actor, repeated, now)) ? answeredBefore : work({ platform, db, actor, params }, proof),
  )
}

interface GivenBack extends HandOver {
  body: { key_custody: { returned_to: string; handed_at: string | null } & SentProof }
}

const giveBack = (context: GivenBack, endpoint: KeyEndpoint, custodyId: number | null) => {
  const { returned_to, handed_at, ...sent } = context.body.key_custody
  const moment = momentOf(context.request.headers, handed_at ?? undefined, context.now)
  return withProof(context, endpoint, sent, async (asked, proof) => {
    const id = await returnKey(targetOf(asked), custodyId, { returned_to, moment }, proof)
    return saved('鍵をお返ししました。', asked, id)
  })
}

const ofRoom = 'POST /api/constructions/:construction_id/rooms/:room_id/keys'

export const keysRoutes = answers(keys, {
  'GET /api/constructions/:construction_id/rooms/:room_id/keys': async context => {
    const { platform, db, actor, params } = context
    const { client_id: clientId, ...room } = await findAccessibleRoom(context)
    return {
      wanted: room.wanted,
      handover: keyHandoverText(room),
      key_custodies: (await listKeyCustodies(db, clientId, room.id)).map(presentFor(platform, { ...actor, clientId })),
      craftsmans: await listKeyCarriers(db, clientId, params.construction_id),
    }
  },

  'POST /api/constructions/:construction_id/rooms/:room_id/keys': {
    mayUpload: findAccessibleRoom,
    answer: context => {
      const { signature, sha256, handed_at, ...form } = context.body.key_custody
      const moment = momentOf(context.request.headers, handed_at ?? undefined, context.now)
      return withProof(context, ofRoom, { signature, sha256 }, async (asked, proof) =>
        saved('鍵をお預かりしました。', asked, await receiveKey(targetOf(asked), { ...form, moment }, proof)),
      )
    },
  },

  'PATCH /api/constructions/:construction_id/rooms/:room_id/keys/:id': async context => {
    const { lent_to_user_id } = context.body.key_custody
    await lendKey(targetOf(context), context.params.id, lent_to_user_id)
    return saved(lent_to_user_id === null ? '鍵を事務所に戻しました。' : '鍵を渡しました。', context, context.params.id)
  },

  'POST /api/constructions/:construction_id/rooms/:room_id/keys/:id/return': {
    mayUpload: findAccessibleRoom,
    answer: context => giveBack(context, `${ofRoom}/:id/return`, context.params.id),
  },
  'POST /api/constructions/:construction_id/rooms/:room_id/keys/return': {
    mayUpload: findAccessibleRoom,
    answer: context => giveBack(context, `${ofRoom}/return`, null),
  },
})
