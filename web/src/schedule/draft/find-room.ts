import { foldName } from '@toguchi/domain/text/person-names'
import type { RoomCard } from '@toguchi/domain/schedule/contract'

/**
 * The room a person means by a number typed in any width: the whole name, else its beginning, else a part of it or of the resident's name,
 * which is compared as it is heard (D-36).
 */
export const findRoom = <Room extends Pick<RoomCard, 'name' | 'resident_name'>>(rooms: readonly Room[], text: string): Room | null => {
  const foldedText = folded(text)
  if (foldedText === '') return null
  const names = rooms.map(room => ({ room, name: folded(room.name) }))
  const person = foldName(text)
  return (
    names.find(({ name }) => name === foldedText)?.room ??
    names.find(({ name }) => name.startsWith(foldedText))?.room ??
    names.find(({ name }) => name.includes(foldedText))?.room ??
    (person === '' ? undefined : rooms.find(room => foldName(room.resident_name ?? '').includes(person))) ??
    null
  )
}

const folded = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/\s|号室$/g, '')
    .toLowerCase()
