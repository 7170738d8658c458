/** Names of a building's fields, keyed as errors are. */
export const buildingLabels = {
  cd: '物件コード',
  name: '物件名',
  name_kana: '物件名（カナ）',
  zipcode: '郵便番号',
  address: '住所',
  management_company: '管理会社',
  manager: '管理員',
  phone: '電話番号',
} as const
