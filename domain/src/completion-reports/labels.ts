import { roomLabels } from '../rooms/labels.ts'

/** Who signed at the door. */
export const signerRelations = ['self', 'family', 'proxy'] as const
export type SignerRelation = (typeof signerRelations)[number]
export const signerRelationLabels: Readonly<Record<SignerRelation, string>> = { self: '本人', family: '家族', proxy: '代理人' }

/** Names of a report's fields, keyed as errors are. An answer's sentences name their item themselves. */
export const completionReportLabels = {
  ...roomLabels,
  completion_report_id: '完了報告書',
  'results[].value_number': '数値',
  'results[].value_text': '文字',
  'completion_report_results[].value_number': '数値',
  'completion_report_results[].value_text': '文字',
  'completion_report_results[]': '',
  'results[].completion_report_item_unit_id': '',
  signer_name: '署名者の氏名',
  signer_relation: '署名者の続柄',
  room_ids: '部屋',
} as const

/** Only who may take 完了確定 back is told to do so. */
export const finalText = (mayReopen: boolean): string =>
  `完了確定済みのため、完了報告書は変更できません。${mayReopen ? '訂正するには完了確定を解除してください。' : '訂正が必要なときは、完了確定の解除を管理者に依頼してください。'}`
export const templateIsFixedText = '完了後は完了報告書の種類を変更できません。変更するには完了を取り消してください。'
/** It is the company's own report, and says so (bullet 3 of the evidence). */
export const notStatutoryText = '本書は法令に基づく点検票ではありません。'

/** What the list of a construction can be sorted by. */
export const reportSorts = ['room_name', 'status', 'date', 'completed_at', 'closed_at', 'template_name'] as const
