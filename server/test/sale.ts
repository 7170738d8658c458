import { type BuiltClient, buildClient, buildConstruction, type BuiltConstruction, buildResident } from './build.ts'
import type { Caller, World } from './world.ts'

/** A construction that sells optional works, with a resident in room 101. */
export interface Sale {
  client: BuiltClient
  construction: BuiltConstruction
  roomId: number
  resident: Caller & { id: number }
  /** Ids of the offered options by name. */
  option: Record<string, number>
}

const saleOptions: Readonly<Record<string, number>> = {
  カメラ付き子機: 12_345,
  録画機能: 8000,
  追加スピーカー: 1005,
  高級インターホン: 300_000,
  無料点検: 0,
  シール: 100,
}

/** Card, store, cash and collecting are all in use; orders end on 2026-12-10, the work in room 101 is on 2026-12-20. */
export const buildSale = async (
  world: World,
  over: { use_payment?: boolean; use_cash_payment?: boolean; option_request_end_on?: string; email?: string; client?: BuiltClient } = {},
): Promise<Sale> => {
  const client = over.client ?? (await buildClient(world))
  const construction = await buildConstruction(world, client, { floors: 2, perFloor: 2, start: '2026-12-15', end: '2026-12-25' })
  const roomId = construction.rooms[0]?.id ?? 0
  const option = await world.inClient(client.id, async db => {
    await db
      .updateTable('clients')
      .set({ use_cash_payment: over.use_cash_payment ?? true })
      .where('id', '=', client.id)
      .execute()
    await db
      .updateTable('constructions')
      .set({
        use_payment: over.use_payment ?? true,
        cash_place: '管理室・当社窓口',
        cash_hours: '平日9時〜17時',
        use_optional_construction: true,
        option_request_end_on: over.option_request_end_on ?? '2026-12-10',
        detail_schedule_completed_at: new Date('2026-11-10T00:00:00Z'),
      })
      .where('id', '=', construction.id)
      .execute()
    const frame = await db
      .insertInto('construction_time_frames')
      .values({ client_id: client.id, construction_id: construction.id, start_at: '09:00', end_at: '12:00', frame_number: 2 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('assigns')
      .values({
        client_id: client.id,
        construction_id: construction.id,
        room_id: roomId,
        date: '2026-12-20',
        construction_time_frame_id: frame.id,
        frame_number: 1,
      })
      .execute()
    const masters = await db
      .insertInto('options')
      .values(Object.entries(saleOptions).map(([name, price]) => ({ client_id: client.id, name: `${name}${construction.id}`, price })))
      .returning(['id', 'name', 'price'])
      .execute()
    const offered = await db
      .insertInto('constructions_options')
      .values(
        masters.map(({ id, name, price }, at) => ({
          client_id: client.id,
          construction_id: construction.id,
          option_id: id,
          option_name: name.replace(String(construction.id), ''),
          price,
          position: at + 1,
        })),
      )
      .returning(['id', 'option_name'])
      .execute()
    return Object.fromEntries(offered.map(({ id, option_name }) => [option_name, id]))
  })
  const resident = await buildResident(world, client, roomId, { name: '鈴木 一郎', email: over.email ?? 'suzuki@example.jp' })
  return { client, construction, roomId, resident, option }
}

/** The ids of options as an order names them. */
export const detailsOf = (sale: Sale, ...names: string[]) => names.map(name => ({ constructions_option_id: sale.option[name] ?? 0 }))
