import { useEffect, useRef, useState } from 'react'
import { useFormState, type UseFormReturn, useWatch } from 'react-hook-form'
import { dropTyped, keepTyped, readTyped, typedKey } from '../platform/typed.ts'
import type { Report, ReportValues } from './report-values.ts'

interface Room {
  construction_id: number
  room_id: number
}

const field = 'report'
const keyOf = ({ construction_id, room_id }: Room) => typedKey(`report of ${construction_id}/${room_id}`)
/** The report over which it was typed: over another one it would say something else. */
const baseOf = ({ lock_version, template }: Report) => `${lock_version}/${template?.id ?? ''}`

interface Draft {
  base: string
  values: ReportValues
}

const readDraft = (room: Room, report: Report): ReportValues | null => {
  const kept = readTyped(keyOf(room))[field]
  if (kept === undefined) return null
  const { base, values } = JSON.parse(kept) as Draft
  return base === baseOf(report) && !report.finished ? values : null
}

/** It was saved, or thrown away. */
export const dropReportDraft = (room: Room): void => dropTyped(keyOf(room))

/**
 * Keeps what is typed into a report before the completion, until it is saved or thrown away: a telephone throws a page away while its camera is
 * open (R11). Lays what was kept over the form once, and says whether it did; with another template nothing is kept.
 */
export const useReportDraft = (form: UseFormReturn<ReportValues>, room: Room, begun: Report, filled: Report): boolean => {
  const [draft] = useState(() => readDraft(room, begun))
  const { control, setValue } = form
  useEffect(() => {
    if (draft === null) return
    for (const name of ['answers', 'special_report', 'completion_comment'] as const) setValue(name, draft[name], { shouldDirty: true })
  }, [draft, setValue])
  const values = useWatch({ control })
  const { isDirty } = useFormState({ control })
  const key = keyOf(room)
  const base = baseOf(begun)
  const isKept = isDirty && !begun.finished && baseOf(filled) === base
  const wasKept = useRef(false)
  useEffect(() => {
    if (isKept) keepTyped(key, field, JSON.stringify({ base, values }))
    // Taken back by hand.
    else if (wasKept.current) dropTyped(key)
    wasKept.current = isKept
  }, [isKept, key, base, values])
  return draft !== null
}
