/**
 * What a form changed: the fields of `body` that differ from the body it was laid out with. A field that holds rows is taken whole.
 * What somebody else changed in the meantime is not sent back as it was (specification section 5: a PATCH names what it changes).
 */
export const changedFields = <Body extends object>(before: Body, body: Body): Partial<Body> =>
  Object.fromEntries(
    Object.entries(body).filter(([name, value]) => !isSame(value, (before as Readonly<Record<string, unknown>>)[name])),
  ) as Partial<Body>

const isSame = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  // A key without a value is not sent, so it says as much as no key.
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  const [left, right] = [one as Readonly<Record<string, unknown>>, other as Readonly<Record<string, unknown>>]
  return [...names].every(name => isSame(left[name], right[name]))
}
