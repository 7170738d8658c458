import { scarceText, useScarceRoom } from '../../platform/outbox/storage-room.ts'
import { Notice } from '../Alert.ts'

/** Where something is about to be kept on this device: that there is little room left, before it is too late (feature 16). */
export const ScarceRoom = () => {
  const room = useScarceRoom()
  return room === null ? null : (
    <Notice as="p" role="status">
      {scarceText(room)}
    </Notice>
  )
}
