import type { CraftsmanActor } from '@toguchi/domain/access/actor'
import { contractors } from '@toguchi/domain/contractors/contract'
import { canReadCraftsmanDetails } from '@toguchi/domain/contractors/policy'
import type { Db } from '../platform/database/database.ts'
import { answers } from '../platform/http/mount.ts'
import { forbidden, invalid, notFound } from '../platform/http/problem.ts'
import {
  changeCraftsman,
  confirmCraftsmanAgain,
  craftsmanChoice,
  createCraftsman,
  deleteCraftsman,
  inviteCraftsman,
  presentCraftsmen,
  showCraftsman,
  unlockCraftsman,
  withdrawCraftsmanAddress,
} from './craftsmen.ts'
import { listContractors, listCraftsmen } from './queries.ts'
import { changeContractor, createContractor, deleteContractor, reachContractor, showContractor } from './save-contractor.ts'

/** The company in the path is the craftsman's own; any other is not found. */
const refuseOthers = (actor: CraftsmanActor, contractorId: number) => {
  if (actor.contractorId !== contractorId) throw notFound()
}

const showSubcontractor = async (db: Db, actor: CraftsmanActor, { contractor_id, id }: { contractor_id: number; id: number }) => {
  refuseOthers(actor, contractor_id)
  const contractor = await showContractor(db, actor, id)
  if (contractor.primary_contractor_id !== contractor_id) throw notFound()
  return contractor
}

const isChoiceColumn = (column: string) => column === 'id' || column === 'name' || column === 'contractor_name'

export const contractorsRoutes = answers(contractors, {
  'GET /api/contractors': async ({ db, actor, query }) => {
    const { rows, ...rest } = await listContractors(db, actor, query, query.contractor)
    return { contractors: rows, ...rest }
  },
  'POST /api/contractors': async ({ db, actor, body }) => ({
    message: '協力会社を登録しました。',
    contractor: await createContractor(db, actor, body.contractor),
  }),
  'GET /api/contractors/:id': async ({ db, actor, params }) => ({ contractor: await showContractor(db, actor, params.id) }),
  'PATCH /api/contractors/:id': async ({ db, actor, params, body }) => ({
    message: '協力会社を更新しました。',
    contractor: await changeContractor(db, actor, params.id, body.contractor),
  }),
  'DELETE /api/contractors/:id': async ({ db, actor, params, now }) => {
    await deleteContractor(db, actor, params.id, now)
    return { message: '協力会社を削除しました。' }
  },

  'GET /api/contractors/:contractor_id/subcontract_contractors': async ({ db, actor, params, query }) => {
    refuseOthers(actor, params.contractor_id)
    const filter = { name: query.subcontract_contractor?.name, primary_contractor_id: params.contractor_id }
    const { rows, ...rest } = await listContractors(db, actor, query, filter)
    return { subcontract_contractors: rows, ...rest }
  },
  'POST /api/contractors/:contractor_id/subcontract_contractors': async ({ db, actor, params, body }) => {
    refuseOthers(actor, params.contractor_id)
    if (actor.primaryContractorId !== null) throw forbidden()
    const { client_id: clientId } = await reachContractor(db, actor, params.contractor_id)
    return {
      message: '二次協力会社を登録しました。',
      subcontract_contractor: await createContractor(
        db,
        { ...actor, clientId },
        { ...body.contractor, primary_contractor_id: params.contractor_id },
      ),
    }
  },
  'GET /api/contractors/:contractor_id/subcontract_contractors/:id': async ({ db, actor, params }) => ({
    subcontract_contractor: await showSubcontractor(db, actor, params),
  }),
  'PATCH /api/contractors/:contractor_id/subcontract_contractors/:id': async ({ db, actor, params, body }) => {
    await showSubcontractor(db, actor, params)
    return {
      message: '二次協力会社を更新しました。',
      subcontract_contractor: await changeContractor(db, actor, params.id, body.contractor),
    }
  },
  'DELETE /api/contractors/:contractor_id/subcontract_contractors/:id': async ({ db, actor, params, now }) => {
    await showSubcontractor(db, actor, params)
    await deleteContractor(db, actor, params.id, now)
    return { message: '二次協力会社を削除しました。' }
  },

  'GET /api/craftsmans': async ({ platform, db, actor, query }) => {
    // The order of a list tells what stands in a column.
    if (!canReadCraftsmanDetails(actor) && !isChoiceColumn(query.sort_by ?? 'id')) throw invalid({ sort_by: ['は一覧にありません'] })
    const { rows, ...rest } = await listCraftsmen(db, actor, query, query.craftsman)
    return {
      craftsmans: canReadCraftsmanDetails(actor) ? await presentCraftsmen(platform, db, rows) : rows.map(craftsmanChoice),
      ...rest,
    }
  },
  'POST /api/craftsmans': async ({ platform, db, actor, body }) => ({
    message: '職人を登録しました。',
    craftsman: await createCraftsman(platform, db, actor, body.craftsman),
  }),
  'GET /api/craftsmans/:id': async ({ platform, db, actor, params }) => ({
    craftsman: await showCraftsman(platform, db, actor, params.id),
  }),
  'PATCH /api/craftsmans/:id': async ({ platform, db, actor, params, body, now }) => ({
    message: '職人を更新しました。',
    craftsman: await changeCraftsman(platform, db, actor, params.id, body.craftsman, now),
  }),
  'POST /api/craftsmans/:id/invitation': async ({ platform, db, actor, params, body }) => {
    const craftsman = await inviteCraftsman(platform, db, actor, params.id, body.invite_by)
    return { message: craftsman.invited_by === 'sms' ? '招待をSMSで送信しました。' : '招待メールを送信しました。', craftsman }
  },
  'POST /api/craftsmans/:id/email_confirmation': async ({ platform, db, actor, params }) => ({
    message: '確認のメールを送信しました。',
    craftsman: await confirmCraftsmanAgain(platform, db, actor, params.id),
  }),
  'DELETE /api/craftsmans/:id/email_confirmation': async ({ platform, db, actor, params, now }) => ({
    message: 'メールアドレスの変更を取り消しました。',
    craftsman: await withdrawCraftsmanAddress(platform, db, actor, params.id, now),
  }),
  'DELETE /api/craftsmans/:id/lock': async ({ platform, db, actor, params }) => ({
    message: 'ロックを解除しました。',
    craftsman: await unlockCraftsman(platform, db, actor, params.id),
  }),
  'DELETE /api/craftsmans/:id': async ({ platform, db, actor, params, now }) => {
    await deleteCraftsman(platform, db, actor, params.id, now)
    return { message: '職人を削除しました。' }
  },
})
