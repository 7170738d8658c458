import type { AnsweredBy } from '@toguchi/domain/rooms/answered-by'

/** Who sits before the page, as the timeline keeps it: a name is personal (D-33). */
export const answeredByOf = (answeredBy: AnsweredBy | undefined) => ({
  change: answeredBy?.kind === 'family' ? { answered_by: 'family' } : {},
  personal: answeredBy?.kind === 'family' && answeredBy.name !== undefined ? { answered_by_name: answeredBy.name } : {},
})
