/** Public uuids by which a letter names its room. */
export interface LetterUuids {
  client_uuid: string
  construction_uuid: string
  room_uuid: string
}

/** The path of a room's login page (G-RES-10): it passes on whoever is signed in, so that links of mails lead here. */
export const loginPath = (uuids: LetterUuids): string => `${roomPath(uuids)}/login`

/** Where the printed code is asked for: what a letter's QR leads to (D-33). */
export const codePath = (uuids: LetterUuids): string => `${roomPath(uuids)}/authentication_code`

/** Where a message leads: the login where there is one, else the printed code; both pass on whoever is in already (D-33). */
export const ownPagePath = (uuids: LetterUuids, hasLogin: boolean): string => (hasLogin ? loginPath(uuids) : codePath(uuids))

/** The same for whoever is told of an earlier frame: where the code is asked for it is said what waits behind it. */
export const earlyPath = (path: string): string => `${path}?early`

/** The page of a 不在票, which its own token opens (D-34). */
export const slipPath = (clientUuid: string, token: string): string => `/residents/clients/${clientUuid}/absence/${token}`

const roomPath = ({ client_uuid, construction_uuid, room_uuid }: LetterUuids): string =>
  `/residents/clients/${client_uuid}/constructions/${construction_uuid}/rooms/${room_uuid}`

/** Where 「まもなく伺います」 is answered. */
export const noticePath = (noticeUuid: string): string => `/residents/visit_notices/${noticeUuid}`
