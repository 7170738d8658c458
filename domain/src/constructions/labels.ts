import type { ConstructionFieldName } from './fields.ts'

/** Form types of the construction form (spec §2); `all` shows every section. */
export const formTypes = ['overall_schedule', 'representative', 'construction_info', 'photography_places', 'options', 'all'] as const
export type FormType = (typeof formTypes)[number]

/** Kinds of construction (spec §4, G-CST-08). */
export const constructionTypes = ['renewal', 'inspection'] as const
export type ConstructionType = (typeof constructionTypes)[number]
export const constructionTypeLabels: Readonly<Record<ConstructionType, string>> = { renewal: 'リニューアル', inspection: '点検' }

/** Where the electronic signboard lies on the photo (spec §4, G-CST-08); `board` is the default. */
export const electronicSignboardTypes = ['board', 'header', 'footer'] as const
export type ElectronicSignboardType = (typeof electronicSignboardTypes)[number]
export const electronicSignboardTypeLabels: Readonly<Record<ElectronicSignboardType, string>> = {
  board: '黒板',
  header: 'ヘッダー',
  footer: 'フッター',
}

/** Security equipment of the dwellings (spec §4, G-CST-08). */
export const securityEquipments = [
  'alert',
  'fire',
  'alert_fire',
  'gas_alert',
  'gas_alert_security',
  'fire_gas',
  'fire_gas_alert',
  'fire_gas_alert_security',
  'fire_gas_alert_security_call',
] as const
export type SecurityEquipment = (typeof securityEquipments)[number]
export const securityEquipmentLabels: Readonly<Record<SecurityEquipment, string>> = {
  alert: '非常',
  fire: '火災',
  alert_fire: '非常・火災',
  gas_alert: 'ガス・非常',
  gas_alert_security: 'ガス・非常・防犯',
  fire_gas: '火災・ガス',
  fire_gas_alert: '火災・ガス・非常',
  fire_gas_alert_security: '火災・ガス・非常・防犯',
  fire_gas_alert_security_call: '火災・ガス・非常・防犯・呼出',
}

/** What the screen calls the sections of the construction form (spec §2, G-CON-03). */
export const constructionLabels = {
  form_type: 'フォーム種別',
  building_id: '物件',
  manage_no: '管理番号',
  name: '工事名',
  construction_type: '工事種別',
  supplier_id: '取引先',
  supplier_staff_id: '取引先担当者',
  sales_staff_id: '営業担当者',
  construction_staff_id: '工事担当者',
  contract_representative: '契約代表者',
  contract_representative_address: '契約代表者住所',
  owners_association: '管理組合名',
  owners_association_decided_on: '管理組合の決議日',
  board_addresses: '理事会の送付先',
  prime_contractor: '元請',
  time_per_unit: '1戸あたりの施工時間',
  security_equipment: 'セキュリティ設備',
  emergency_phone_number: '緊急連絡先電話番号',
  use_electronic_signboard: '電子小黒板',
  electronic_signboard_type: '電子小黒板の種類',
  electronic_signboard_contractor_id: '黒板用施工者',
  remarks: '備考',
  special_report_default: '特記事項の初期値',
  water_limit: '断水',
  power_limit: '停電',
  toilet_limit: 'トイレの使用',
  noise_limit: '騒音',
  lift_limit: 'エレベーター',
  cost_note: '費用',
  clearing_note: '片付けのお願い',
  contact_phone: 'お問い合わせ先の電話番号',
  contact_hours: '電話の受付時間',
  key_place: '鍵のお預かり場所',
  key_hours: '鍵のお預かり・お返しの時間',
  use_optional_construction: 'オプション工事',
  use_payment: 'オンライン決済',
  cash_place: '現金のお支払い場所',
  cash_hours: '現金の受付時間',
  use_common_photo: '共用部の撮影',
  use_private_photo: '専有部の撮影',
  number_of_houses: '総戸数',
  planned_period: '予定工期',
  contract_period: '契約工期',
  common_area_period: '共用部工期',
  second_common_area_period: '2回目の共用部工期',
  privately_area_period: '専有部工期',
  planned_start_on: '予定工期の開始日',
  planned_end_on: '予定工期の終了日',
  contract_period_start_on: '契約工期の開始日',
  contract_period_end_on: '契約工期の終了日',
  common_area_start_on: '共用部工期の開始日',
  common_area_end_on: '共用部工期の終了日',
  second_common_area_start_on: '2回目の共用部工期の開始日',
  second_common_area_end_on: '2回目の共用部工期の終了日',
  privately_area_start_on: '専有部工期の開始日',
  privately_area_end_on: '専有部工期の終了日',
  preparation_days: '準備日',
  common_area_holidays: '共用部の休工日',
  privately_area_holidays: '専有部の休工日',
  information_distribution_on: '案内配布日',
  briefing_session_at: '説明会',
  decision_guide_distribution_on: '決定案内配布日',
  schedule_change_end_on: '日程変更締切日',
  option_request_end_on: 'オプション申込締切日',
  assigned_contractors: '協力会社',
  assigned_craftsmans: '職人',
  'assigned_contractors[].contractor_id': '協力会社',
  'board_addresses[]': '理事会の送付先',
  common_photography_places: '共用部の撮影箇所',
  private_photography_places: '専有部の撮影箇所',
  'common_photography_places[].free_input': '撮影箇所（自由入力）',
  'private_photography_places[].free_input': '撮影箇所（自由入力）',
  'common_photography_places[].remarks': '備考',
  constructions_options: 'オプション',
  'constructions_options[].price': '価格（税抜）',
} as const satisfies Readonly<Record<ConstructionFieldName, string>> & Readonly<Record<string, string>>

