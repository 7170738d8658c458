/** Where "now" comes from. TEST_NOW moves it, never in production (D-18, G-API-17). */
export type Now = () => Date

/** A clock that starts at `testNow` (ISO 8601) and runs from there, or the real one. */
export const clock = (testNow?: string): Now => {
  if (testNow === undefined) return () => new Date()
  const offset = new Date(testNow).getTime() - Date.now()
  return () => new Date(Date.now() + offset)
}

const tokyo = 9 * 60 * 60 * 1000
/** An instant as ISO 8601 with +09:00 (G-API-12), or null. */
export const toInstant = <D extends Date | null>(date: D): D extends Date ? string : string | null =>
  (date === null ? null : new Date(date.getTime() + tokyo).toISOString().replace(/\.\d{3}Z$/, '+09:00')) as D extends Date
    ? string
    : string | null

/** The calendar day in Asia/Tokyo of an instant (D-07). */
export const toDay = (date: Date): string => new Date(date.getTime() + tokyo).toISOString().slice(0, 10)
