/** A cell as it stands in the document. */
interface Drawn<Shown> {
  element: Element
  shown: Shown
}

/** The cells of one row that stand in the document, by column; lives as long as the row's element. */
export type DrawnCells<Shown> = Map<number, Drawn<Shown>>

interface CellOfRow {
  column: number
}

/** The cells of a row that was drawn with all of them, and nothing else. */
export const drawnIn = <Shown extends CellOfRow>(row: Element, cells: readonly Shown[]): DrawnCells<Shown> =>
  new Map(
    [...row.children].flatMap((element, at) => {
      const shown = cells[at]
      return shown === undefined ? [] : [[shown.column, { element, shown }]]
    }),
  )

/**
 * Brings the cells of a row to what is to be seen, in the order of their columns: what is new as markup, as much as there is at once; of
 * what stands there already only what is another, so that focus, a pressed pointer and a drag stay with their elements (decision 102).
 */
export const drawCells = <Shown extends CellOfRow>(
  row: Element,
  drawn: DrawnCells<Shown>,
  cells: readonly Shown[],
  markupOf: (cell: Shown) => string,
): void => {
  const columns = new Set(cells.map(({ column }) => column))
  for (const [column, { element }] of drawn)
    if (!columns.has(column)) {
      element.remove()
      drawn.delete(column)
    }
  const insert = (some: readonly Shown[], next: Element | null) => {
    if (some.length === 0) return
    const markup = some.map(markupOf).join('')
    if (next === null) row.insertAdjacentHTML('beforeend', markup)
    else next.insertAdjacentHTML('beforebegin', markup)
    let element = next === null ? row.lastElementChild : next.previousElementSibling
    for (const shown of some.toReversed()) {
      if (element === null) return
      drawn.set(shown.column, { element, shown })
      element = element.previousElementSibling
    }
  }
  let added: Shown[] = []
  for (const cell of cells) {
    const before = drawn.get(cell.column)
    if (before === undefined) added.push(cell)
    else {
      insert(added, before.element)
      added = []
      if (!isSame(before.shown, cell)) become(before.element, elementOf(markupOf(cell)))
      before.shown = cell
    }
  }
  insert(added, null)
}

const isSame = <Shown extends object>(a: Shown, b: Shown): boolean => {
  for (const key in b) if (a[key] !== b[key]) return false
  return true
}

const elementOf = (markup: string): Element => {
  const template = document.createElement('template')
  template.innerHTML = markup
  const element = template.content.firstElementChild
  if (element === null) throw new TypeError('a cell is an element')
  return element
}

/** What is set by hand while a card is dragged, and no part of the picture. */
const byHand: ReadonlySet<string> = new Set(['data-dragged'])

/** Makes an element look like another: what both have stays the same node. */
const become = (element: Element, other: Element): void => {
  for (const name of element.getAttributeNames()) if (!other.hasAttribute(name) && !byHand.has(name)) element.removeAttribute(name)
  for (const { name, value } of other.attributes) if (element.getAttribute(name) !== value) element.setAttribute(name, value)
  const [nodes, others] = [[...element.childNodes], [...other.childNodes]]
  for (const [at, node] of others.entries()) {
    const before = nodes[at]
    if (before === undefined) element.append(node)
    else if (before instanceof Element && node instanceof Element && before.tagName === node.tagName) become(before, node)
    else if (before instanceof Text && node instanceof Text) before.data = node.data
    else before.replaceWith(node)
  }
  for (const node of nodes.slice(others.length)) node.remove()
}
