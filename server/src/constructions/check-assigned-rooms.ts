import { isDeepStrictEqual } from 'node:util'
import type { ClientId } from '@toguchi/domain/access/actor'
import { firstNames } from '@toguchi/domain/rooms/room-names'
import { type DayKind, dayKind, type PrivateAreaPeriod } from '@toguchi/domain/schedule/working-days'
import type { Db } from '../platform/database/database.ts'
import type { FieldErrors } from './field-errors.ts'
import { listAssignedRooms } from './queries.ts'

/** Under which field it is said that rooms would be left on such a day. */
const fields: Readonly<Record<Exclude<DayKind, 'working'>, { field: string; text: (rooms: string) => string }>> = {
  outside: { field: 'privately_area_period', text: rooms => `の外になる部屋があります（${rooms}）。先に詳細工程表で移してください` },
  holiday: { field: 'privately_area_holidays', text: rooms => `に工事日の部屋があります（${rooms}）。先に詳細工程表で移してください` },
  preparation: { field: 'preparation_days', text: rooms => `に工事日の部屋があります（${rooms}）。先に詳細工程表で移してください` },
}

/** Whether the days on which rooms are worked on change: drafts of the detail schedule are old then. */
export const changesWorkingDays = (before: PrivateAreaPeriod, after: PrivateAreaPeriod): boolean =>
  !isDeepStrictEqual(workingDaysOf(before), workingDaysOf(after))

/**
 * Adds an error for every reason for which a room that is still to be worked on would lose its working day: nothing is kept there in
 * silence, the rooms are moved in the detail schedule first. Days before `today` do not count.
 */
export const checkAssignedRooms = async (
  db: Db,
  clientId: ClientId,
  constructionId: number,
  { before, after, today }: { before: PrivateAreaPeriod; after: PrivateAreaPeriod; today: string },
  errors: FieldErrors,
): Promise<void> => {
  if (!changesWorkingDays(before, after)) return
  const stranded = (await listAssignedRooms(db, clientId, constructionId, today)).filter(
    ({ date }) => dayKind(date, before) === 'working' && dayKind(date, after) !== 'working',
  )
  for (const [kind, rooms] of Map.groupBy(stranded, ({ date }) => dayKind(date, after))) {
    if (kind === 'working') continue
    errors.add(fields[kind].field, fields[kind].text(firstNames(rooms.map(({ name }) => name))))
  }
}

const workingDaysOf = ({
  privately_area_start_on,
  privately_area_end_on,
  privately_area_holidays,
  preparation_days,
}: PrivateAreaPeriod) => [privately_area_start_on, privately_area_end_on, privately_area_holidays.toSorted(), preparation_days.toSorted()]
