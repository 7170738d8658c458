import { verifiedFactLabels } from '../access/verified-facts.ts'
import { answerChannelLabels, callOutcomeLabels } from '../answers/labels.ts'
import { displayFormatLabels, userTypeLabels } from '../accounts/labels.ts'
import { clientStatusLabels } from '../clients/labels.ts'
import { notificationEventLabels } from '../clients/events.ts'
import { signerRelationLabels } from '../completion-reports/labels.ts'
import { constructionTypeLabels, electronicSignboardTypeLabels, securityEquipmentLabels } from '../constructions/labels.ts'
import { documentKindLabels, recordKindLabels } from '../documents/labels.ts'
import { filingKindLabels } from '../filings/labels.ts'
import { consentOccasionLabels } from '../legal-texts/labels.ts'
import { legalTextLabels } from '../legal-texts/kinds.ts'
import { itemKindLabels, topOrBottomLabels, verticalOrHorizontalLabels } from '../masters/labels.ts'
import { linkChannelLabels } from '../accounts/craftsman-links.ts'
import { transportLabels } from '../messages/labels.ts'
import { payMethodLabels } from '../money/pay-method.ts'
import { roundingRuleLabels } from '../money/tax.ts'
import { orderStatusLabels, refundMethodLabels, refundReasonLabels, refundStateLabels } from '../orders/labels.ts'
import { photoTimingLabels } from '../photos/labels.ts'
import { signboardCornerLabels } from '../photos/signboard-layout.ts'
import { otherFormatLabels } from '../photo-archives/labels.ts'
import { letterDocumentLabels } from '../printing/letters.ts'
import { earlierOfferStateLabels } from '../residents/earlier.ts'
import { genderLabels, ownOrRentLabels } from '../residents/labels.ts'
import { receptionStatusLabels, roomStatusLabels } from '../rooms/labels.ts'
import { contactOutcomeLabels, occupancyLabels, openerLabels } from '../rooms/occupancy/occupancy.ts'
import { presenceLabels } from '../rooms/presence.ts'
import { absenceTransportLabels } from '../rooms/absences/absence-labels.ts'
import { noticeAnswerLabels } from '../rooms/visits/on-our-way.ts'
import { channelLabel } from '../rooms/timeline.ts'
import { scheduleUnitLabels } from '../schedule/placement.ts'
import { readingSizeLabels, readingWordsLabels } from '../text/reading.ts'

type Labels = Readonly<Record<string, string>>

const actors: Labels = {
  admin: '管理者',
  operator: 'オペレーター',
  staffAdmin: '企業管理者',
  staff: '企業一般',
  craftsman: '協力会社の職人',
  resident: '居住者',
  system: '自動',
}
const channels: Labels = Object.fromEntries(
  ['web', 'tel', 'paper', 'mail', 'visit', 'other', 'system'].map(channel => [channel, channelLabel(channel)]),
)
const sending: Labels = { waiting: '送信待ち', sending: '送信中', sent: '送信済み', failed: '送信失敗', recalled: '取り消し' }
const paying: Labels = {
  started: '手続き中',
  pending: '入金待ち',
  paid: '入金済み',
  failed: '決済失敗',
  expired: '期限切れ',
  canceled: '取り消し',
}

/** What the codes of a column mean; of a column that means the same in every table, by its name alone; `…_by_kind` says who did it. A test asks of every code for its words. */
const labelsOf: Readonly<Record<string, Labels>> = {
  actor_kind: actors,
  channel: channels,
  'answer_reminders.transport': transportLabels,
  'chatbot_histories.page': {
    top: 'トップ',
    date: '工事日の変更',
    presence: '在宅方法',
    options: 'オプション',
    orders: 'お申込み履歴',
    documents: '書類',
    equipments: '取扱説明書',
    edit: '登録情報',
  },
  'clients.rounding_rule': roundingRuleLabels,
  'clients.status': clientStatusLabels,
  'common_area_images.timing': photoTimingLabels,
  'completion_book_attachments.why_not': { encrypted: '暗号化されている', unreadable: '読み取れない', too_large: '大きすぎる' },
  'completion_report_corrections.subject': { item: '項目', completion_comment: '完了コメント', special_report: '特記事項' },
  'completion_report_items.kind': itemKindLabels,
  'completion_report_results.kind': itemKindLabels,
  construction_type: constructionTypeLabels,
  'construction_orders.top_or_bottom': topOrBottomLabels,
  'construction_orders.vertical_or_horizontal': verticalOrHorizontalLabels,
  'constructions.electronic_signboard_type': electronicSignboardTypeLabels,
  'constructions.security_equipment': securityEquipmentLabels,
  'documents.kind': documentKindLabels,
  'documents.record_kind': recordKindLabels,
  'filings.kind': filingKindLabels,
  'ledger_entries.kind': { payment: '入金', refund: '返金' },
  pay_method: payMethodLabels,
  'legal_texts.kind': legalTextLabels,
  'legal_texts_shown.occasion': consentOccasionLabels,
  'letter_texts.document': letterDocumentLabels,
  'notification_settings.event': notificationEventLabels,
  'orders.status': orderStatusLabels,
  'orders.status_before_cancel': orderStatusLabels,
  'outbox_messages.state': { ...sending, paper: '紙でお知らせ' },
  'outbox_messages.transport': transportLabels,
  'users.invited_by': linkChannelLabels,
  'payments.state': paying,
  'payments.adapter': { sandbox: '試験用', stripe: 'Stripe' },
  'photo_deliveries.other_formats': otherFormatLabels,
  'photography_place_entries.area': { common: '共用部', private: '専有部' },
  'refunds.reason': refundReasonLabels,
  'refunds.refund_method': refundMethodLabels,
  'refunds.settler': { user: 'スタッフ', admin: '管理者' },
  'refunds.state': refundStateLabels,
  'residents.gender': genderLabels,
  'residents.own_or_rent': ownOrRentLabels,
  'residents.reading_size': readingSizeLabels,
  'residents.reading_words': readingWordsLabels,
  'room_absences.told_by': absenceTransportLabels,
  'room_answers.channel': answerChannelLabels,
  'room_answers.outcome': callOutcomeLabels,
  'room_answers.verified_fact': verifiedFactLabels,
  'room_images.timing': photoTimingLabels,
  'room_occupancies.contact_outcome': contactOutcomeLabels,
  'room_occupancies.occupancy': occupancyLabels,
  'room_occupancies.opener': openerLabels,
  'room_presences.presence_method': presenceLabels,
  'room_signatures.relation': signerRelationLabels,
  'rooms.reception_status': receptionStatusLabels,
  'rooms.status': roomStatusLabels,
  'schedule_settings.schedule_unit': scheduleUnitLabels,
  'visit_notices.answer': noticeAnswerLabels,
  'earlier_offers.state': earlierOfferStateLabels,
  'earlier_offers.transport': { ...transportLabels, paper: '書面・電話' },
  'signboard_settings.corner': signboardCornerLabels,
  'support_versions.kind': { building: '物件', customer: '部屋' },
  'users.default_display_format': displayFormatLabels,
  'users.type': userTypeLabels,
}

/** The words for a code, null where the column holds no codes or not this one. */
export const valueLabelOf = (table: string, column: string, code: string): string | null =>
  own(own(labelsOf, `${table}.${column}`) ?? own(labelsOf, column) ?? (column.endsWith('_by_kind') ? actors : {}), code) ?? null

const own = <T>(values: Readonly<Record<string, T>>, key: string): T | undefined => (Object.hasOwn(values, key) ? values[key] : undefined)
