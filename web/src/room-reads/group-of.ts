import { paths } from '../site/paths.ts'

/** What of a room, or of a construction's common area, belongs together on its way to the server: its photos, then its completion. */
export const groupOf = ({ construction_id, room_id }: Readonly<Record<string, number>>): string =>
  `constructions/${construction_id}${room_id === undefined ? '' : `/rooms/${room_id}`}`

interface WaitingRoom {
  construction_id: number
  room_id: number
  building_name: string
}

/** Where it stands among what waits on a device: with what else of its room, in which building, on which page (feature 16). */
export const placeOfRoom = ({ construction_id, room_id, building_name }: WaitingRoom) => ({
  group: groupOf({ construction_id, room_id }),
  place: building_name,
  page: paths.room(construction_id, room_id),
})
