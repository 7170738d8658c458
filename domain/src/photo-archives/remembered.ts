/** Texts whose answers are kept at most: of a construction of five thousand photos, with some more. */
const most = 20_000

/** A function of a text that remembers its answers: names of places come back photo after photo, and check after check. */
export const remembered = <Answer>(answer: (text: string) => Answer): ((text: string) => Answer) => {
  const known = new Map<string, Answer>()
  return text => {
    const before = known.get(text)
    if (before !== undefined) return before
    if (known.size >= most) known.clear()
    const now = answer(text)
    known.set(text, now)
    return now
  }
}
