import { useEffect, useRef } from 'react'
import { useFormState, type UseFormReturn, useWatch } from 'react-hook-form'
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

export const readReportDraft = (room: RoomOfReport): ReportDraft | null => {
  const kept = readTyped(keyOf(room))[field]
  return kept === undefined ? null : (JSON.parse(kept) as ReportDraft)
}

/** It was saved, or thrown away. */
export const dropReportDraft = (room: RoomOfReport): void => dropTyped(keyOf(room))

/**
 * Keeps what is typed into a report before the completion, until it is saved or thrown away: a telephone throws a page away while its camera is
 * open (R11). What is corrected after the completion is kept nowhere.
 */
export const useKeptDraft = (form: UseFormReturn<ReportValues>, room: RoomOfReport, read: FilledReport, filled: Report): void => {
  const { control } = form
  const values = useWatch({ control })
  const { isDirty } = useFormState({ control })
  const key = keyOf(room)
  const isKept = isDirty && !read.report.finished
  const wasKept = useRef(false)
  useEffect(() => {
    if (isKept) keepTyped(key, field, JSON.stringify({ read, filled, values }))
    // Taken back by hand.
    else if (wasKept.current) dropTyped(key)
    wasKept.current = isKept
  }, [isKept, key, read, filled, values])
}
