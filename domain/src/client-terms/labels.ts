import { clientLabels } from '../clients/labels.ts'
import { orderLabels } from '../orders/labels.ts'

/** What was agreed about the end of a contract (decision 048), keyed as errors are. */
export const termLabels = {
  erasure_months: '契約終了から消去までの期間（月）',
  accounting_years: '帳簿・領収書控えの保存期間（年）',
  records_years: '完成図・打合せ記録の保存期間（年）',
} as const
export const usualTerms = { erasure_months: 6, accounting_years: 10, records_years: 10 } as const

/** Texts that stand on several letters, as they are first written. */
export const firstLetterTextLabels = { entry: 'お部屋への入室（文章）', closing: '結び' } as const
/** So many characters of each fit on every letter beside our own words. */
export const longestFirstText = 125

/** Names of a new company's fields: its own, and those that are saved beside it. */
export const newClientLabels: Readonly<Record<string, string>> = {
  ...clientLabels,
  ...Object.fromEntries(Object.entries(orderLabels).map(([name, label]) => [`sale_settings.${name}`, label])),
  ...Object.fromEntries(Object.entries(termLabels).map(([name, label]) => [`terms.${name}`, label])),
  ...Object.fromEntries(Object.entries(firstLetterTextLabels).map(([name, label]) => [`letter_texts.${name}`, label])),
}

/** What a company has before it asks its first residents, in the order in which it is done. */
export const readinessKeys = [
  'staff_admin',
  'logo',
  'contact',
  'letter_texts',
  'seller',
  'building',
  'craftsman',
  'construction',
  'rooms',
  'schedule',
] as const
export type ReadinessKey = (typeof readinessKeys)[number]
export const readinessLabels: Readonly<Record<ReadinessKey, string>> = {
  staff_admin: '企業管理者の初回ログイン',
  logo: 'ロゴ',
  contact: 'お問い合わせ先の電話番号と受付時間',
  letter_texts: '書面の文章',
  seller: '特定商取引法の表記（名称・所在地・電話番号）',
  building: '物件の登録',
  craftsman: '協力会社と職人の登録',
  construction: '工事の登録',
  rooms: '工事の部屋構成',
  schedule: '詳細工程表の確定',
}

/** What a new company does one after the other until its first letter lies in a mailbox: 「はじめに」 (field-use O17, decision 075). */
export const firstStepKeys = ['contact', 'craftsman', 'building_rooms', 'construction', 'schedule', 'letters'] as const
export type FirstStepKey = (typeof firstStepKeys)[number]
export const firstStepLabels: Readonly<Record<FirstStepKey, string>> = {
  contact: '会社情報（お問い合わせ先の電話番号と受付時間）',
  craftsman: '協力会社と職人',
  building_rooms: '物件と部屋',
  construction: '工事',
  schedule: '工程表の確定',
  letters: '案内状の印刷',
}

/** Before what an item of the beginning is needed; the others may be left as they are. */
export const readinessNeeds = ['letter', 'payment'] as const

/** How far a client is on its way out. */
export const endingStates = ['contracted', 'waiting', 'erasing', 'erased'] as const

/** Days between telling role 1 of the erasing and the erasing. */
export const warningDays = 14
