import { slotKey } from './camera-order.ts'
import { photoTimingLabels, photoTimings, type PhotoTiming } from './labels.ts'

/** A place to photograph with the timings it asks for: a photography place entry or an ordered option (G-PHO-06, G-ORD-16). */
export interface PhotoPlace extends Readonly<Record<PhotoTiming, boolean>> {
  /** Key of the place (G-PHO-02). */
  position: string
  place_name: string
}

export interface PhotoSlot {
  position: string
  place_name: string
  timing: PhotoTiming
}

/** Slots without a photo, in the order of the places and of the work (G-PHO-08). */
export const missingPhotos = (places: readonly PhotoPlace[], taken: readonly { position: string; timing: PhotoTiming }[]): PhotoSlot[] => {
  const has = new Set(taken.map(slotKey))
  return places.flatMap(place =>
    photoTimings
      .filter(timing => place[timing] && !has.has(slotKey({ position: place.position, timing })))
      .map(timing => ({ position: place.position, place_name: place.place_name, timing })),
  )
}

/** 撮影が完了していない箇所があります。（玄関：施工前・施工後、居間：施工中） (G-PHO-08) */
export const missingPhotosText = (missing: readonly PhotoSlot[]): string => {
  const positions = [...new Set(missing.map(slot => slot.position))]
  const lines = positions.map(position => {
    const slots = missing.filter(slot => slot.position === position)
    return `${slots[0]!.place_name}：${slots.map(slot => photoTimingLabels[slot.timing]).join('・')}`
  })
  return `撮影が完了していない箇所があります。（${lines.join('、')}）`
}

/** `place-12` for a photography place entry, `option-3` for a constructions_option (G-PHO-02). */
export const placePosition = (entryId: number): string => `place-${entryId}`
export const optionPosition = (constructionsOptionId: number): string => `option-${constructionsOptionId}`
export const parsePosition = (position: string): { kind: 'place' | 'option'; id: number } | null => {
  const match = /^(place|option)-([1-9]\d{0,14})$/.exec(position)
  return match ? { kind: match[1] === 'place' ? 'place' : 'option', id: Number(match[2]) } : null
}