/** Headings of the form's sections, in the order of spec §2. */
export const constructionSections = {
  construction_info: '工事情報',
  overall_schedule: '全体工程',
  representative: '代表者情報',
  electronic_signboard: '電子小黒板',
  common_photography_places: '共用部の撮影箇所',
  private_photography_places: '専有部の撮影箇所',
  options: 'オプション',
  others: 'その他',
  limits: '工事中の制限とお願い',
  remarks: '備考',
} as const
export type ConstructionSection = keyof typeof constructionSections

/** Sections of each form type (G-CON-03). */
export const sectionsOf: Readonly<Record<FormType, readonly ConstructionSection[]>> = {
  overall_schedule: ['overall_schedule'],
  representative: ['representative'],
  construction_info: ['construction_info', 'others', 'limits', 'remarks'],
  photography_places: ['electronic_signboard', 'common_photography_places', 'private_photography_places'],
  options: ['options'],
  all: [
    'construction_info',
    'overall_schedule',
    'representative',
    'electronic_signboard',
    'common_photography_places',
    'private_photography_places',
    'options',
    'others',
    'limits',
    'remarks',
  ],
}

/** The creation steps in their order (G-CON-02); the first one creates the record. */
export const creationSteps = ['overall_schedule', 'representative', 'construction_info', 'photography_places', 'options'] as const
export type CreationStep = (typeof creationSteps)[number]
export const creationStepLabels: Readonly<Record<CreationStep, string>> = {
  overall_schedule: '全体工程',
  representative: '代表者情報',
  construction_info: '工事情報',
  photography_places: '撮影箇所',
  options: 'オプション',
}

/** The flag that a step sets when it is saved without errors (G-CON-08); the misspelling is the specification's. */
export const completionFlags = {
  representative: 'representative_completion',
  construction_info: 'construction_infomation_completion',
  photography_places: 'photography_places_completion',
  options: 'options_completion',
} as const

export const duplicatePlaceText = '同じ撮影箇所は追加できません。'
/** Of options on a construction that takes no applications. */
export const notShownText = '受け付けないため、居住者には表示されません。'
/** Of a client that takes cash, and a construction that does not say where (decision 060). */
export const noCashPlaceText =
  '「現金のお支払い場所」が未設定のため、居住者は現金払いを選べません。工事の編集（オプション）で設定してください。'
export const duplicateOptionText = '同じオプションは追加できません。'
/** Of a price that was sent and is not the option's own (G-ORD-17). */
export const foreignPriceText = 'はオプション画面で決めた金額です。工事では変更できません'
export const timingMissingText = '撮影時期を選択してください'
export const placeMissingText = '撮影箇所を選択してください'
export const cannotDeleteConstructionText = '完了済みの部屋または注文があるため削除できません。'
