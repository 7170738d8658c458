import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ClientId } from '@toguchi/domain/access/actor'
import type { Platform } from '../server/src/platform/platform.ts'
import { keepBytes } from '../server/src/platform/files/files.ts'
import { buildClient, buildConstruction, buildContractor, buildUser } from '../server/test/build.ts'

/** Photos of a room: four places in three stages each. */
export const perRoom = 12
/** Pictures that are drawn; each is used again with other bytes. */
const originals = 20

/** Runs a script of this folder in a process of its own. */
export const run = (script: string, ...given: string[]) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...given], { stdio: 'inherit' })
    child.on('close', code => (code === 0 ? resolve(code) : reject(new Error(`${script} ended with ${code}`))))
  })

/** Other bytes that show the same: the engine draws what is repeated once, and no two photos are the same. */
const another = (jpeg: Buffer, at: number): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe, 0x00, 0x04, at >> 8, at & 255]), jpeg.subarray(2)])

interface Asked {
  photos: number
  rooms: { floors: number; perFloor: number }
  withThumbnails: boolean
  /** What the board of a photo says besides. */
  noteOf: (at: number) => string | null
}

/** A construction with photos whose views are derived, twelve a room. */
export const buildPhotoSite = async (platform: Platform, folder: string, { photos, rooms, withThumbnails, noteOf }: Asked) => {
  const world = { platform, inClient: platform.pool.write }
  const client = await buildClient(world, { name: '東都設備株式会社' })
  const staff = await buildUser(world, client, 'Staff', { name: '佐藤 花子' })
  const contractor = await buildContractor(world, client, { name: '湘南電気工業株式会社' })
  const construction = await buildConstruction(world, client, {
    ...rooms,
    craftsmanIds: [{ contractorId: contractor.id, craftsmanIds: [] }],
  })
  const drawings = join(folder, 'drawings')
  mkdirSync(drawings)
  await run('draw-views.ts', drawings, String(originals))
  const drawn = (at: number, extension: string) => readFileSync(join(drawings, `${at % originals}.${extension}`))
  const viewOf = (at: number, number = at) => another(drawn(at, 'jpg'), number)
  const own = { client_id: client.id, construction_id: construction.id }
  const images = await platform.pool.write(client.id, async db => {
    await db
      .updateTable('constructions')
      .set({
        name: '髙﨑𠮷ビル インターホン設備更新工事',
        use_electronic_signboard: false,
        owners_association: '髙﨑𠮷ビル管理組合',
        prime_contractor: '東都設備株式会社',
        contract_period_start_on: '2026-10-01',
        contract_period_end_on: '2026-12-20',
      })
      .where('client_id', '=', client.id)
      .where('id', '=', construction.id)
      .execute()
    const places: number[] = []
    for (const [at, free_input] of ['玄関子機', '住宅情報盤', '火災感知器', '弱電盤'].entries())
      places.push(
        (
          await db
            .insertInto('photography_place_entries')
            .values({ ...own, area: 'private', free_input, position: at + 1 })
            .returning('id')
            .executeTakeFirstOrThrow()
        ).id,
      )
    const keep = (bytes: Buffer, extension: 'jpg' | 'webp') =>
      keepBytes(platform, db, client.id, {
        bytes,
        fileName: `photo.${extension}`,
        contentType: extension === 'jpg' ? 'image/jpeg' : 'image/webp',
      })
    const thumbnails: number[] = []
    for (let at = 0; withThumbnails && at < originals; at += 1) thumbnails.push(await keep(drawn(at, 'webp'), 'webp'))
    const inserted = []
    for (let at = 0; at < photos; at += 1) {
      const file_id = await keep(viewOf(at), 'jpg')
      inserted.push({
        ...own,
        room_id: construction.rooms[Math.floor(at / perRoom)]!.id,
        uuid: crypto.randomUUID(),
        photography_place_entry_id: places[Math.floor((at % perRoom) / 3)]!,
        timing: (['before_construction', 'under_construction', 'after_construction'] as const)[at % 3]!,
        filming_at: new Date(Date.UTC(2026, 10, 2 + (at % 18), 1, at % 60)),
        file_id,
        thumbnail_file_id: thumbnails[at % originals] ?? null,
        view_file_id: file_id,
        width: 1600,
        height: 1200,
        uploaded_by_kind: 'staff',
        uploaded_by_id: staff.id,
        signboard_note: noteOf(at),
      })
    }
    for (let from = 0; from < inserted.length; from += 500)
      await db
        .insertInto('room_images')
        .values(inserted.slice(from, from + 500))
        .execute()
    return inserted
  })
  const actor: { kind: 'staff'; id: number; clientId: ClientId; canRegisterStaff: boolean } = {
    kind: 'staff',
    id: staff.id,
    clientId: client.id,
    canRegisterStaff: false,
  }
  return { client, construction, actor, images, viewOf }
}
