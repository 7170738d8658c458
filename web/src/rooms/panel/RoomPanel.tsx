import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useMobile } from '../../platform/screen.ts'
import { roomOf } from '../../room-reads/room-reads.ts'
import type { RoomBeside } from '../../schedule/schedule.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { RoomNeighbours } from '../RoomNeighbours.tsx'
import { RoomAtAGlance } from './RoomAtAGlance.tsx'
import styles from './RoomPanel.module.css'

/** A room beside the schedule, which stays where it is: what is known of it, and the ways on (review O13). */
export const RoomPanel = ({ constructionId, roomId, onClose, linkOf }: RoomBeside) => {
  const mobile = useMobile()
  const { data } = useQuery({ ...roomOf(constructionId, roomId), placeholderData: keepPreviousData })
  const room = data?.room
  const title = room === undefined ? '部屋' : addressedRoom(room.name)
  const content = (
    <div aria-busy={room?.id !== roomId} className={styles.content}>
      <RoomNeighbours room={{ id: roomId, construction_id: constructionId }} linkOf={linkOf} />
      {room === undefined ? null : <RoomAtAGlance key={room.id} room={room} />}
    </div>
  )
  // The address holds it: Back is the router's.
  return mobile ? (
    <Modal opened onClose={onClose} title={title} sheet closesByBack={false} testId="room-panel">
      {content}
    </Modal>
  ) : (
    <Beside roomId={roomId} title={title} onClose={onClose}>
      {content}
    </Beside>
  )
}

interface BesideProps {
  roomId: number
  title: string
  onClose: () => void
  children: ReactNode
}

const Beside = ({ roomId, title, onClose, children }: BesideProps) => {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  // At the last room the link that was pressed is gone, and the focus with it: it went to the page.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [roomId])
  const closeByEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
    event.stopPropagation()
    onClose()
  }
  return (
    <aside className={styles.panel} aria-labelledby={id} data-testid="room-panel" onKeyDown={closeByEscape}>
      <div className={styles.head}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <IconButton icon="close" label="閉じる" onClick={onClose} />
      </div>
      {children}
    </aside>
  )
}
