/*
 * A page that arrives as HTML (app/first-paint.tsx) can be read and typed into before the application has come. What was typed or sent
 * meanwhile is not lost when it does: the script inside the page (index.html) holds it.
 */

declare global {
  /** Written by the script inside index.html, which is there before any other. */
  var earlyActs: { kind: string; target: Element }[] | undefined
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
  return () => {
    removeEventListener('focusin', remember)
    const acts = globalThis.earlyActs ?? []
    globalThis.earlyActs = []
    for (const { name, value, defaultValue } of fields) if (value !== defaultValue) write(fieldNamed(root, name), value)
    fieldNamed(root, fields.find(field => field === focused)?.name ?? '')?.focus()
    const pressed = acts.flatMap(({ kind, target }) => (kind === 'click' ? switchAt(target) : []))
    for (const name of pressed) press(buttonNamed(root, name))
    const sent = forms.findIndex(form => acts.some(({ kind, target }) => kind === 'submit' && target === form))
    formsIn(root)[sent]?.requestSubmit()
    const last = acts.at(-1)
    if (last?.kind === 'mousedown') finishPress(root, last.target)
  }
}

/** Pressed down on the first paint and let go on the page: no browser makes a click of the two. */
const finishPress = (root: ParentNode, target: Element): void => {
  const name = target.closest('button')
  if (name === null) return
  const button = buttonNamed(root, nameOf(name))
  const letGo = ({ target: at }: Event) => {
    if (at instanceof Node && button?.contains(at)) press(button)
  }
  addEventListener('mouseup', letGo, { once: true, capture: true })
}

/** A switch that stands as it was pressed to stand is left so: the first paint showed none as on. */
const press = (button: HTMLButtonElement | undefined): void => {
  if (button?.getAttribute('aria-pressed') !== 'true') button?.click()
}

/** A submit button is what sent its form. */
const switchAt = (target: Element): string[] => {
  const button = target.closest('button')
  return button === null || button.type === 'submit' ? [] : [nameOf(button)]
}

const nameOf = (button: HTMLButtonElement): string => button.getAttribute('aria-label') ?? button.textContent
const buttonNamed = (root: ParentNode, name: string) => [...root.querySelectorAll('button')].find(button => nameOf(button) === name)
const formsIn = (root: ParentNode) => [...root.querySelectorAll('form')]
const fieldsIn = (root: ParentNode) => [...root.querySelectorAll('input')].filter(({ name }) => name !== '')
const fieldNamed = (root: ParentNode, name: string) => fieldsIn(root).find(field => field.name === name)

/** As a keyboard would: by the element's own setter, which React has not laid its hand on, and with the event of typing. */
const write = (field: HTMLInputElement | undefined, value: string): void => {
  if (field === undefined) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
