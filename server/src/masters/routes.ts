import {
  type ConstructionOrder,
  type Department,
  type IncompleteReason,
  masters,
  type PhotographyPlace,
  type SignboardContractor,
  type Supplier,
} from '@toguchi/domain/masters/contract'
import { answers } from '../platform/mount.ts'
import { changeMaster, createMaster, deleteMaster, showMaster } from './change-master.ts'
import {
  constructionOrders,
  departments,
  incompleteReasons,
  listMaster,
  listReceptionTypes,
  photographyPlaces,
  signboardContractors,
  staffsOf,
  suppliers,
} from './queries.ts'
import { saveSupplier } from './save-supplier.ts'

/** A page under the resource's own name. */
const named = <K extends string, R>(name: K, { rows, ...rest }: { rows: R[]; total_count?: number }) =>
  ({ [name]: rows, ...rest }) as { [P in K]: R[] } & { total_count?: number }

export const mastersRoutes = answers(masters, {
  'GET /api/departments': async ({ db, actor, query }) =>
    named('departments', await listMaster<Department>(db, departments, actor.clientId, query, query.department)),
  'POST /api/departments': async ({ db, actor, body }) => {
    const id = await createMaster(db, actor, departments, body.department)
    return { message: '部署を登録しました。', department: await showMaster<Department>(db, actor, departments, id) }
  },
  'GET /api/departments/:id': async ({ db, actor, params }) => ({
    department: await showMaster<Department>(db, actor, departments, params.id),
  }),
  'PATCH /api/departments/:id': async ({ db, actor, params, body }) => {
    await changeMaster(db, actor, departments, params.id, body.department)
    return { message: '部署を更新しました。', department: await showMaster<Department>(db, actor, departments, params.id) }
  },
  'DELETE /api/departments/:id': async ({ db, actor, params, now }) => {
    await deleteMaster(db, actor, departments, params.id, now)
    return { message: '部署を削除しました。' }
  },

  'GET /api/suppliers': async ({ db, actor, query }) =>
    named('suppliers', await listMaster<Supplier>(db, suppliers, actor.clientId, query, query.supplier)),
  'POST /api/suppliers': async ({ db, actor, body }) => ({
    message: '取引先を登録しました。',
    ...(await saveSupplier(db, actor, null, body.supplier)),
  }),
  'GET /api/suppliers/:id': async ({ db, actor, params }) => {
    const supplier = await showMaster<Supplier>(db, actor, suppliers, params.id)
    return { supplier: { ...supplier, supplier_staffs: await staffsOf(db, actor.clientId, params.id) } }
  },
  'PATCH /api/suppliers/:id': async ({ db, actor, params, body }) => ({
    message: '取引先を更新しました。',
    ...(await saveSupplier(db, actor, params.id, body.supplier)),
  }),
  'DELETE /api/suppliers/:id': async ({ db, actor, params, now }) => {
    await deleteMaster(db, actor, suppliers, params.id, now)
    return { message: '取引先を削除しました。' }
  },

  'GET /api/construction_orders': async ({ db, actor, query }) =>
    named(
      'construction_orders',
      await listMaster<ConstructionOrder>(db, constructionOrders, actor.clientId, query, query.construction_order),
    ),
  'POST /api/construction_orders': async ({ db, actor, body }) => {
    const id = await createMaster(db, actor, constructionOrders, body.construction_order)
    return { message: '施工順を登録しました。', construction_order: await showMaster<ConstructionOrder>(db, actor, constructionOrders, id) }
  },
  'GET /api/construction_orders/:id': async ({ db, actor, params }) => ({
    construction_order: await showMaster<ConstructionOrder>(db, actor, constructionOrders, params.id),
  }),
  'PATCH /api/construction_orders/:id': async ({ db, actor, params, body }) => {
    await changeMaster(db, actor, constructionOrders, params.id, body.construction_order)
    return {
      message: '施工順を更新しました。',
      construction_order: await showMaster<ConstructionOrder>(db, actor, constructionOrders, params.id),
    }
  },
  'DELETE /api/construction_orders/:id': async ({ db, actor, params, now }) => {
    await deleteMaster(db, actor, constructionOrders, params.id, now)
    return { message: '施工順を削除しました。' }
  },

  'GET /api/incomplete_reasons': async ({ db, actor, query }) =>
    named('incomplete_reasons', await listMaster<IncompleteReason>(db, incompleteReasons, actor.clientId, query, query.incomplete_reason)),
  'POST /api/incomplete_reasons': async ({ db, actor, body }) => {
    const id = await createMaster(db, actor, incompleteReasons, body.incomplete_reason)
    return {
      message: '未完了理由を登録しました。',
      incomplete_reason: await showMaster<IncompleteReason>(db, actor, incompleteReasons, id),
    }
  },
  'GET /api/incomplete_reasons/:id': async ({ db, actor, params }) => ({
    incomplete_reason: await showMaster<IncompleteReason>(db, actor, incompleteReasons, params.id),
  }),
  'PATCH /api/incomplete_reasons/:id': async ({ db, actor, params, body }) => {
    await changeMaster(db, actor, incompleteReasons, params.id, body.incomplete_reason)
    return {
      message: '未完了理由を更新しました。',
      incomplete_reason: await showMaster<IncompleteReason>(db, actor, incompleteReasons, params.id),
    }
  },
  'DELETE /api/incomplete_reasons/:id': async ({ db, actor, params, now }) => {
    await deleteMaster(db, actor, incompleteReasons, params.id, now)
    return { message: '未完了理由を削除しました。' }
  },

  'GET /api/electronic_signboard_contractors': async ({ db, actor, query }) =>
    named(
      'electronic_signboard_contractors',
      await listMaster<SignboardContractor>(db, signboardContractors, actor.clientId, query, query.electronic_signboard_contractor),
    ),
  'POST /api/electronic_signboard_contractors': async ({ db, actor, body }) => {
    const id = await createMaster(db, actor, signboardContractors, body.electronic_signboard_contractor)
    return {
      message: '黒板用施工者を登録しました。',
      electronic_signboard_contractor: await showMaster<SignboardContractor>(db, actor, signboardContractors, id),
    }
  },
  'GET /api/electronic_signboard_contractors/:id': async ({ db, actor, params }) => ({
    electronic_signboard_contractor: await showMaster<SignboardContractor>(db, actor, signboardContractors, params.id),
  }),
  'PATCH /api/electronic_signboard_contractors/:id': async ({ db, actor, params, body }) => {
    await changeMaster(db, actor, signboardContractors, params.id, body.electronic_signboard_contractor)
    return {
      message: '黒板用施工者を更新しました。',
      electronic_signboard_contractor: await showMaster<SignboardContractor>(db, actor, signboardContractors, params.id),
    }
  },
  'DELETE /api/electronic_signboard_contractors/:id': async ({ db, actor, params, now }) => {
    await deleteMaster(db, actor, signboardContractors, params.id, now)
    return { message: '黒板用施工者を削除しました。' }
  },

  'GET /api/photography_places': async ({ db, actor, query }) =>
    named('photography_places', await listMaster<PhotographyPlace>(db, photographyPlaces, actor.clientId, query, query.photography_place)),
  'POST /api/photography_places': async ({ db, actor, body }) => {
    const id = await createMaster(db, actor, photographyPlaces, body.photography_place)
    return { message: '撮影箇所を登録しました。', photography_place: await showMaster<PhotographyPlace>(db, actor, photographyPlaces, id) }
  },
  'GET /api/photography_places/:id': async ({ db, actor, params }) => ({
    photography_place: await showMaster<PhotographyPlace>(db, actor, photographyPlaces, params.id),
  }),
  'PATCH /api/photography_places/:id': async ({ db, actor, params, body }) => {
    await changeMaster(db, actor, photographyPlaces, params.id, body.photography_place)
    return {
      message: '撮影箇所を更新しました。',
      photography_place: await showMaster<PhotographyPlace>(db, actor, photographyPlaces, params.id),
    }
  },
  'DELETE /api/photography_places/:id': async ({ db, actor, params, now }) => {
    await deleteMaster(db, actor, photographyPlaces, params.id, now)
    return { message: '撮影箇所を削除しました。' }
  },

  'GET /api/reception_types': async ({ db, actor }) => ({ reception_types: await listReceptionTypes(db, actor.clientId) }),
})
