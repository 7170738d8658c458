import { formatDayLong, formatInstant, formatTimeFrame } from '@toguchi/domain/calendar/day'
import { formatYen } from '@toguchi/domain/money/tax'
import { CollectionBadge, type RoomDetail, useCollections } from '../../room-reads/room-reads.ts'
import { Facts } from '../../ui/layout/Facts.tsx'
import { PresenceText } from './PresenceText.tsx'
import { RoomDate } from '../RoomDate.ts'

/** When the dwelling is visited, who opens the door, and what is brought and collected there. */
export const RoomVisit = ({ room }: { room: RoomDetail }) => {
  const { assign } = room
  const money = useCollections({ construction_id: room.construction_id, room_id: room.id }, room.collect_on_the_day)
  return (
    <>
      {assign === null ? (
        <RoomDate>未割当</RoomDate>
      ) : (
        <RoomDate>
          {formatDayLong(assign.date)}
          <span>
            {formatTimeFrame(assign.start_at, assign.end_at)}
            {assign.is_spare_frame ? '（予備枠）' : ''}
          </span>
        </RoomDate>
      )}
      <Facts
        facts={[
          ['在宅方法', room.presence === null ? '未回答' : <PresenceText presence={room.presence} />],
          [
            '日程確定',
            room.construction_schedule_confirmed_at === null ? '未確定' : formatInstant(new Date(room.construction_schedule_confirmed_at)),
          ],
          ...(room.date_change_extension === null
            ? []
            : [
                [
                  '変更締切の延長',
                  `${formatDayLong(room.date_change_extension.extended_to)}まで　${room.date_change_extension.reason ?? ''}`,
                ] as const,
              ]),
          ...(room.revisit_on === null ? [] : [['再訪問の希望日', `${formatDayLong(room.revisit_on)}（時刻未定）`] as const]),
          ...(room.revisit_at === null ? [] : [['再訪問日時', formatInstant(new Date(room.revisit_at))] as const]),
          ...(room.options.length === 0 ? [] : [['オプション', room.options.join('、')] as const]),
          ...(money.due === 0 ? [] : [['当日集金', formatYen(money.due)] as const]),
          ...(money.state === null ? [] : [['集金', <CollectionBadge key="collecting" state={money.state} />] as const]),
        ]}
      />
    </>
  )
}
