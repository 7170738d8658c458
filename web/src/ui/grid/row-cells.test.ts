// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import { drawCells, type DrawnCells, drawnIn } from './row-cells.ts'

interface Shown {
  column: number
  text: string
  chosen?: boolean
}

const markupOf = ({ column, text, chosen = false }: Shown) =>
  `<div tabindex="0" data-column="${column}"${chosen ? ' data-chosen="true"' : ''}>${text === '' ? '' : `<a href="/${text}">${text}</a>`}</div>`

let row: HTMLElement
let drawn: DrawnCells<Shown>
const draw = (...cells: Shown[]) => drawCells(row, drawn, cells, markupOf)
const cell = (column: number) => row.querySelector<HTMLElement>(`[data-column="${column}"]`)
const words = () => [...row.children].map(({ textContent }) => textContent).join(' ')

beforeEach(() => {
  const first = [
    { column: -1, text: '頭' },
    { column: 3, text: '三' },
    { column: 5, text: '五' },
  ]
  document.body.innerHTML = `<div id="row">${first.map(markupOf).join('')}</div>`
  row = document.querySelector<HTMLElement>('#row')!
  drawn = drawnIn(row, first)
})

it('puts new cells where their columns stand, and takes away what is out of sight', () => {
  draw(
    { column: -1, text: '頭' },
    { column: 1, text: '一' },
    { column: 2, text: '二' },
    { column: 3, text: '三' },
    { column: 4, text: '四' },
  )
  expect(words()).toBe('頭 一 二 三 四')
  draw({ column: -1, text: '頭' }, { column: 4, text: '四' }, { column: 8, text: '八' }, { column: 9, text: '九' })
  expect(words()).toBe('頭 四 八 九')
  expect([...drawn.keys()].toSorted((a, b) => a - b)).toEqual([-1, 4, 8, 9])
  expect(drawn.get(9)?.element).toBe(cell(9))
})

it('keeps the nodes of a cell that is another now, with the focus and what was set by hand', () => {
  const [box, link] = [cell(3), cell(3)?.querySelector('a')]
  box?.focus()
  link?.setAttribute('data-dragged', 'true')
  draw({ column: -1, text: '頭' }, { column: 3, text: '山', chosen: true }, { column: 5, text: '五' })
  expect(cell(3)).toBe(box)
  expect(cell(3)?.querySelector('a')).toBe(link)
  expect(document.activeElement).toBe(box)
  expect(box?.dataset['chosen']).toBe('true')
  expect([link?.getAttribute('href'), link?.textContent, link?.getAttribute('data-dragged')]).toEqual(['/山', '山', 'true'])
  draw({ column: -1, text: '頭' }, { column: 3, text: '' }, { column: 5, text: '五' })
  expect(box?.outerHTML).toBe('<div tabindex="0" data-column="3"></div>')
})

it('does not write again what is the same', () => {
  const before = cell(5)?.firstChild
  cell(5)?.setAttribute('data-seen', 'true')
  draw({ column: -1, text: '頭' }, { column: 3, text: '三' }, { column: 5, text: '五' })
  expect(cell(5)?.dataset['seen']).toBe('true')
  expect(cell(5)?.firstChild).toBe(before)
})
