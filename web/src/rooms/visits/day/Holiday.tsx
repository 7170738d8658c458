import { holidayName } from '@toguchi/domain/calendar/holidays'

/** The public holiday that a day is, if it is one. */
export const Holiday = ({ date }: { date: string }) => {
  const name = holidayName(date)
  return name === null ? null : <small>{name}</small>
}
