import { formatDayLong } from '@toguchi/domain/calendar/day'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/layout/EmptyState.tsx'
import type { CompanysDay } from '../own-days.ts'
import type { OwnWalk } from './own-walk.ts'

interface Props {
  days: readonly NonNullable<CompanysDay['day']>[]
  isToday: boolean
  walk: OwnWalk
  onDate: (date: string) => void
}

/** An empty day, or one that is done: what comes next. */
export const NothingToDo = ({ days, isToday, walk, onDate }: Props) => {
  const next = earliest(days.flatMap(({ next_date }) => next_date ?? []))
  return (
    <EmptyState
      title={titleOf(isToday, walk)}
      text={textOf(walk, next)}
      action={
        next === undefined ? null : (
          <Button kind="primary" onClick={() => onDate(next)}>
            次の訪問日 {formatDayLong(next)} を見る
          </Button>
        )
      }
    />
  )
}

const titleOf = (isToday: boolean, { total }: OwnWalk): string =>
  total > 0 ? 'この日の訪問はすべて済みました。お疲れさまでした。' : isToday ? '今日の訪問はありません。' : 'この日の訪問はありません。'

const textOf = ({ total, hidden }: OwnWalk, next: string | undefined): string | undefined =>
  total === 0 && hidden > 0
    ? `ほかの班の訪問が${hidden}戸あります。`
    : next === undefined
      ? '工事日が決まった部屋が、ここに回る順で並びます。'
      : undefined

const earliest = (dates: readonly string[]): string | undefined => dates.toSorted()[0]
