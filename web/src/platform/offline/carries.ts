/** Whose reads this device carries: a craftsman's, from the first sign-in on. Said here so that nobody else loads the rest. */
export const carryingMark = 'carries_answers'

/**
 * Whether it is the signed-in one's: who signs in after it on the same device carries nothing. The mark is `company/uid`; an earlier version
 * named the uid alone.
 */
export const carriesAnswers = (): boolean =>
  localStorage.getItem(carryingMark)?.replace(/^.*?\//, '') === (localStorage.getItem('uid') ?? '')
/** The signed-in account, where its reads are carried. */
export const carryingAccount = (): string | null => (carriesAnswers() ? localStorage.getItem(carryingMark) : null)

/** Under what lies what the phone showed last of the own day (./day-snapshot.ts); the script inside index.html reads it. */
export const daySnapshotKey = 'day_snapshot'
export const forgetDaySnapshot = (): void => localStorage.removeItem(daySnapshotKey)

/** Says whether there was anything to forget. */
export const endCarrying = (): boolean => {
  const carried = localStorage.getItem(carryingMark) !== null
  localStorage.removeItem(carryingMark)
  forgetDaySnapshot()
  return carried
}
