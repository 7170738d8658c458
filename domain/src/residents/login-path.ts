/** Public uuids by which a letter names its room. */
export interface LetterUuids {
  client_uuid: string
  construction_uuid: string
  room_uuid: string
}

/** The path of a room's login page (G-RES-10): it passes on whoever is signed in, so that links of mails lead here. */
export const loginPath = ({ client_uuid, construction_uuid, room_uuid }: LetterUuids): string =>
  `/residents/clients/${client_uuid}/constructions/${construction_uuid}/rooms/${room_uuid}/login`
