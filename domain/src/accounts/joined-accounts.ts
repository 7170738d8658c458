/** What two accounts have in common, and where the code goes (D-40). */
export const joinContacts = ['phone', 'email'] as const
export type JoinContact = (typeof joinContacts)[number]

export const joinLabels = { contact: '送り先', code: '確認コード' } as const

/** Minutes for which the six digits are good. */
export const joinMinutes = 10
/** Wrong digits after which a new code is asked for. */
export const mostJoinTries = 5
