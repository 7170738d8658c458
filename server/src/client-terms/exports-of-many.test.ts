import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildClient, buildConstruction, type BuiltClient } from '../../test/build.ts'
import { openWorld } from '../../test/world.ts'
import type { Db } from '../platform/database/database.ts'
import { enterClientById } from './show-terms.ts'
import { listExportedFiles, listRows, sizeExport } from './queries.ts'

const world = await openWorld()
let client: BuiltClient
/** Photos of each kind, every one with three pictures drawn from it. */
const photos = 400

beforeAll(async () => {
  client = await buildClient(world)
  const construction = await buildConstruction(world, client)
  await world.inClient(client.id, async db => {
    const place = await db
      .insertInto('photography_place_entries')
      .values({ client_id: client.id, construction_id: construction.id, area: 'private', free_input: '玄関', position: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [table, room] of [
      ['room_images', construction.rooms[0]!.id],
      ['common_area_images', null],
    ] as const)
      await sql`with kept as (
          insert into files (client_id, storage_key, sha256, byte_size, content_type, file_name)
          select ${client.id}, ${table} || at, sha256('photo'), 10, 'image/jpeg', 'photo.jpg' from generate_series(1, ${4 * photos}) at returning id),
        numbered as (select id, row_number() over (order by id) - 1 as at from kept)
        insert into ${sql.table(table)} (client_id, uuid, construction_id, ${sql.raw(room === null ? '' : 'room_id,')} photography_place_entry_id,
          timing, filming_at, file_id, thumbnail_file_id, view_file_id, signboard_file_id, uploaded_by_kind, uploaded_by_id)
        select ${client.id}, gen_random_uuid(), ${construction.id}, ${sql.raw(room === null ? '' : `${room},`)} ${place.id},
          'before_construction', now(), min(id), min(id) + 1, min(id) + 2, min(id) + 3, 'staff', 1 from numbered group by at / 4 returning id`.execute(
        db,
      )
  })
  const owner = new pg.Client(world.ownerUrl)
  await owner.connect()
  await owner.query('analyze').finally(() => owner.end())
})

interface Plan {
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Filter'?: number
  'Actual Loops': number
  Plans?: Plan[]
}

/** Rows that the parts of a statement looked at and threw away, each as often as it did so. */
const wastedIn = (plan: Plan): number =>
  ((plan['Rows Removed by Join Filter'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'] +
  (plan.Plans ?? []).reduce((sum, part) => sum + wastedIn(part), 0)

/** Runs statements to be told how the database went about them. */
const plansOf = async (ask: (db: Db) => Promise<unknown>): Promise<Plan[]> => {
  const plans: Plan[] = []
  await world.inClient(client.id, async db => {
    const explaining = new Proxy(db, {
      get: (target, name) =>
        name === 'executeQuery'
          ? async ({ sql: text, parameters }: CompiledQuery) => {
              const { rows } = await target.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>(
                CompiledQuery.raw(`explain (analyze, format json) ${text}`, [...parameters]),
              )
              plans.push(rows[0]!['QUERY PLAN'][0]!.Plan)
              return { rows: [] }
            }
          : Reflect.get(target, name),
    })
    await ask(explaining)
  })
  return plans
}

describe('an export of many photos', () => {
  it('leaves out what was drawn from them, without comparing every file with every photo', async () => {
    const clientId = await world.inClient(null, db => enterClientById(db, client.id))
    expect(await world.inClient(client.id, db => sizeExport(db, clientId))).toEqual({ files: 2 * photos, byte_size: 20 * photos })
    const plans = [
      ...(await plansOf(db => sizeExport(db, clientId))),
      ...(await plansOf(db => listExportedFiles(db, clientId, 0, 2 * photos))),
    ]
    expect(plans).toHaveLength(2)
    for (const plan of plans) expect(wastedIn(plan)).toBeLessThan(20 * photos)
  })

  it('reads every row of a table once, also when others come and go meanwhile', async () => {
    const add = (names: string[]) =>
      world.inClient(client.id, db =>
        db
          .insertInto('departments')
          .values(names.map(name => ({ client_id: client.id, name })))
          .execute(),
      )
    await add(['一', '二', '三', '四', '五'])
    const read: unknown[] = []
    let last: unknown = null
    for (const gone of ['一', '四', null]) {
      const page = await world.inClient(client.id, db => listRows(db, 'departments', { hidden: [], last, most: 2 }))
      read.push(...page.rows.map(row => row['name']))
      last = page.last
      if (gone !== null) await world.inClient(client.id, db => db.deleteFrom('departments').where('name', '=', gone).execute())
    }
    expect(read).toEqual(['一', '二', '三', '四', '五'])
    // A key of several columns, one of them a day.
    const { rows, last: key } = await world.inClient(client.id, db => listRows(db, 'answer_reminders', { hidden: [], last: null, most: 2 }))
    expect({ rows, key }).toEqual({ rows: [], key: null })
    const rest = { hidden: [], last: { client_id: client.id, room_id: 1, reminded_on: '2026-11-21' }, most: 2 }
    expect((await world.inClient(client.id, db => listRows(db, 'answer_reminders', rest))).rows).toEqual([])
  })
})
