import { dropTyped, keepTyped, readTyped, typedKey } from '../platform/typed.ts'
import type { FilledReport, Report, ReportValues } from './report-values.ts'
import type { RoomOfReport } from './use-report.ts'

/** What is typed into a report and not saved. */
export interface ReportDraft {
  /** The report that it was typed over, so that the server sees what somebody else changed since. */
  read: FilledReport
  /** Whose items it answers. */
  filled: Report
  values: ReportValues
}

const field = 'report'
const keyOf = ({ construction_id, room_id }: RoomOfReport) => typedKey(`report of ${construction_id}/${room_id}`)

export const hasReportDraft = (room: RoomOfReport): boolean => readTyped(keyOf(room))[field] !== undefined

export const readReportDraft = (room: RoomOfReport): ReportDraft | null => {
  const kept = readTyped(keyOf(room))[field]
  return kept === undefined ? null : (JSON.parse(kept) as ReportDraft)
}

/** A draft as text. */
export const keepReportDraft = (room: RoomOfReport, draft: string): void => keepTyped(keyOf(room), field, draft)

/** It was saved, or thrown away. */
export const dropReportDraft = (room: RoomOfReport): void => dropTyped(keyOf(room))

/** Said above a report that goes on with what an earlier page left. */
export const continuedText = '保存していない入力が残っていました。続きから記入できます。'
