import { useEffect, useRef } from 'react'
import { dropReportDraft, keepReportDraft, type ReportDraft } from './report-draft.ts'
import type { RoomOfReport } from './use-report.ts'

interface Typed extends ReportDraft {
  isTyped: boolean
}

/**
 * Keeps what is typed into a report before the completion, until it is saved or thrown away: a telephone throws a page away while its camera is
 * open (R11). What is corrected after the completion is kept nowhere.
 */
export const useKeptDraft = ({ construction_id, room_id }: RoomOfReport, { isTyped, ...draft }: Typed): void => {
  const kept = isTyped && !draft.read.report.finished ? JSON.stringify(draft satisfies ReportDraft) : null
  const wasKept = useRef(false)
  useEffect(() => {
    const room = { construction_id, room_id }
    if (kept !== null) keepReportDraft(room, kept)
    // Taken back by hand.
    else if (wasKept.current) dropReportDraft(room)
    wasKept.current = kept !== null
  }, [kept, construction_id, room_id])
}
