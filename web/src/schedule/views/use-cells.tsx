import { useCallback, useMemo } from 'react'
import { CellContent } from './CellContent.tsx'
import { faceText } from './face-text.ts'
import type { Draft } from '../draft/draft.ts'
import type { LiveCell } from './schedule-model.ts'
import type { ScheduleMode } from '@toguchi/domain/schedule/cell-kind'
import type { ScheduleView } from './use-schedule-view.ts'

interface Settings {
  constructionId: number
  draft: Draft
  mode: ScheduleMode
  view: Pick<ScheduleView, 'name' | 'zoom' | 'colour'>
  /** A card is picked up and looks for a place. */
  holding: boolean
}

/** What is drawn in a cell, and which cells are drawn; the same functions as long as nothing in them is another, so that a drop draws two cells. */
export const useCells = ({ constructionId, draft, mode, view: { name, zoom, colour }, holding }: Settings) => {
  const { dates, construction_time_frames: timeFrames } = draft.base
  const { holidays } = draft.plan
  const hueOf = useMemo(() => {
    const working = dates.filter(({ date, preparation }) => !preparation && !holidays.has(date))
    const positions = new Map(working.map(({ date }, at) => [date, at]))
    return (date: string) => positions.get(date) ?? 0
  }, [dates, holidays])
  const settings = useMemo(
    () => ({ constructionId, view: name, zoom, mode, colour, holding, timeFrames, hueOf }),
    [constructionId, name, zoom, mode, colour, holding, timeFrames, hueOf],
  )
  const content = useCallback((cell: LiveCell) => <CellContent cell={cell} settings={settings} />, [settings])
  const face = useCallback((cell: LiveCell) => faceText(cell, settings), [settings])
  const isDrawn = useCallback(
    (cell: LiveCell) => {
      if (cell.room !== null) return true
      if (name === 'frame') return mode !== 'view' || cell.kind !== 'assignable' || cell.spare
      return name === 'room' && mode === 'edit' && cell.kind === 'droppable' && holding
    },
    [mode, name, holding],
  )
  return { content, face, isDrawn, attributesOf }
}

const attributesOf = ({ kind, spare, dimmed }: LiveCell) => ({
  'data-testid': 'schedule-cell',
  'data-kind': kind,
  'data-spare': spare || undefined,
  'data-dimmed': dimmed || undefined,
})
