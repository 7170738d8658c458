/*
 * A page that arrives as HTML (app/first-paint.tsx) can be read and typed into before the application has come. What was typed or sent
 * meanwhile is not lost when it does.
 */

let sent: HTMLFormElement | null = null

/** Holds back the form of somebody who was faster than the scripts. */
export const holdSubmits = (): void => addEventListener('submit', hold)

const hold = (event: Event): void => {
  if (!(event.target instanceof HTMLFormElement) || event.target.closest('[data-first-paint]') === null) return
  event.preventDefault()
  sent = event.target
}

/** What stands in the first paint; gives it to the page that has come in its place, and sends what was sent. */
export const takeOver = (root: ParentNode): (() => void) => {
  const typed = fieldsIn(root).filter(field => field.value !== field.defaultValue)
  const focused = fieldsIn(root).find(field => field === document.activeElement)
  const form = sent === null ? -1 : formsIn(root).indexOf(sent)
  return () => {
    removeEventListener('submit', hold)
    for (const { name, value } of typed) write(fieldNamed(root, name), value)
    fieldNamed(root, focused?.name ?? '')?.focus()
    formsIn(root)[form]?.requestSubmit()
  }
}

const formsIn = (root: ParentNode) => [...root.querySelectorAll('form')]
const fieldsIn = (root: ParentNode) => [...root.querySelectorAll('input')].filter(({ name }) => name !== '')
const fieldNamed = (root: ParentNode, name: string) => fieldsIn(root).find(field => field.name === name)

/** As a keyboard would: by the element's own setter, which React has not laid its hand on, and with the event of typing. */
const write = (field: HTMLInputElement | undefined, value: string): void => {
  if (field === undefined) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
