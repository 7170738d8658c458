import type { ReceptionStatus, RoomStatus } from '../labels.ts'

/** Who is in a dwelling (D-37). A dwelling of which nothing was noted is `occupied`. */
export const occupancies = ['occupied', 'vacant', 'long_absent'] as const
export type Occupancy = (typeof occupancies)[number]
export const occupancyLabels: Readonly<Record<Occupancy, string>> = { occupied: '居住中', vacant: '空室', long_absent: '長期不在' }

/** What came of trying to reach them, where it was no answer (D-37). */
export const contactOutcomes = ['unreachable', 'refused'] as const
export type ContactOutcome = (typeof contactOutcomes)[number]
export const contactOutcomeLabels: Readonly<Record<ContactOutcome, string>> = { unreachable: '連絡不能', refused: '入室辞退' }

/** Who lets the craftsmen into a dwelling without a person. */
export const openers = ['owner', 'manager', 'key'] as const
export type Opener = (typeof openers)[number]
export const openerLabels: Readonly<Record<Opener, string>> = { owner: '所有者', manager: '管理会社', key: '鍵' }

/** Names of the fields, keyed as errors are. */
export const occupancyFieldLabels = {
  occupancy: '入居状況',
  contact_outcome: '対応結果',
  outcome_note: '理由・メモ',
  opener: '開錠する方',
  opener_note: '開錠のメモ',
  owner_name: '所有者の氏名',
  owner_name_kana: '所有者の氏名（カナ）',
  owner_zipcode: '所有者の郵便番号',
  owner_address: '所有者の住所',
  owner_phone: '所有者の電話番号',
  owner_email: '所有者のメールアドレス',
} as const

/** Nobody is there to read a letter or to take a call. */
export const isAway = (occupancy: Occupancy): boolean => occupancy !== 'occupied'

/** What decides how a dwelling counts among the answers. */
export interface AnswerFactsOfRoom {
  reception_status: ReceptionStatus
  status: RoomStatus
  is_closed: boolean
  occupancy: Occupancy
  contact_outcome: ContactOutcome | null
  has_owner_contact: boolean
}

/** How a dwelling counts: `left_out` neither answers nor lacks an answer; 連絡不能 and 入室辞退 are asked, and never answered. */
export const answerStandings = ['answered', 'unanswered', 'unreachable', 'refused', 'left_out'] as const
export type AnswerStanding = (typeof answerStandings)[number]

/** The one rule of who is counted as having answered, and among whom (D-37): board, reminders, letters and call list all ask it. */
export const answerStanding = (room: AnswerFactsOfRoom): AnswerStanding => {
  if (isAway(room.occupancy) && !room.has_owner_contact) return 'left_out'
  if (room.contact_outcome !== null && room.status !== 'completed') return room.contact_outcome
  if (room.reception_status !== 'not_yet') return 'answered'
  return room.is_closed || room.status === 'completed' ? 'left_out' : 'unanswered'
}

/** Whether who lives there is reminded and called: unanswered, and at home. An owner elsewhere is written to. */
export const isChased = (room: AnswerFactsOfRoom): boolean => answerStanding(room) === 'unanswered' && !isAway(room.occupancy)

/** 「空室 3戸・長期不在 1戸を除く」; null where nobody is left out. */
export const leftOutText = (rooms: readonly { occupancy: Occupancy }[]): string | null => {
  const parts = (['vacant', 'long_absent'] as const).flatMap(occupancy => {
    const count = rooms.filter(room => room.occupancy === occupancy).length
    return count === 0 ? [] : [`${occupancyLabels[occupancy]} ${count}戸`]
  })
  return parts.length === 0 ? null : `${parts.join('・')}を除く`
}
