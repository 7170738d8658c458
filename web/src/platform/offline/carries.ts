/** Whose reads this device carries: a craftsman's, from the first sign-in on. Said here so that nobody else loads the rest. */
const mark = 'carries_answers'

/** Only for the account that began it: who signs in after it on the same device carries nothing. */
export const carriesAnswers = (): boolean => {
  const uid = localStorage.getItem(mark)
  return uid !== null && uid === localStorage.getItem('uid')
}
export const beginToCarry = (): void => localStorage.setItem(mark, localStorage.getItem('uid') ?? '')
/** Says whether there was anything to forget. */
export const endCarrying = (): boolean => {
  const carried = localStorage.getItem(mark) !== null
  localStorage.removeItem(mark)
  return carried
}
