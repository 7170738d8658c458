import type { RoomCard } from '@toguchi/domain/schedule/contract'
import { type FormEvent, useState } from 'react'
import { IconButton } from '../../ui/Button.tsx'
import { findRoom } from '../draft/find-room.ts'
import { WithButton, Input } from '../../ui/form/Control.ts'
import { ErrorText } from '../../ui/form/FieldParts.ts'
import styles from './RoomSearch.module.css'

/** Jumps to a room by its number; while several fit, Enter goes from one to the next. */
export const RoomSearch = ({ rooms, onRoom }: { rooms: ReadonlyMap<number, RoomCard>; onRoom: (room: RoomCard) => void }) => {
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const room = findRoom([...rooms.values()], text)
    setMissing(room === null && text.trim() !== '')
    if (room !== null) onRoom(room)
  }
  return (
    <form className={styles.search} data-schedule="search" role="search" onSubmit={submit}>
      <WithButton>
        <Input
          type="search"
          aria-label="部屋番号で探す"
          placeholder="部屋番号"
          inputMode="search"
          value={text}
          aria-invalid={missing}
          onChange={event => {
            setText(event.target.value)
            setMissing(false)
          }}
        />
        <IconButton icon="search" label="部屋へ移動" type="submit" />
      </WithButton>
      <ErrorText as="span" role="status">
        {missing ? '該当する部屋がありません' : ''}
      </ErrorText>
    </form>
  )
}
