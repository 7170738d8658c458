import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { formatDayShort, formatTimeFrame } from '@toguchi/domain/calendar/day'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../site/paths.ts'
import { type AnswerOf, send } from '../platform/api/api.ts'
import { RoomStatusBadge } from '../room-reads/room-reads.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/layout/EmptyState.tsx'
import { Modal } from '../ui/dialog/Modal.tsx'
import { Input } from '../ui/form/Control.ts'
import styles from './RoomSearch.module.css'

type Rooms = AnswerOf<'GET /api/rooms'>['rooms']

/** Somebody is on the line: the dwelling by its number, the name or the telephone, from every page of the office. */
export const RoomSearch = () => {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button icon="search" testId="room-search" onClick={() => setOpened(true)}>
        部屋を探す
      </Button>
      {opened ? <SearchModal onClose={() => setOpened(false)} /> : null}
    </>
  )
}

const SearchModal = ({ onClose }: { onClose: () => void }) => {
  const [keyword, setKeyword] = useState('')
  const [rooms, setRooms] = useState<Rooms | null>(null)
  const search = async () => {
    const trimmed = keyword.trim()
    if (trimmed === '') return
    setRooms((await send('GET /api/rooms', { query: { room: { keyword: trimmed } } }, { silent: true })).rooms)
  }
  return (
    <Modal opened onClose={onClose} title="部屋を探す" width={720}>
      <form
        className={styles.search}
        role="search"
        onSubmit={event => {
          event.preventDefault()
          void search()
        }}
      >
        <Input
          type="search"
          aria-label="部屋番号・氏名・電話番号"
          placeholder="部屋番号・氏名・電話番号"
          value={keyword}
          maxLength={100}
          data-autofocus
          onChange={event => setKeyword(event.target.value)}
        />
        <Button kind="primary" type="submit">
          検索
        </Button>
      </form>
      {rooms?.length === 0 ? <EmptyState title="該当する部屋がありません。" text="部屋番号は「302」のように入力してください。" /> : null}
      <ul className={styles.found}>
        {rooms?.map(room => (
          <li key={room.id}>
            <Link to={paths.room(room.construction_id, room.id)} onClick={onClose}>
              <strong>{addressedRoom(room.name)}</strong>
              <span>{room.building_name}</span>
            </Link>
            <span>{room.resident_name ?? '居住者未登録'}</span>
            <span>
              {room.date === null ? '未割当' : `${formatDayShort(room.date)} ${formatTimeFrame(room.start_at ?? '', room.end_at ?? '')}`}
            </span>
            <RoomStatusBadge status={room.status} closed={false} />
          </li>
        ))}
      </ul>
    </Modal>
  )
}
