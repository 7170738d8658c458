/** Names of a contractor's fields, keyed as errors are. `primary_contractor_id` has none: its refusals are whole sentences (G-CRA-01). */
export const contractorLabels = { name: '会社名', representative_name: '代表者名', address: '住所' } as const
/** The name of the field on the screen. */
export const primaryContractorLabel = '一次協力会社'

/** Names of a craftsman's fields, keyed as errors are. */
export const craftsmanLabels = {
  contractor_id: '協力会社',
  name: '氏名',
  email: 'メールアドレス',
  phone: '電話番号',
  login_id: 'ログインID',
  invite_by: '招待の送り方',
} as const

/** Why a contractor or craftsman cannot be deleted (G-CRA-14). */
export const assignedText = '工事に割り当てられているため削除できません。'
export const hasPeopleText = '所属する職人または二次協力会社があるため削除できません。'
export const twoLevelsText = '二次協力会社を一次協力会社に設定できません。'
/** Under an empty list of craftsmen (G-CRA-05). */
export const noCraftsmenText = '職人が見つかりません。'
