import {
  type CommentList,
  type CompletionReport,
  type ConstructionOrder,
  type Department,
  type Faq,
  type IncompleteReason,
  masters,
  type PhotographyPlace,
  type SignboardContractor,
  type Supplier,
} from '@toguchi/domain/masters/contract'
import { answers } from '../platform/http/mount.ts'
import { addComment, changeComment } from './comments.ts'
import { answersOf } from './master-answers.ts'
import * as q from './queries.ts'
import { changeReportSettings } from './report-settings.ts'
import { saveReport } from './save-report.ts'
import { saveSupplier, showSupplier } from './save-supplier.ts'

const departments = answersOf<Department>()(q.departments, 'department', 'departments')
const suppliers = answersOf<Supplier>()(q.suppliers, 'supplier', 'suppliers')
const orders = answersOf<ConstructionOrder>()(q.constructionOrders, 'construction_order', 'construction_orders')
const reasons = answersOf<IncompleteReason>()(q.incompleteReasons, 'incomplete_reason', 'incomplete_reasons')
const signboards = answersOf<SignboardContractor>()(
  q.signboardContractors,
  'electronic_signboard_contractor',
  'electronic_signboard_contractors',
)
const places = answersOf<PhotographyPlace>()(q.photographyPlaces, 'photography_place', 'photography_places')
const reports = answersOf<CompletionReport>()(q.completionReports, 'completion_report', 'completion_reports')
const comments = answersOf<CommentList>()(q.commentLists, 'comment_list', 'comment_lists')
const faqs = answersOf<Faq>()(q.faqs, 'faq', 'faqs')

export const mastersRoutes = answers(masters, {
  'GET /api/departments': departments.list,
  'POST /api/departments': departments.create,
  'GET /api/departments/:id': departments.show,
  'PATCH /api/departments/:id': departments.change,
  'DELETE /api/departments/:id': departments.remove,

  'GET /api/suppliers': suppliers.list,
  'POST /api/suppliers': async ({ db, actor, body }) => ({
    message: '取引先を登録しました。',
    ...(await saveSupplier(db, actor, null, body.supplier)),
  }),
  'GET /api/suppliers/:id': async ({ db, actor, params }) => ({ supplier: await showSupplier(db, actor, params.id) }),
  'PATCH /api/suppliers/:id': async ({ db, actor, params, body }) => ({
    message: '取引先を更新しました。',
    ...(await saveSupplier(db, actor, params.id, body.supplier)),
  }),
  'DELETE /api/suppliers/:id': suppliers.remove,

  'GET /api/faqs': faqs.list,
  'POST /api/faqs': faqs.create,
  'GET /api/faqs/:id': faqs.show,
  'PATCH /api/faqs/:id': faqs.change,
  'DELETE /api/faqs/:id': faqs.remove,

  'GET /api/construction_orders': orders.list,
  'POST /api/construction_orders': orders.create,
  'GET /api/construction_orders/:id': orders.show,
  'PATCH /api/construction_orders/:id': orders.change,
  'DELETE /api/construction_orders/:id': orders.remove,

  'GET /api/incomplete_reasons': reasons.list,
  'POST /api/incomplete_reasons': reasons.create,
  'GET /api/incomplete_reasons/:id': reasons.show,
  'PATCH /api/incomplete_reasons/:id': reasons.change,
  'DELETE /api/incomplete_reasons/:id': reasons.remove,

  'GET /api/electronic_signboard_contractors': signboards.list,
  'POST /api/electronic_signboard_contractors': signboards.create,
  'GET /api/electronic_signboard_contractors/:id': signboards.show,
  'PATCH /api/electronic_signboard_contractors/:id': signboards.change,
  'DELETE /api/electronic_signboard_contractors/:id': signboards.remove,

  'GET /api/photography_places': places.list,
  'POST /api/photography_places': places.create,
  'GET /api/photography_places/:id': places.show,
  'PATCH /api/photography_places/:id': places.change,
  'DELETE /api/photography_places/:id': places.remove,

  'GET /api/completion_reports': reports.list,
  'POST /api/completion_reports': async ({ db, actor, body, now }) => ({
    message: '完了報告書を登録しました。',
    completion_report: await saveReport(db, actor, null, body.completion_report, now),
  }),
  'GET /api/completion_reports/:id': reports.show,
  'PATCH /api/completion_reports/:id': async ({ db, actor, params, body, now }) => ({
    message: '完了報告書を更新しました。',
    completion_report: await saveReport(db, actor, params.id, body.completion_report, now),
  }),
  'DELETE /api/completion_reports/:id': reports.remove,

  'GET /api/comment_lists': ({ query, ...asked }) => comments.list({ ...asked, query: { ...query, sort_by: query.sort_by ?? 'position' } }),
  'POST /api/comment_lists': async ({ db, actor, body }) => ({
    message: '定型コメントを登録しました。',
    comment_list: await addComment(db, actor, body.comment_list.contents),
  }),
  'GET /api/comment_lists/:id': comments.show,
  'PATCH /api/comment_lists/:id': async ({ db, actor, params, body }) => ({
    message: '定型コメントを更新しました。',
    comment_list: await changeComment(db, actor, params.id, body.comment_list),
  }),
  'DELETE /api/comment_lists/:id': comments.remove,

  'GET /api/completion_report_settings': async ({ db, actor }) => ({
    completion_report_settings: await q.listReportSettings(db, actor),
  }),
  'PATCH /api/completion_report_settings': async ({ db, actor, body }) => ({
    message: '完了報告書設定を更新しました。',
    completion_report_settings: await changeReportSettings(db, actor, body.completion_report_settings_attributes),
  }),

  'GET /api/reception_types': async ({ db, actor }) => ({ reception_types: await q.listReceptionTypes(db, actor) }),
})
