import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { formatDayShort } from '@toguchi/domain/calendar/day'
import { isAway, occupancyLabels } from '@toguchi/domain/rooms/occupancy/occupancy'
import { useState } from 'react'
import { paths } from '../../site/paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Table, TableLink } from '../../ui/table/Table.tsx'
import type { BoardRoom } from '../answer-reads.ts'
import { SlipPile } from './SlipPile.tsx'
import styles from './UnansweredRooms.module.css'
import { TelephoneLink } from '../../ui/TelephoneLink.tsx'

interface Props {
  constructionId: number
  rooms: readonly BoardRoom[]
  onAnswer: (room: BoardRoom) => void
}

const reachWords: Readonly<Record<BoardRoom['contact_channel'], string>> = {
  mail: 'メール',
  line: 'LINE',
  sms: 'SMS',
  paper: '書面のみ',
}

/** As many as can be looked over; the others are one press away, so that the building stays in reach. */
const shownAtFirst = 15

/** Who has not answered: one by one, or a pile of slips ticked (O14). */
export const UnansweredRooms = ({ constructionId, rooms, onAnswer }: Props) => {
  const [all, setAll] = useState(false)
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const tick = (id: number, on: boolean) => setTicked(on ? new Set([...ticked, id]) : new Set([...ticked].filter(each => each !== id)))
  const hidden = all ? 0 : Math.max(0, rooms.length - shownAtFirst)
  return (
    <>
      <SlipPile
        constructionId={constructionId}
        rooms={rooms.filter(room => ticked.has(room.id))}
        all={rooms.filter(room => room.date !== null)}
        onTick={ids => setTicked(new Set(ids))}
      />
      <UnansweredTable {...{ constructionId, onAnswer, ticked, tick }} rooms={hidden === 0 ? rooms : rooms.slice(0, shownAtFirst)} />
      {hidden === 0 ? null : (
        <p className={styles.more}>
          <Button size="small" kind="quiet" onClick={() => setAll(true)}>
            残り{hidden}戸も表示
          </Button>
        </p>
      )}
    </>
  )
}

interface TableProps extends Props {
  ticked: ReadonlySet<number>
  tick: (id: number, on: boolean) => void
}

const UnansweredTable = ({ constructionId, rooms, onAnswer, ticked, tick }: TableProps) => (
  <Table className={styles.unanswered}>
    <thead>
      <tr>
        <th scope="col">
          <span className="sr-only">選択</span>
        </th>
        <th scope="col">部屋</th>
        <th scope="col">氏名</th>
        <th scope="col">電話番号</th>
        <th scope="col">届く方法</th>
        <th scope="col">予定の工事日</th>
        <th scope="col">再案内</th>
        <th scope="col">
          <span className="sr-only">操作</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {rooms.map(room => (
        <tr key={room.id}>
          <td data-cell="tick">
            {room.date === null ? null : (
              <label className={styles.tick}>
                <input
                  type="checkbox"
                  checked={ticked.has(room.id)}
                  aria-label={`${addressedRoom(room.name)}を選択`}
                  onChange={event => tick(room.id, event.currentTarget.checked)}
                />
              </label>
            )}
          </td>
          <td data-nowrap="true" data-cell="room">
            <TableLink to={paths.room(constructionId, room.id)}>{room.name}</TableLink>
          </td>
          <Contact room={room} />
          <td data-cell="reach">{reachWords[room.contact_channel]}</td>
          <td data-nowrap="true" data-cell="date">
            {room.date === null ? '未割当' : formatDayShort(room.date)}
          </td>
          <td data-cell="chased" data-empty={room.sheet_printed_on === null && room.reminded_on === null}>
            {chasedText(room)}
          </td>
          <td data-align="right" data-cell="act">
            <Button size="small" onClick={() => onAnswer(room)}>
              回答を登録
            </Button>
          </td>
        </tr>
      ))}
    </tbody>
  </Table>
)

/** Who is spoken to: who lives there, or the owner of a dwelling without a person. */
const Contact = ({ room: { occupancy, owner, resident_name, resident_name_kana, phone } }: { room: BoardRoom }) => {
  const away = isAway(occupancy)
  const name = away ? `所有者　${owner?.name ?? '―'}` : resident_name
  const number = away ? (owner?.phone ?? null) : phone
  return (
    <>
      <td data-cell="name" data-empty={name === null}>
        {name ?? '―'} {away ? <Badge>{occupancyLabels[occupancy]}</Badge> : <small>{resident_name_kana}</small>}
      </td>
      <td data-nowrap="true" data-cell="phone" data-empty={number === null}>
        {number === null ? '―' : <TelephoneLink phone={number} />}
      </td>
    </>
  )
}

/** 「印刷 11/21(土)・送信 11/25(水)」 */
const chasedText = ({ sheet_printed_on, reminded_on }: BoardRoom): string =>
  [
    sheet_printed_on === null ? '' : `印刷 ${formatDayShort(sheet_printed_on)}`,
    reminded_on === null ? '' : `送信 ${formatDayShort(reminded_on)}`,
  ]
    .filter(text => text !== '')
    .join('・') || '―'
