/** Gender of a resident (spec §4, G-CST-08); the form starts with `male` (spec §3). */
export const genders = ['male', 'female', 'other'] as const
export type Gender = (typeof genders)[number]
export const genderLabels: Readonly<Record<Gender, string>> = { male: '男性', female: '女性', other: 'その他' }

/** Whether the resident owns or rents the dwelling (spec §4, G-CST-08). */
export const ownOrRent = ['own', 'rent'] as const
export type OwnOrRent = (typeof ownOrRent)[number]
export const ownOrRentLabels: Readonly<Record<OwnOrRent, string>> = { own: '所有', rent: '賃貸' }

/** Names of the fields of residents' forms, keyed as errors are. */
export const residentLabels = {
  authentication_code: '認証コード',
  confirmation_code: '確認コード',
  contact: '連絡先',
  login_id: 'ログインID',
  current_password: '現在のパスワード',
  password: 'パスワード',
  password_confirmation: 'パスワード（確認用）',
  name: '氏名',
  name_kana: '氏名（カナ）',
  gender: '性別',
  phone: '電話番号',
  own_or_rent: '所有・賃貸',
  email: 'メールアドレス',
  agreement: '利用規約',
  date: '工事日',
  dates: '早くできる日',
  wishes: 'ご希望の日',
  'wishes[].date': 'ご希望の日',
  note: 'ご要望',
  'answered_by.name': 'お答えになる方のお名前',
  construction_time_frame_id: '時間帯',
  caller: '相手の方のお名前',
  presence_method: '在宅方法',
  proxy_name: '代理の方のお名前',
  proxy_relation: '続柄',
  proxy_phone: '代理の方の電話番号',
  consent: '不在時の作業',
  reading_size: '文字の大きさ',
  reading_words: '言葉',
  no_messages: 'お知らせの停止',
  extended_to: '延長後の締切',
  reason: '理由',
} as const
