/** Nobody is woken by a message: between 20:00 and 8:00 in Tokyo it waits (practice §2). */
export const quietHours = { from: 20, until: 8 } as const

const hour = 3_600_000
const tokyo = 9 * hour

/** When a message of this moment may go out; the moment itself outside the quiet hours. */
export const afterQuietHours = (moment: Date): Date => {
  const local = new Date(moment.getTime() + tokyo)
  const hours = local.getUTCHours()
  if (hours >= quietHours.until && hours < quietHours.from) return moment
  const midnight = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + (hours < quietHours.until ? 0 : 1))
  return new Date(midnight + quietHours.until * hour - tokyo)
}

export const isQuiet = (moment: Date): boolean => afterQuietHours(moment) !== moment
