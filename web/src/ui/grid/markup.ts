import { Fragment, isValidElement, type ReactNode } from 'react'

type Props = Readonly<Record<string, unknown>> & { children?: ReactNode }

/**
 * What React would draw for components that only show, as markup: they are called, not mounted, so they have no hooks and no handlers,
 * and what they are given is escaped here, once for all of them (decision 102). Throws at anything that is more than a picture.
 */
export const markupOf = (node: ReactNode): string => {
  if (typeof node === 'string') return escaped(node)
  if (typeof node === 'number') return String(node)
  if (node === null || node === undefined || typeof node === 'boolean') return ''
  if (Array.isArray(node)) return markupOfAll(node)
  if (!isValidElement<Props>(node)) throw new TypeError('no picture')
  const type: unknown = node.type
  if (type === Fragment) return markupOf(node.props.children)
  if (isComponent(type)) return markupOf(type(node.props))
  if (typeof type !== 'string') throw new TypeError('a component that is more than a function is no picture')
  return `<${type}${attributesOf(node.props)}>${childless.has(type) ? '' : `${markupOf(node.props.children)}</${type}>`}`
}

const markupOfAll = (nodes: readonly ReactNode[]): string => {
  let markup = ''
  for (const node of nodes) markup += markupOf(node)
  return markup
}

const isComponent = (type: unknown): type is (props: Props) => ReactNode => typeof type === 'function'

/** Elements without an end, as far as a picture in a cell may have them. */
const childless: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'wbr'])

const attributesOf = (props: Props): string => {
  let text = ''
  for (const name in props) {
    const value = props[name]
    if (value !== undefined && value !== null && name !== 'children') text += attributeOf(name, value)
  }
  return text
}

const attributeOf = (name: string, value: unknown): string => {
  if (typeof value === 'string') return `${openingOf(name)}${escaped(value)}"`
  if (typeof value === 'number') return `${openingOf(name)}${value}"`
  if (name === 'style' && typeof value === 'object' && value !== null) return ` style="${escaped(styleOf(value))}"`
  if (typeof value !== 'boolean') throw new TypeError(`${name} is no attribute of a picture`)
  if (saysBoolean.test(name)) return ` ${name}="${value}"`
  return value ? `${openingOf(name)}"` : ''
}

/** Where false is a word, and not the attribute's absence. */
const saysBoolean = /^(data-|aria-|draggable$)/

/** An attribute up to its value. The same dozen names stand in each of a hundred cards. */
const openingOf = (name: string): string => {
  const made = openings.get(name)
  if (made !== undefined) return made
  const opening = ` ${nameOf(name)}="`
  openings.set(name, opening)
  return opening
}
const openings = new Map<string, string>()

/** The parser itself forgives the others (`tabIndex`, `viewBox`). */
const nameOf = (name: string): string => {
  if (name === 'className') return 'class'
  return name.startsWith('stroke') ? hyphenated(name) : name
}

const styleOf = (style: object): string => {
  let text = ''
  for (const [name, value] of Object.entries(style))
    if (value !== undefined) text += `${text === '' ? '' : ';'}${hyphenated(name)}:${lengthOf(name, value)}`
  return text
}

const hyphenated = (name: string): string => name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

/** A number is pixels, but for a custom property and where nothing is meant. */
const lengthOf = (name: string, value: unknown): string =>
  typeof value === 'number' && value !== 0 && !name.startsWith('--') ? `${value}px` : String(value)

const escaped = (text: string): string => (special.test(text) ? text.replaceAll(/[&<>"]/g, letter => entities[letter] ?? letter) : text)
const special = /[&<>"]/
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
