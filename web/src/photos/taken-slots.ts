import { slotKey } from '@toguchi/domain/photos/camera-order'
import type { PhotoTiming } from '@toguchi/domain/photos/labels'
import type { Sending } from './upload-photo.ts'

/** Photos one place may have at one stage (G-PHO-07). */
export const mostInSlot = 10

/** Bytes that the server takes of one photo. */
const largest = 20 * 1024 * 1024

/** Said before it is taken in: it is where it was chosen from. */
export const tooLargeText = '20MBを超える写真は送信できません。元の写真はこの端末に残っています。20MB以下の写真を選択してください。'

export const isTooLarge = ({ size }: { size: number }): boolean => size > largest

interface InSlot {
  position: string
  timing: PhotoTiming
}

export const isIn = (one: InSlot, slot: InSlot): boolean => slotKey(one) === slotKey(slot)

/**
 * Photos on their way, once those that the server has by now stand among its own: this device has not heard so yet. What was refused stays,
 * with its reason.
 */
export const notArrived = (photos: readonly { uuid: string }[], sending: readonly Sending[]): Sending[] => {
  const arrived = new Set(photos.map(({ uuid }) => uuid))
  return sending.filter(({ request }) => request.state === 'refused' || !arrived.has(request.id))
}

/** What was photographed, by its key: what lies on this device counts, and what the server will never take does not (feature 16). */
export const takenSlots = (photos: readonly InSlot[], sending: readonly Sending[]): Set<string> =>
  new Set([...photos, ...sending.filter(({ request }) => request.state !== 'refused')].map(slotKey))
