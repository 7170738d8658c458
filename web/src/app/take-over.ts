import { t } from '../platform/i18n.ts'
import { toast } from '../platform/toast.ts'

/*
 * A page that arrives as HTML (app/first-paint.tsx) can be read and typed into before the application has come. What was typed or sent
 * meanwhile is not lost when it does: the script inside the page (index.html) holds it.
 */

declare global {
  /** Written by the script inside index.html, which is there before any other. */
  var earlyActs: { kind: string; target: Element }[] | undefined
  /** The same: says that the start fails, and offers to open the page again. */
  var startFailed: (() => void) | undefined
  /** The same, where it shows what this phone showed last (platform/offline/day-snapshot.ts): done once that stands there. */
  var daySnapshot: Promise<void> | undefined
}

/**
 * Looks at the first paint; gives what was typed there to the page that has come in its place, presses what was pressed and sends what was
 * sent. While the page is made somebody may go on typing: the fields that went still know what.
 */
export const takeOver = (root: ParentNode): (() => void) => {
  const [fields, forms] = [fieldsIn(root), formsIn(root)]
  let focused: EventTarget | null = document.activeElement
  const remember = ({ target }: Event) => (focused = target)
  addEventListener('focusin', remember)
  const snapshot = root.querySelector('[data-day-snapshot]')
  return () => {
    removeEventListener('focusin', remember)
    const acts = globalThis.earlyActs ?? []
    globalThis.earlyActs = []
    for (const { name, value, defaultValue } of fields) if (value !== defaultValue) write(fieldNamed(root, name), value)
    fieldNamed(root, fields.find(field => field === focused)?.name ?? '')?.focus()
    const pressed = acts.flatMap(({ kind, target }) => (kind === 'click' ? switchAt(target) : []))
    // Whoever saw nothing happen pressed twice, and meant it once.
    const found = pressed.map(before => ({ before, here: sameOf(root, before) }))
    for (const here of new Set(found.map(each => each.here))) press(here)
    if (found.some(({ before, here }) => here === undefined && snapshot?.contains(before) === true))
      toast.failure(t('error.pressed_before'))
    const sent = forms.findIndex(form => acts.some(({ kind, target }) => kind === 'submit' && target === form))
    formsIn(root)[sent]?.requestSubmit()
    const last = acts.at(-1)
    if (last?.kind === 'mousedown') finishPress(root, last.target)
  }
}

/** Pressed down on the first paint and let go on the page: no browser makes a click of the two. */
const finishPress = (root: ParentNode, target: Element): void => {
  const pressed = target.closest('button')
  if (pressed === null) return
  const button = sameOf(root, pressed)
  const letGo = ({ target: at }: Event) => {
    if (at instanceof Node && button?.contains(at)) press(button)
  }
  addEventListener('mouseup', letGo, { once: true, capture: true })
}

/** A switch that stands as it was pressed to stand is left so: the first paint showed none as on. */
const press = (here: Pressed | undefined): void => {
  if (here?.getAttribute('aria-pressed') !== 'true') here?.click()
}

type Pressed = HTMLButtonElement | HTMLAnchorElement

/** A submit button is what sent its form; of links those that the script inside the page held. */
const switchAt = (target: Element): Pressed[] => {
  const pressed = target.closest<Pressed>('button, a[data-held]')
  return pressed === null || (pressed instanceof HTMLButtonElement && pressed.type === 'submit') ? [] : [pressed]
}

const nameOf = (pressed: Pressed): string => pressed.getAttribute('aria-label') ?? pressed.textContent
/** What a button does is done to the room it stands at: at another one, the same words do something else. */
const roomOf = (pressed: Pressed) => pressed.closest<HTMLElement>('[data-room]')?.dataset['room']
/** The same button in the page that came; of a link, one that leads to the same place. */
const sameOf = (root: ParentNode, pressed: Pressed): Pressed | undefined =>
  [...root.querySelectorAll<Pressed>(pressed.localName)].find(
    here =>
      nameOf(here) === nameOf(pressed) && roomOf(here) === roomOf(pressed) && here.getAttribute('href') === pressed.getAttribute('href'),
  )
const formsIn = (root: ParentNode) => [...root.querySelectorAll('form')]
const fieldsIn = (root: ParentNode) => [...root.querySelectorAll('input')].filter(({ name }) => name !== '')
const fieldNamed = (root: ParentNode, name: string) => fieldsIn(root).find(field => field.name === name)

/** As a keyboard would: by the element's own setter, which React has not laid its hand on, and with the event of typing. */
const write = (field: HTMLInputElement | undefined, value: string): void => {
  if (field === undefined) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
