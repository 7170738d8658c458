import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../server/src/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../server/src/migrate/migrate.ts'

/** A photo as it is stored: its file, the two smaller ones made of it, its row and the event that tells of it. */
const statements = [
  `insert into clients (cd, name) values ('001', '計測工業')`,
  `insert into files (client_id, storage_key, sha256, byte_size, content_type, file_name)
   select cl.id, cl.id || '/' || gen_random_uuid(), sha256((n || kind)::bytea), 2000000, 'image/jpeg', 'IMG_' || n || '.jpg'
   from clients cl cross join generate_series(1, $photos) n cross join unnest(array['original', 'view', 'thumbnail']) kind`,
  `insert into room_images (client_id, uuid, construction_id, room_id, photography_place_entry_id, timing, filming_at, file_id, thumbnail_file_id, view_file_id,
     width, height, uploaded_by_kind, uploaded_by_id, device_at)
   select fi.client_id, gen_random_uuid(), 1, 1 + fi.id / 300, 1, 'after_construction', now(), fi.id, fi.id + 2, fi.id + 1, 4032, 3024, 'staff', 1, now()
   from files fi where fi.id % 3 = 1`,
  `insert into events (client_id, kind, construction_id, room_id, actor_kind, actor_id, channel, change, at)
   select ri.client_id, 'room_images.added', 1, ri.room_id, 'staff', 1, 'web', jsonb_build_object('after', jsonb_build_object('room_image_id', ri.id, 'timing', ri.timing)), now()
   from room_images ri`,
]

/** Bytes of tables and indexes for one photo, weighed in a database of its own. */
export const bytesOfPhotoRows = async (photos: number): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), 'toguchi-scale-'))
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
  const database = new pg.Client(postgres.url)
  try {
    await migrate(postgres.url)
    await database.connect()
    // Straight into the tables: what they point at weighs nothing here.
    await database.query('set session_replication_role = replica')
    const before = await sizeOf(database)
    for (const statement of statements) await database.query(statement.replaceAll('$photos', String(photos)))
    await database.query('vacuum analyze')
    return ((await sizeOf(database)) - before) / photos
  } finally {
    await database.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const sizeOf = async (database: pg.Client): Promise<number> => {
  const { rows } = await database.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(oid)) as bytes from pg_class where relname in ('files', 'room_images', 'events') and relkind = 'r'`,
  )
  return Number(rows[0]?.bytes)
}
