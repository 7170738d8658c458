import { isDraggable } from '@toguchi/domain/schedule/cell-kind'
import type { RoomCard as Room } from '@toguchi/domain/schedule/contract'
import { Button } from '../../ui/Button.tsx'
import { cardFace } from '../views/face-text.ts'
import { cardText } from '../views/frame-view.ts'
import { RoomCard } from '../views/RoomCard.tsx'
import styles from './UnassignedTray.module.css'

interface Props {
  rooms: readonly Room[]
  editing: boolean
  grabbed: readonly number[]
  selected: ReadonlySet<number>
  changed: ReadonlySet<number>
  roomTo: (roomId: number) => string
  onGrab: (roomId: number) => void
  /** A click with Shift or Ctrl. */
  onSelect: (roomId: number) => void
  /** Puts the selected room here; null while none is selected that stands elsewhere. */
  onPutBack: (() => void) | null
}

/** Rooms without a frame. While editing it is a place to take from and to put into (G-SCH-21). */
export const UnassignedTray = ({ rooms, editing, grabbed, selected, changed, roomTo, onGrab, onSelect, onPutBack }: Props) =>
  rooms.length === 0 && !editing ? null : (
    <section
      className={styles.tray}
      data-tray
      data-empty={rooms.length === 0 || undefined}
      data-testid="unassigned-tray"
      aria-label="未割当"
    >
      <h2>
        未割当 <span>{rooms.length}戸</span>
      </h2>
      <div className={styles.trayCards}>
        {rooms.map(room =>
          editing ? (
            <button
              key={room.id}
              type="button"
              className={styles.trayCard}
              aria-pressed={grabbed.includes(room.id)}
              aria-label={`${cardText(room)}、${cardFace(room, 'normal')}`}
              onClick={event => (event.shiftKey || event.ctrlKey || event.metaKey ? onSelect(room.id) : onGrab(room.id))}
            >
              <RoomCard
                room={room}
                size="normal"
                to={null}
                movable={isDraggable(room)}
                grabbed={grabbed.includes(room.id)}
                selected={selected.has(room.id)}
                changed={changed.has(room.id)}
              />
            </button>
          ) : (
            <div key={room.id} className={styles.trayCard}>
              <RoomCard room={room} size="normal" to={roomTo(room.id)} />
            </div>
          ),
        )}
        {onPutBack === null ? (
          rooms.length === 0 ? (
            <p>すべての部屋が割り当てられています。ここにカードを置くと未割当に戻ります。</p>
          ) : null
        ) : (
          <Button size="small" onClick={onPutBack}>
            未割当に戻す
          </Button>
        )}
      </div>
    </section>
  )
