import { useSearchParams } from 'react-router'
import type { Measures } from './use-grid-window.ts'

const zooms = ['day', 'week', 'month'] as const
/** How wide a date is: a few days in every detail, a week or two, or a whole month. */
export type Zoom = (typeof zooms)[number]
const labels: Readonly<Record<Zoom, string>> = { day: '日', week: '週', month: '月' }

export const zoomOf = (search: URLSearchParams): Zoom => zooms.find(zoom => zoom === search.get('zoom')) ?? 'week'

const cells: Readonly<Record<Zoom, { columnWidth: number; rowHeight: number; headHeight: number }>> = {
  day: { columnWidth: 176, rowHeight: 68, headHeight: 76 },
  week: { columnWidth: 122, rowHeight: 50, headHeight: 76 },
  month: { columnWidth: 39, rowHeight: 36, headHeight: 78 },
}

export const measuresOf = (zoom: Zoom, mobile: boolean): Measures => ({
  ...cells[zoom],
  ...(mobile ? { groupWidth: 50, sideWidth: 82 } : { groupWidth: 58, sideWidth: 106 }),
})

/** The width of the sheet's dates; kept in the address. */
export const ZoomChoice = ({ value }: { value: Zoom }) => {
  const [, setSearch] = useSearchParams()
  const choose = (zoom: Zoom) =>
    setSearch(
      search => {
        if (zoom === 'week') search.delete('zoom')
        else search.set('zoom', zoom)
        return search
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <div className="sg-choice" role="group" aria-label="表示幅">
      {zooms.map(zoom => (
        <button key={zoom} type="button" aria-pressed={zoom === value} onClick={() => choose(zoom)}>
          {labels[zoom]}
        </button>
      ))}
    </div>
  )
}
