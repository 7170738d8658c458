import type { DetailSchedule } from '@toguchi/domain/schedule/contract'
import { useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { CellContent } from '../src/schedule/views/CellContent.tsx'
import { faceText } from '../src/schedule/views/face-text.ts'
import { startDraft } from '../src/schedule/draft/draft.ts'
import { ColumnHead, RowHead, toneText } from '../src/schedule/views/heads/GridHeads.tsx'
import type { CellStore, Position } from '../src/ui/grid/grid-model.ts'
import { type LiveCell, liveModel } from '../src/schedule/views/schedule-model.ts'
import { roomView } from '../src/schedule/views/room-view.ts'
import { Grid } from '../src/ui/grid/Grid.tsx'
import { type Column, makeView, measuresOf, type Row, type View, viewNames } from '../src/schedule/views/views.ts'
import '../src/ui/base.css'
import styles from '../src/schedule/ScheduleSheet.module.css'

/*
 * The grid of the detail schedule alone, as bench/schedule.ts measures it beside a static table and a public grid: the same model, cards
 * and heads as on the page, without the application around them. Not part of the product's build.
 */
const name = viewNames.find(view => view === new URLSearchParams(location.search).get('view')) ?? 'frame'

const store: CellStore<LiveCell> = new Map()

const Sheet = ({ schedule }: { schedule: DetailSchedule }) => {
  const draft = useMemo(() => startDraft(schedule), [schedule])
  const model = useMemo(() => {
    // By room from the lowest floor: those are done first, so that their cards are in sight.
    const view: View = name === 'room' ? roomView(draft, 'view', [...draft.rooms.values()]) : makeView(name, draft, 'view', () => true)
    const asleep = { changed: false, grabbed: false, selected: false, dimmed: false }
    return liveModel(view, name, store, ({ room }) => ({ ...asleep, at: room === null ? null : (draft.plan.places.get(room.id) ?? null) }))
  }, [draft])
  const measures = useMemo(() => measuresOf(name, 'week', false, { wings: 1, crews: false, rows: 0, height: 0 }), [])
  const [active, setActive] = useState<Position>({ row: 0, column: 0 })
  const settings = {
    constructionId: 1,
    view: name,
    zoom: 'week' as const,
    mode: 'view' as const,
    colour: 'date' as const,
    holding: false,
    timeFrames: draft.base.construction_time_frames,
    hueOf: () => 0,
  }
  const [face] = useState(() => (cell: LiveCell) => faceText(cell, settings))
  const [content] = useState(() => (cell: LiveCell) => <CellContent cell={cell} settings={settings} />)
  return (
    <div className={styles.stage} data-schedule="stage" data-mode="view" data-view={name}>
      <Grid<Row, Column, LiveCell>
        testId="schedule-grid"
        label="詳細工程表"
        model={model}
        measures={measures}
        active={active}
        onActive={setActive}
        onAct={() => undefined}
        onSelect={() => undefined}
        onEscape={() => undefined}
        isDrawn={isDrawn}
        cornerHead=""
        columnHead={column => <ColumnHead column={column} zoom="week" opens={false} />}
        rowHead={row => <RowHead row={row} opens={false} />}
        onColumnHead={() => undefined}
        onRowHead={() => undefined}
        columnTone={toneText}
        content={content}
        face={face}
        attributesOf={attributesOf}
      />
    </div>
  )
}

const isDrawn = (cell: LiveCell) => cell.room !== null
const attributesOf = ({ kind }: LiveCell) => ({ 'data-testid': 'schedule-cell', 'data-kind': kind })

const schedule = (await (await fetch('/schedule.json')).json()) as DetailSchedule
const root = document.getElementById('root')
if (root !== null) createRoot(root).render(<Sheet schedule={schedule} />)
