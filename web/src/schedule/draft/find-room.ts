import type { RoomCard } from '@toguchi/domain/schedule/contract'

/** The room a person means by a number typed in any width: the whole name, else its beginning, else a part of it or of the resident's name. */
export const findRoom = <Room extends Pick<RoomCard, 'name' | 'resident_name'>>(rooms: readonly Room[], text: string): Room | null => {
  const wanted = folded(text)
  if (wanted === '') return null
  const names = rooms.map(room => ({ room, name: folded(room.name) }))
  return (
    names.find(({ name }) => name === wanted)?.room ??
    names.find(({ name }) => name.startsWith(wanted))?.room ??
    names.find(({ name }) => name.includes(wanted))?.room ??
    rooms.find(room => folded(room.resident_name ?? '').includes(wanted)) ??
    null
  )
}

const folded = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/\s|号室$/g, '')
    .toLowerCase()
