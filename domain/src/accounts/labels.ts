import { roleIds, type RoleId } from '../access/actor.ts'

/** Types of account with their role ids (spec §6, G-ACC-15, G-ACC-16). */
export const userTypes = ['Admin', 'Staff_Admin', 'Staff', 'Craftsman', 'Operator', 'Resident'] as const
export type UserType = (typeof userTypes)[number]
export const userTypeLabels: Readonly<Record<UserType, string>> = {
  Admin: '管理者',
  Staff_Admin: '企業管理者',
  Staff: '企業一般',
  Craftsman: '協力会社',
  Operator: 'オペレーター',
  Resident: '居住者',
}
export const roleOfUserType: Readonly<Record<UserType, RoleId>> = {
  Admin: roleIds.admin,
  Staff_Admin: roleIds.staffAdmin,
  Staff: roleIds.staff,
  Craftsman: roleIds.craftsman,
  Operator: roleIds.operator,
  Resident: roleIds.resident,
}

/** How a user first sees the constructions (spec §4, G-CON-16); `grid` is the month calendar. */
export const displayFormats = ['list', 'grid'] as const
export type DisplayFormat = (typeof displayFormats)[number]
export const displayFormatLabels: Readonly<Record<DisplayFormat, string>> = { list: '一覧', grid: 'カレンダー' }

/** Names of the account fields, keyed as errors are. */
export const accountLabels = {
  type: '種別',
  login_id: 'ログインID',
  name: '氏名',
  email: 'メールアドレス',
  phone: '電話番号',
  department_id: '部署',
  default_display_format: '工事一覧の表示形式',
  save_original_image_in_local_device: '元の写真を端末に保存',
  can_register_staff: 'スタッフ登録権限',
  current_password: '現在のパスワード',
  password: 'パスワード',
  password_confirmation: 'パスワード（確認用）',
} as const

/** Login ids are one list for all companies, whose names are nobody's business: that one is taken says no more than this. */
export const loginTakenText = 'このログインIDは使えません。別のIDを入力してください。'
