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

/** Names of the settings of a room composition (G-ROOM-11). */
export const compositionLabels = {
  number_of_houses: '総戸数',
  floor_number: '階数',
  room_number_per_floor: '1フロアあたり戸数',
  floor_start: '開始階',
  initials: '頭文字',
  digits: '部屋番号の桁数',
  except_for_lower_digit_four: '下1桁の4を使わない',
  except_for_lower_digit_nine: '下1桁の9を使わない',
  name: '棟名',
  rooms: '部屋',
  'rooms[].name': '部屋名',
  'blocks[].name': '棟名',
} as const
