import type { RoomCard } from '@toguchi/domain/schedule/contract'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMobile } from '../../platform/screen.ts'
import { useWindowHeight } from './use-window-height.ts'
import type { CellStore, Position } from '../../ui/grid/grid-model.ts'
import { filterOf, isFiltering, matcherOf } from '../draft/schedule-filter.ts'
import type { Moving } from '../editing/use-moving.ts'
import type { ScheduleDraft } from '../editing/use-schedule-draft.ts'
import { colourOf, columnOfDay, dayOf, makeView, measuresOf, type ViewName, viewOf, zoomOf } from './views.ts'
import { type LiveCell, liveModel } from './schedule-model.ts'

/** What of the schedule is looked at: the view and its sizes from the address, its cells as they are just now, and where the keys are. */
export const useScheduleView = ({ draft, mode, changes }: ScheduleDraft, { grabbed, selected }: Pick<Moving, 'grabbed' | 'selected'>) => {
  const [search] = useSearchParams()
  const mobile = useMobile()
  const [name, zoom, colour] = [viewOf(search), zoomOf(search), colourOf(search)]
  const filter = useMemo(() => filterOf(search), [search])
  const changed = useMemo<ReadonlySet<number>>(() => new Set(changes.moves.map(({ room }) => room.id)), [changes])
  const matches = useMemo(() => matcherOf(filter, draft, changed), [filter, draft, changed])
  const plain = useMemo(() => makeView(name, draft, mode, matches), [name, draft, mode, matches])
  const [store] = useState<CellStore<LiveCell>>(() => new Map())
  const model = useMemo(
    () =>
      liveModel(plain, name, store, ({ room }) => ({
        changed: room !== null && changed.has(room.id),
        grabbed: room !== null && grabbed.includes(room.id),
        selected: room !== null && selected.has(room.id),
        dimmed: room !== null && !matches(room),
        at: room === null ? null : (draft.plan.places.get(room.id) ?? null),
      })),
    [plain, changed, grabbed, selected, matches, draft, store, name],
  )
  const wings = draft.base.blocks.length
  const crews = plain.rowBands.length > 0
  const rows = plain.rows.length
  const height = useWindowHeight()
  const measures = useMemo(
    () => measuresOf(name, zoom, mobile, { wings, crews, rows, height }),
    [name, zoom, mobile, wings, crews, rows, height],
  )
  const tray = useMemo<readonly RoomCard[]>(
    () => [...draft.rooms.values()].filter(room => draft.plan.places.get(room.id) === null && matches(room)),
    [draft, matches],
  )
  const matchCount = useMemo(
    () => (isFiltering(filter) ? [...draft.rooms.values()].filter(matches).length : null),
    [filter, draft.rooms, matches],
  )
  const [active, setActive] = useState<{ in: ViewName; position: Position } | null>(null)
  /** The first day that has not passed. */
  const firstColumn = Math.max(
    0,
    columnOfDay(plain, (_date, past) => !past),
  )
  const here = clamp(active?.in === name ? active.position : { row: 0, column: firstColumn }, model.rows.length, model.columns.length)
  return {
    name,
    zoom,
    colour,
    mobile,
    matches,
    /** The cells without what is going on in them: for looking through many. */
    plain,
    model,
    measures,
    changed,
    tray,
    /** How many rooms are looked for; null while all are. */
    matchCount,
    firstColumn,
    /** The cell that keys act on, and its day. */
    here,
    hereDay: dayOf(model.columns[here.column]),
    setHere: (position: Position) => setActive({ in: name, position }),
  }
}

export type ScheduleView = ReturnType<typeof useScheduleView>

const clamp = ({ row, column }: Position, rows: number, columns: number): Position => ({
  row: Math.min(row, Math.max(0, rows - 1)),
  column: Math.min(column, Math.max(0, columns - 1)),
})
