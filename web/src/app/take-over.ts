/*
 * A page that arrives as HTML (app/first-paint.tsx) can be read and typed into before the application has come. What was typed or sent
 * meanwhile is not lost when it does: the script inside the page (index.html) holds it.
 */

declare global {
  /** Written by the script inside index.html, which is there before any other. */
  var earlyActs: { kind: string; target: Element }[] | undefined
}

/** What stands in the first paint; gives it to the page that has come in its place, presses what was pressed and sends what was sent. */
export const takeOver = (root: ParentNode): (() => void) => {
  const typed = fieldsIn(root).filter(field => field.value !== field.defaultValue)
  const focused = fieldsIn(root).find(field => field === document.activeElement)
  const acts = globalThis.earlyActs ?? []
  const form = formsIn(root).findIndex(each => acts.some(({ kind, target }) => kind === 'submit' && target === each))
  const names = acts.flatMap(({ kind, target }) => (kind === 'click' ? pressedName(target) : []))
  return () => {
    globalThis.earlyActs = []
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

/** A submit button is what sent its form. */
const pressedName = (target: Element): string[] => {
  const button = target.closest('button')
  return button === null || button.type === 'submit' ? [] : [nameOf(button)]
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
