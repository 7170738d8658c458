import type { BodyInputOf, ResponseOf } from '@toguchi/domain/http/endpoint'
import type { Api } from '@toguchi/domain/routes'
import type { DetailSchedule } from '@toguchi/domain/schedule/contract'
import { type BuiltClient, type BuiltConstruction, type BuiltPerson, buildClient, buildConstruction, buildUser } from './build.ts'
import type { Answer, World } from './world.ts'

type Save = BodyInputOf<Api['PATCH /api/constructions/:construction_id/detail_schedule']>['detail_schedule']
type Settings = BodyInputOf<Api['PATCH /api/constructions/:construction_id/detail_schedule/settings']>['schedule_settings']
type Saved = Answer<ResponseOf<Api['PATCH /api/constructions/:construction_id/detail_schedule']>>
export type Place = { date: string; construction_time_frame_id: number; frame_number: number }

/** A construction whose rooms have their places, and short names for what is done to its schedule. */
export interface PlannedConstruction {
  client: BuiltClient
  staff: BuiltPerson
  construction: BuiltConstruction
  /** As the form of the settings takes them. */
  frames: { id: number; start_at: string; end_at: string; frame_number: number }[]
  show(as?: BuiltPerson): Promise<DetailSchedule>
  /** Without a version the newest one. */
  save(change: Partial<Save>, as?: BuiltPerson): Promise<Saved>
  undo(batchId: number, as?: BuiltPerson): Promise<Saved>
  settings(change: Partial<Settings>, as?: BuiltPerson): Promise<Saved>
  complete(): Promise<unknown>
  roomId(name: string): number
  placeOf(name: string, schedule: DetailSchedule): Place | undefined
}

/** Floors × perFloor rooms from 101 on, laid from the top column by column into two frames before noon and one after it. */
export const planConstruction = async (
  world: World,
  over: { client?: BuiltClient; floors?: number; perFloor?: number; start?: string; end?: string; contractorIds?: number[] } = {},
): Promise<PlannedConstruction> => {
  const client = over.client ?? (await buildClient(world))
  const staff = await buildUser(world, client, 'Staff')
  const construction = await buildConstruction(world, client, { floors: 3, perFloor: 2, start: '2026-12-01', end: '2026-12-05', ...over })
  const order = await world.inClient(client.id, db =>
    db
      .insertInto('construction_orders')
      .values({ client_id: client.id, name: `上から${construction.id}`, top_or_bottom: 'top', vertical_or_horizontal: 'vertical' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const params = { construction_id: construction.id }
  const show: PlannedConstruction['show'] = async (as = staff) =>
    (await world.call(as, 'GET /api/constructions/:construction_id/detail_schedule', { params })).body
  const { body } = await world.call(staff, 'POST /api/constructions/:construction_id/detail_schedule', {
    params,
    body: {
      detail_schedule: {
        construction_order_id: order.id,
        construction_time_frames_attributes: [
          { start_at: '09:00', end_at: '12:00', frame_number: 2 },
          { start_at: '13:00', end_at: '17:00', frame_number: 1 },
        ],
      },
    },
  })
  return {
    client,
    staff,
    construction,
    frames: body.construction_time_frames.map(({ id, start_at, end_at, frame_number }) => ({ id, start_at, end_at, frame_number })),
    show,
    save: async (change, as = staff) => {
      const lock_version = change.lock_version ?? (await show()).lock_version
      return world.call(as, 'PATCH /api/constructions/:construction_id/detail_schedule', {
        params,
        body: { detail_schedule: { ...change, lock_version } },
      })
    },
    undo: (batch_id, as = staff) =>
      world.call(as, 'POST /api/constructions/:construction_id/detail_schedule/batches/:batch_id/undo', {
        params: { ...params, batch_id },
      }),
    settings: async (change, as = staff) => {
      const lock_version = change.lock_version ?? (await show()).lock_version
      return world.call(as, 'PATCH /api/constructions/:construction_id/detail_schedule/settings', {
        params,
        body: { schedule_settings: { ...change, lock_version } },
      })
    },
    complete: () => world.call(staff, 'POST /api/constructions/:construction_id/detail_schedule/completion', { params }),
    roomId: name => {
      const room = construction.rooms.find(each => each.name === name)
      if (!room) throw new Error(`there is no room ${name}`)
      return room.id
    },
    placeOf: (name, schedule) => {
      const assign = schedule.assigns.find(each => each.room.name === name)
      return (
        assign && {
          date: assign.date,
          construction_time_frame_id: assign.construction_time_frame_id,
          frame_number: assign.frame_number,
        }
      )
    },
  }
}
