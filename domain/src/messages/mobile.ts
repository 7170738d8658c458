/** Numbers that a short message reaches (D-35): the one table, for forms, for what is sent, and for what SQL asks. */
const mobilePrefixes = ['060', '070', '080', '090'] as const

/** The same for PostgreSQL's `~`. What begins with 0800 is called for free, and no telephone that anybody carries. */
export const mobilePattern = `^(?!0800)(${mobilePrefixes.join('|')})[0-9]{8}$`

const pattern = new RegExp(mobilePattern)

/** Whether a short message reaches this number, digits only as the API keeps it. */
export const isMobile = (phone: string): boolean => pattern.test(phone)
