import type { WorkerActor } from '@toguchi/domain/access/actor'
import { constructions } from '@toguchi/domain/constructions/contract'
import { cannotDeleteConstructionText } from '@toguchi/domain/constructions/labels'
import { toDay } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { answers } from '../platform/http/mount.ts'
import { notFound } from '../platform/http/problem.ts'
import type { Platform } from '../platform/platform.ts'
import { presentConstruction, presentCopy, presentFlat } from './present.ts'
import { findConstruction, listConstructions } from './queries.ts'
import { changeConstruction, createConstruction, deleteConstruction } from './save-construction.ts'

const find = async (db: Db, actor: WorkerActor, id: number) => {
  const row = await findConstruction(db, actor, id)
  if (!row) throw notFound()
  return row
}

const show = async (platform: Platform, db: Db, actor: WorkerActor, id: number, now: Date) =>
  presentConstruction(platform, await find(db, actor, id), toDay(now))

export const constructionsRoutes = answers(constructions, {
  'GET /api/constructions': async ({ db, actor, query, now }) => {
    const { rows, total_count } = await listConstructions(db, actor, query, toDay(now))
    const flat_constructions = rows.map(presentFlat(toDay(now)))
    return query.exclude_pagination ? { flat_constructions } : { flat_constructions, total_count }
  },

  'POST /api/constructions': async ({ platform, db, actor, body, now }) => {
    const { building_id: buildingId, ...form } = body.construction
    const id = await createConstruction(platform, db, actor, { buildingId, form, formType: body.form_type })
    return { message: '工事を登録しました。', construction: await show(platform, db, actor, id, now) }
  },

  'GET /api/constructions/:id': async ({ platform, db, actor, params, now }) => ({
    construction: await show(platform, db, actor, params.id, now),
  }),

  'PATCH /api/constructions/:id': async ({ platform, db, actor, params, body, now }) => {
    await changeConstruction(platform, db, actor, params.id, { form: body.construction, formType: body.form_type })
    return { message: '工事を更新しました。', construction: await show(platform, db, actor, params.id, now) }
  },

  'DELETE /api/constructions/:id': async ({ db, actor, params, now }) => {
    await deleteConstruction(db, actor, params.id, cannotDeleteConstructionText, now)
    return { message: '工事を削除しました。' }
  },

  'GET /api/constructions/:construction_id/copy': async ({ platform, db, actor, params, now }) => ({
    construction: presentCopy(platform, await find(db, actor, params.construction_id), toDay(now)),
  }),

  'POST /api/constructions/:construction_id/copy': async ({ platform, db, actor, params, body, now }) => {
    const source = presentConstruction(platform, await find(db, actor, params.construction_id), toDay(now))
    const id = await createConstruction(platform, db, actor, {
      buildingId: source.building_id,
      form: body.construction,
      formType: 'all',
      copyOf: source.id,
    })
    return { message: '工事をコピーしました。', construction: await show(platform, db, actor, id, now) }
  },
})
