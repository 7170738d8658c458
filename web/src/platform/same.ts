/** Whether two values say the same when they are sent; files are the same only when they are one. */
export const isSame = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (one instanceof Blob || other instanceof Blob || Array.isArray(one) !== Array.isArray(other)) return false
  // A key without a value is not sent, so it says as much as no key.
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  const [left, right] = [one as Readonly<Record<string, unknown>>, other as Readonly<Record<string, unknown>>]
  return [...names].every(name => isSame(left[name], right[name]))
}
