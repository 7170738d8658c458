import { newUuid } from '../platform/new-uuid.ts'
import { drop, dropUnsent, outbox, send } from '../platform/outbox/outbox.ts'
import { type Album, removalRequest } from './upload-photo.ts'

/** Takes away a photo that is taken again: from the device where it has not left it, from the server where it may have arrived. */
export const takeBack = (album: Album, id: string): void => {
  const request = outbox.get().find(each => each.id === id)
  // Its answer may have been lost on the way: the server says whether it has it.
  const removeThere = () => void send(removalRequest(album, id, newUuid(), request?.line ?? id))
  if (request !== undefined && !request.begun && request.state !== 'sending')
    return void dropUnsent(id).then(isOut => (isOut ? undefined : removeThere()))
  if (request !== undefined && request.state !== 'sending') void drop(id)
  removeThere()
}
