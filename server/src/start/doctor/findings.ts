/** One thing that was looked at: how it is, and, where something is to be done, what. */
export interface Finding {
  /** `wrong` must be done, `note` is worth knowing. */
  is: 'good' | 'wrong' | 'note'
  says: string
}

export const good = (says: string): Finding => ({ is: 'good', says })
export const wrong = (says: string): Finding => ({ is: 'wrong', says })
export const note = (says: string): Finding => ({ is: 'note', says })

const marks = { good: '✓', wrong: '✗', note: '・' } as const

export const lineOf = ({ is, says }: Finding): string => `${marks[is]} ${says}`

/** What was looked at, or why it could not be. */
export const orWrong = async (look: () => Promise<Finding[]>, saying: (reason: string) => string): Promise<Finding[]> => {
  try {
    return await look()
  } catch (error) {
    return [wrong(saying(error instanceof Error && error.message !== '' ? error.message : String(error)))]
  }
}
