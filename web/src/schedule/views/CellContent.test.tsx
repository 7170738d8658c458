// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { RoomCard } from '@toguchi/domain/schedule/contract'
import { markupOf } from '../../ui/grid/markup.ts'
import { CellContent, type ContentSettings } from './CellContent.tsx'
import type { LiveCell } from './schedule-model.ts'
import { viewNames, zooms } from './views.ts'

afterEach(cleanup)

const room: RoomCard = {
  id: 1,
  name: '101',
  block_position: 1,
  row: 1,
  col: 1,
  status: 'reschedule',
  reception_status: '未受付',
  reception_status_en: 'not_yet',
  high_priority: true,
  closed_at: null,
  construction_schedule_confirmed_at: '2026-11-20T10:00:00+09:00',
  resident_name: '<b>山田</b> "花子" & 太郎',
  options_count: 2,
  has_customer_support_versions: true,
  contact_channel: 'mail',
  reachable: ['mail'],
  wish: null,
  presence_method: 'proxy',
  visits: 1,
}
const place = { date: '2026-12-03', construction_time_frame_id: 7, frame_number: 2 }
const asleep = { changed: false, grabbed: false, selected: false, dimmed: false }
const cells: readonly LiveCell[] = [
  { ...asleep, kind: 'link', place, room, spare: false, text: '', at: place },
  {
    ...asleep,
    changed: true,
    grabbed: true,
    selected: true,
    kind: 'link',
    place,
    room: { ...room, status: 'waiting', visits: 0, options_count: 0 },
    spare: false,
    text: '',
    at: null,
  },
  { ...asleep, kind: 'droppable', place, room: null, spare: false, text: '空き', at: null },
  { ...asleep, kind: 'assignable', place, room: null, spare: true, text: '予備枠を削除できます', at: null },
]
const timeFrames: ContentSettings['timeFrames'] = []

// Whoever gives a cell a hook, a handler or a memo learns here that it is written as markup (decision 102).
describe.each(viewNames)('a cell by %s', view => {
  it.each(zooms)('is as markup what React draws (%s)', zoom => {
    for (const mode of ['view', 'edit', 'frame'] as const)
      for (const cell of cells) {
        const settings: ContentSettings = { constructionId: 1, view, zoom, mode, colour: 'date', holding: true, timeFrames, hueOf: () => 3 }
        const content = <CellContent cell={cell} settings={settings} />
        const { container } = render(content)
        const written = document.createElement('div')
        written.innerHTML = markupOf(content)
        // How a style is spelled is the browser's.
        for (const element of [...container.querySelectorAll('[style]'), ...written.querySelectorAll('[style]')])
          element.setAttribute(
            'style',
            (element.getAttribute('style') ?? '').replaceAll(/[\s;]/g, '').replace('flex-grow:0flex-shrink:0flex-basis:auto', 'flex:none'),
          )
        expect(written.innerHTML).toBe(container.innerHTML)
        cleanup()
      }
  })
})
