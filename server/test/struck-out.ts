export interface StruckOut {
  struck: string
  body: string
}

/**
 * The body of a function in SQL or PL/pgSQL again and again, each time without one of the things that it looks for: an operand of `or`, an
 * `exists` that is the whole answer, an item of a list (`in (…)`, `num_nonnulls(…)`). Reads what has neither parentheses nor `or` in literals.
 */
export const struckOut = (body: string): StruckOut[] => {
  const text = body.replaceAll(/--.*/g, '')
  const without = ({ from, to }: Span, instead: string): StruckOut => ({
    struck: text.slice(from, to).replaceAll(/\s+/g, ' ').trim(),
    body: text.slice(0, from) + instead + text.slice(to),
  })
  return [...operandsOf(text).map(span => without(span, ' false ')), ...itemsOf(text).map(span => without(span, ''))]
}

interface Span {
  from: number
  to: number
}

const operandsOf = (text: string): Span[] => {
  const operands: Span[] = []
  /** Of each parenthesis that is open, outermost first: the operands that ended, and where the next one begins. */
  const open: { ended: Span[]; from: number }[] = [{ ended: [], from: 0 }]
  for (const { 0: token, index } of text.matchAll(/[();]|:=|\bor\b|\breturn\b/g)) {
    const from = index + token.length
    const inner = open.at(-1)
    if (token === '(' || !inner) open.push({ ended: [], from })
    else if (token === 'or') open.splice(-1, 1, { ended: [...inner.ended, { from: inner.from, to: index }], from })
    else {
      const last = { from: inner.from, to: index }
      if (inner.ended.length > 0 || (token === ';' && /^\s*exists\b/.test(text.slice(inner.from)))) operands.push(...inner.ended, last)
      if (token === ')') open.pop()
      else open.splice(-1, 1, { ended: [], from })
    }
  }
  return operands
}

/** Each with the comma before it, the first with the one behind. */
const itemsOf = (text: string): Span[] =>
  [...text.matchAll(/(?:\bin |\bnum_nonnulls)\(([^()]*,[^()]*)\)/g)].flatMap(({ 0: list, 1: items = '', index }) => {
    const start = index + list.length - ')'.length - items.length
    return [...items.matchAll(/[^,]+/g)].map(({ 0: item, index: at }) =>
      at === 0 ? { from: start, to: start + item.length + 1 } : { from: start + at - 1, to: start + at + item.length },
    )
  })
