import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { Ground } from './build.ts'
import { multipart } from './multipart.ts'

/** A small picture; another one for each number. */
export const pictureOf = (at: number): Promise<Buffer> =>
  sharp({ create: { width: 320, height: 240, channels: 3, background: { r: at % 256, g: (at * 7) % 256, b: (at * 31) % 256 } } })
    .jpeg()
    .toBuffer()

/** In hexadecimal. */
export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Body and headers of `POST …/room_images`, with the key under which it may be sent again. */
export const photoForm = (fields: { uuid: string; position: string; timing: string }, bytes: Buffer) => {
  const named = Object.fromEntries(Object.entries(fields).map(([name, value]) => [`room_image[${name}]`, value]))
  const { body, headers } = multipart(named, { name: 'room_image[file]', fileName: '玄関.jpg', bytes, contentType: 'image/jpeg' })
  return { body, headers: { ...headers, 'idempotency-key': fields.uuid } }
}

/** The photos of a client's rooms: how many, and the SHA-256 of each by its uuid. */
export const keptPhotos = async ({ inClient }: Pick<Ground, 'inClient'>, clientId: number) => {
  const rows = await inClient(clientId, db =>
    db
      .selectFrom('room_images')
      .innerJoin('files', join => join.onRef('files.id', '=', 'room_images.file_id').onRef('files.client_id', '=', 'room_images.client_id'))
      .select(['room_images.uuid', 'files.sha256'])
      .execute(),
  )
  return { count: rows.length, hashes: new Map(rows.map(({ uuid, sha256 }) => [uuid, sha256.toString('hex')])) }
}
