import type { Allowed } from '../../../ui/grid/grid-model.ts'
import styles from './drag-ghost.module.css'

/** The copy of a card that follows the pointer, with what is said of the place under it. */
export interface DragGhost {
  element: HTMLElement
  hint: HTMLElement
}

/** Puts a copy of the card into the page; of several cards it carries their number. */
export const createGhost = (card: HTMLElement, count: number): DragGhost => {
  const { width, height } = card.getBoundingClientRect()
  const element = document.createElement('div')
  element.className = styles.ghost ?? ''
  element.dataset.schedule = 'ghost'
  element.dataset.testid = 'drag-ghost'
  const copy = card.cloneNode(true) as HTMLElement
  copy.removeAttribute('data-card')
  for (const part of [copy, ...copy.querySelectorAll('[data-testid]')]) part.removeAttribute('data-testid')
  Object.assign(copy.style, { width: `${width}px`, height: `${height}px` })
  if (count > 1) copy.dataset.count = `${count}戸`
  const hint = document.createElement('div')
  hint.className = styles.hint ?? ''
  hint.dataset.testid = 'drag-hint'
  element.append(copy, hint)
  document.body.append(element)
  return { element, hint }
}

/** Moves it beside the pointer, kept on the screen, also at its right and lower edges. */
export const moveGhost = ({ element }: DragGhost, { x, y }: { x: number; y: number }): void => {
  const { offsetWidth: width, offsetHeight: height } = element
  element.style.transform = `translate(${Math.min(x + 8, innerWidth - width)}px, ${Math.min(y + 8, innerHeight - height)}px)`
}

/** Says what letting go would mean; null over nothing. */
export const showHint = ({ hint }: DragGhost, verdict: { allowed: Allowed; text: string } | null): void => {
  hint.hidden = verdict === null
  hint.dataset.allowed = verdict?.allowed ?? 'true'
  hint.textContent = verdict?.text ?? ''
}
