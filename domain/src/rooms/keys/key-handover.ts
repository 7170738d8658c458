/** When keys are taken and given back where the construction says nothing else (practice §2). */
export const usualKeyHours = '9時30分までにお預かりし、18時までにお返しします'
/** Where keys are taken as long as the construction does not say it. */
export const unknownKeyPlaceText = 'お預かりする場所は、担当者からお電話でご案内します。'
/** To the office, where keys are offered and nobody said where they are taken. */
export const noKeyPlaceText = `鍵のお預かり場所が未入力です。鍵預かりをお選びの方には「${unknownKeyPlaceText}」と案内します。`
/** From then on a key of the day that is out is overdue. */
export const keysAreBackBy = '18:00'

/** What a construction says of its keys. */
export interface KeyHandover {
  key_place: string | null
  key_hours: string | null
}

/** Where and when a key is taken and given back: one sentence for residents, letters and crews (R6). */
export const keyHandoverText = ({ key_place, key_hours }: KeyHandover): string =>
  `鍵のお預かりとお返し：${key_place === null ? '' : `${key_place}　`}${(key_hours ?? usualKeyHours).replace(/。$/, '')}。${key_place === null ? unknownKeyPlaceText : ''}`
