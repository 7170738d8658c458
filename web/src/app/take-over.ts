/*
 * A page that arrives as HTML (app/first-paint.tsx) can be read and typed into before the application has come. What was typed or sent
 * meanwhile is not lost when it does.
 */

let sent: HTMLFormElement | null = null
/** The buttons that were pressed, in their order. */
let pressed: HTMLButtonElement[] = []

/** Holds back what somebody did who was faster than the scripts: a form that was sent, a button that was pressed. */
export const holdActs = (): void => {
  addEventListener('submit', holdSubmit)
  addEventListener('click', holdPress)
}

const isInFirstPaint = (target: EventTarget | null): target is Element =>
  target instanceof Element && target.closest('[data-first-paint]') !== null

const holdSubmit = (event: Event): void => {
  if (!isInFirstPaint(event.target) || !(event.target instanceof HTMLFormElement)) return
  event.preventDefault()
  sent = event.target
}

const holdPress = ({ target }: Event): void => {
  const button = isInFirstPaint(target) ? target.closest('button') : null
  if (button !== null && button.type !== 'submit') pressed = [...pressed, button]
}

/** What stands in the first paint; gives it to the page that has come in its place, presses what was pressed and sends what was sent. */
export const takeOver = (root: ParentNode): (() => void) => {
  const typed = fieldsIn(root).filter(field => field.value !== field.defaultValue)
  const focused = fieldsIn(root).find(field => field === document.activeElement)
  const form = sent === null ? -1 : formsIn(root).indexOf(sent)
  const names = pressed.map(nameOf)
  return () => {
    removeEventListener('submit', holdSubmit)
    removeEventListener('click', holdPress)
    for (const { name, value } of typed) write(fieldNamed(root, name), value)
    fieldNamed(root, focused?.name ?? '')?.focus()
    for (const name of names) press([...root.querySelectorAll('button')].find(button => nameOf(button) === name))
    formsIn(root)[form]?.requestSubmit()
  }
}

/** A switch that stands as it was pressed to stand is left so: the first paint showed none as on. */
const press = (button: HTMLButtonElement | undefined): void => {
  if (button?.getAttribute('aria-pressed') !== 'true') button?.click()
}

const nameOf = (button: HTMLButtonElement): string => button.getAttribute('aria-label') ?? button.textContent
const formsIn = (root: ParentNode) => [...root.querySelectorAll('form')]
const fieldsIn = (root: ParentNode) => [...root.querySelectorAll('input')].filter(({ name }) => name !== '')
const fieldNamed = (root: ParentNode, name: string) => fieldsIn(root).find(field => field.name === name)

/** As a keyboard would: by the element's own setter, which React has not laid its hand on, and with the event of typing. */
const write = (field: HTMLInputElement | undefined, value: string): void => {
  if (field === undefined) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
