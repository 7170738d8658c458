/** Names of the fields of a report to the board, keyed as errors are. */
export const boardReportLabels = {
  week_on: '対象の週',
  requests: '理事会へのお願い',
  addresses: '理事会の送付先',
  page: 'ページ',
} as const

/** What was tried to meet a household. */
export const attemptKinds = ['absence', 'slip', 'reminder', 'call'] as const
export type AttemptKind = (typeof attemptKinds)[number]
export const attemptLabels: Readonly<Record<AttemptKind, string>> = {
  absence: '訪問（不在）',
  slip: '不在票',
  reminder: '再案内',
  call: 'お電話など',
}

/** Why a dwelling stands before the board. */
export const hardRoomKinds = ['absent', 'given_up'] as const
export type HardRoomKind = (typeof hardRoomKinds)[number]

/** From so many visits in vain on the board is asked for help (practice §2). */
export const absencesForBoard = 2

/** ご不在2回 / 入室辞退 */
export const hardRoomText = ({ kind, absences, reason }: { kind: HardRoomKind; absences: number; reason: string | null }): string =>
  kind === 'absent' ? `ご不在${absences}回` : (reason ?? '未施工で終了')

export const longestRequests = 400
/** Days for which a link to a report works. */
export const linkDays = 30
