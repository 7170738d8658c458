import { addDays, type Day } from '../calendar/day.ts'
import { workingDayUntil } from '../calendar/working-days.ts'
import type { ConstructionType, SecurityEquipment } from '../constructions/labels.ts'
import type { FilingKind } from './labels.ts'

export interface FiledConstruction {
  construction_type: ConstructionType | null
  security_equipment: SecurityEquipment | null
  /** The first and the last day of its works, in the common area or in dwellings. */
  start_on: Day | null
  end_on: Day | null
}

export interface UsualFiling {
  kind: FilingKind
  title: string
  due_on: Day
  until_on: Day | null
  note: string | null
}

/** 消防法 17条の14 and 17条の3の2: ten days before works on fire equipment begin, and within four days after they end. */
const noticeDays = { beforeStart: 10, afterEnd: 4 } as const

/**
 * What is usually filed for such works, as proposals: of fire equipment that is renewed the fire station is told before and after, and the
 * security company on each day of works on any equipment that sends signals. What falls on a day off is done before it, but nothing is
 * reported as finished before it is.
 */
export const usualFilings = ({ construction_type, security_equipment, start_on, end_on }: FiledConstruction): UsualFiling[] => {
  if (start_on === null || end_on === null || security_equipment === null) return []
  const signals: UsualFiling = {
    kind: 'signal_stop',
    title: '移報停止の連絡（警備会社・管理室）',
    due_on: start_on,
    until_on: end_on,
    note: '作業日ごとに、作業の前と復旧の後に連絡します。',
  }
  if (construction_type !== 'renewal' || !security_equipment.includes('fire')) return [signals]
  const installed = workingDayUntil(addDays(end_on, noticeDays.afterEnd))
  return [
    {
      kind: 'start_notice',
      title: '着工届の提出（消防署）',
      due_on: workingDayUntil(addDays(start_on, -noticeDays.beforeStart)),
      until_on: null,
      note: null,
    },
    signals,
    {
      kind: 'installation_notice',
      title: '設置届の提出（消防署）',
      due_on: installed < end_on ? end_on : installed,
      until_on: null,
      note: null,
    },
  ]
}

/** Why there is nothing to propose. */
export const whyNoUsualFilings = ({ security_equipment, start_on, end_on }: FiledConstruction): string | null => {
  if (start_on === null || end_on === null) return '全体工程に共用部工期か専有部工期を入力すると、標準の項目を入れられます。'
  return security_equipment === null ? '工事情報でセキュリティ設備を選ぶと、標準の項目を入れられます。' : null
}
