import { formatInstant } from '../calendar/day.ts'
import { photoTimingLabels, type PhotoTiming } from '../photos/labels.ts'

/** Names that Windows keeps for devices, with any ending. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
const mostCharacters = 40

/** A text as the name of a file or folder that Windows, macOS and Linux all take: nothing they forbid, no dot or blank at its end. */
export const safeName = (text: string): string => {
  const plain = text
    .normalize()
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .replaceAll(/[\\/:*?"<>|]/g, '_')
  const short = Array.from(plain.trim()).slice(0, mostCharacters).join('')
  const name = short.replace(/[. ]+$/, '').replace(/^\.+/, '')
  if (name === '') return '_'
  return reserved.test(name) ? `_${name}` : name
}

export interface NamedPhoto {
  building_name: string
  block_name: string | null
  /** Null: the common area. */
  room_name: string | null
  place_name: string
  timing: PhotoTiming
  filming_at: Date
}

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/heic': 'heic',
  'image/webp': 'webp',
  'image/avif': 'avif',
}

/**
 * Names files one after the other: 建物/部屋/撮影箇所/施工前_20261201_1005.jpg, and _2, _3 where that is taken; two names that differ in
 * capitals alone are one to Windows.
 */
export const archiveNames = () => {
  const taken = new Map<string, number>()
  return (photo: NamedPhoto, contentType: string): string => {
    const { building_name, block_name, room_name, place_name, timing, filming_at } = photo
    const room = room_name === null ? '共用部' : block_name === null ? room_name : `${block_name} ${room_name}`
    const moment = formatInstant(filming_at).replaceAll('/', '').replaceAll(':', '').replace(' ', '_')
    const stem = [building_name, room, place_name, `${photoTimingLabels[timing]}_${moment}`].map(safeName).join('/')
    const ending = endings[contentType] ?? 'bin'
    const key = `${stem}.${ending}`.toLowerCase()
    const count = (taken.get(key) ?? 0) + 1
    taken.set(key, count)
    return `${stem}${count === 1 ? '' : `_${count}`}.${ending}`
  }
}
