import { useQuery } from '@tanstack/react-query'
import { q } from '../platform/api/api.ts'
import { linkRenewal } from '../platform/link-renewal.ts'
import { PhotoMatrix } from './PhotoMatrix.tsx'
import type { Slot } from './slots/SlotView.tsx'
import { roomAlbum } from './upload-photo.ts'

interface Props {
  room: { construction_id: number; id: number; name: string; building_name: string }
  slots: readonly Slot[]
  /** Nothing may be added: closed, or not this person's work. */
  readOnly: boolean
}

/** The photos of a dwelling. */
export const RoomPhotos = ({ room, slots, readOnly }: Props) => {
  const { construction_id, id } = room
  const { data } = useQuery({
    ...q(
      'GET /api/constructions/:construction_id/rooms/:room_id/room_images',
      { params: { construction_id, room_id: id } },
      { silent: true },
    ),
    refetchInterval: linkRenewal,
    refetchOnWindowFocus: true,
  })
  const construction = useQuery(q('GET /api/constructions/:id', { params: { id: construction_id } }, { silent: true })).data?.construction
  return (
    <PhotoMatrix
      // Another room is another queue, also where the page stays.
      key={id}
      album={roomAlbum(room)}
      photos={data?.room_images}
      slots={slots}
      readOnly={readOnly}
      hasBoards={construction?.use_electronic_signboard === true}
      emptyText="この工事では室内の撮影は求められていません。"
    />
  )
}
