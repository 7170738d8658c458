import { outbox } from '../platform/outbox/outbox.ts'
import { useStore } from '../platform/use-store.ts'
import { photosOnTheirWay, roomAddress, type Sending } from './upload-photo.ts'

/** The photos of a room that this device holds and the server has not confirmed; what it refused is none. */
export const useWaitingPhotos = (construction_id: number, room_id: number): Sending[] =>
  photosOnTheirWay(roomAddress(construction_id, room_id), useStore(outbox)).filter(({ request }) => request.state !== 'refused')
