/** Gender of a resident (spec §4, G-CST-08); the form starts with `male` (spec §3). */
export const genders = ['male', 'female', 'other'] as const
export type Gender = (typeof genders)[number]
export const genderLabels: Readonly<Record<Gender, string>> = { male: '男性', female: '女性', other: 'その他' }

/** Whether the resident owns or rents the dwelling (spec §4, G-CST-08). */
export const ownOrRent = ['own', 'rent'] as const
export type OwnOrRent = (typeof ownOrRent)[number]
export const ownOrRentLabels: Readonly<Record<OwnOrRent, string>> = { own: '所有', rent: '賃貸' }
