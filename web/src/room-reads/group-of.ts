/** What of a room, or of a construction's common area, belongs together on its way to the server: its photos, then its completion. */
export const groupOf = ({ construction_id, room_id }: Readonly<Record<string, number>>): string =>
  `constructions/${construction_id}${room_id === undefined ? '' : `/rooms/${room_id}`}`
