import { absencesForBoard } from '../dashboard/information.ts'
import { type Opener, openerLabels } from '../rooms/occupancy/occupancy.ts'

/** What was tried to meet a household. */
export const attemptKinds = [
  'absence',
  'absence_notice',
  'visit',
  'slip',
  'first_letter',
  'second_letter',
  'decision_letter',
  'reminder',
  'call',
  'board_letter',
] as const
export type AttemptKind = (typeof attemptKinds)[number]
export const attemptLabels: Readonly<Record<AttemptKind, string>> = {
  absence: '訪問（不在）',
  absence_notice: 'ご不在のお知らせ',
  visit: '訪問（お話）',
  slip: '不在票',
  first_letter: '案内状',
  second_letter: '再案内',
  decision_letter: '決定案内',
  reminder: 'メール・LINE・SMS',
  call: 'お電話',
  board_letter: '理事会への書面',
}

/** Why nobody has come in yet, in the order in which the list begins with what others can help with (D-34, D-37). */
export const hardRoomKinds = ['absent', 'unreachable', 'refused', 'vacant', 'long_absent', 'given_up'] as const
export type HardRoomKind = (typeof hardRoomKinds)[number]
export const hardRoomLabels: Readonly<Record<HardRoomKind, string>> = {
  absent: 'ご不在',
  unreachable: '連絡不能',
  refused: '入室辞退',
  vacant: '空室',
  long_absent: '長期不在',
  given_up: '未施工で終了',
}

/** ご不在2回 / 入室辞退 */
export const hardRoomText = ({ kind, absences, reason }: { kind: HardRoomKind; absences: number; reason: string | null }): string => {
  if (kind === 'absent') return `${hardRoomLabels.absent}${absences}回`
  return (kind === 'given_up' ? reason : null) ?? hardRoomLabels[kind]
}

/** What decides the next step for a dwelling. */
export interface HardRoomFacts {
  kind: HardRoomKind
  absences: number
  opener: Opener | null
  has_owner_contact: boolean
  /** Its date is today or to come. */
  is_planned: boolean
  attempts: readonly { kind: AttemptKind }[]
}

/** What the office does next for a dwelling that nobody has come into; one sentence a dwelling, read off what was tried. */
export const nextStepFor = (room: HardRoomFacts): string => {
  if (room.kind === 'given_up') return '対応は終了しています'
  if (room.kind === 'refused') return '理由をうかがい、理事会に相談する'
  if (room.kind === 'vacant' || room.kind === 'long_absent') return stepForAway(room)
  if (room.is_planned) return '工事日に訪問する'
  if (room.absences >= absencesForBoard) return '理事会にお声がけをお願いする'
  const untried = stepsToTry.find(({ kind }) => !room.attempts.some(attempt => attempt.kind === kind))
  return untried?.text ?? '理事会にお声がけをお願いする'
}

const stepForAway = ({ opener, has_owner_contact, is_planned }: HardRoomFacts): string => {
  if (opener === null) return has_owner_contact ? '所有者に連絡し、開錠する方を決める' : '管理会社に所有者の連絡先を確認する'
  return is_planned ? `工事日に開錠していただく（${openerLabels[opener]}）` : `工事日を決め、開錠を依頼する（${openerLabels[opener]}）`
}

/** The cheapest first; the first letter, which everybody gets, is no second one. */
const stepsToTry: readonly { kind: AttemptKind; text: string }[] = [
  { kind: 'second_letter', text: '再案内を投函する' },
  { kind: 'call', text: 'お電話する' },
  { kind: 'slip', text: '訪問し、不在票を投函する' },
]
