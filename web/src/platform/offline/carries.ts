/** Whether this device carries what its user reads: a craftsman's, from the first sign-in on. Said here so that nobody else loads the rest. */
const mark = 'carries_answers'

export const carriesAnswers = (): boolean => localStorage.getItem(mark) === 'yes'
export const beginToCarry = (): void => localStorage.setItem(mark, 'yes')
export const endCarrying = (): void => localStorage.removeItem(mark)
