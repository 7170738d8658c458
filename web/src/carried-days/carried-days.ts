import { addDays } from '@toguchi/domain/calendar/day'
import { type AnswerOf, send } from '../platform/api/api.ts'
import { beginToCarry } from '../platform/offline/carries.ts'
import { forgetOldAnswers } from '../platform/offline/kept-answers.ts'
import { pictureKey, picturesCache } from '../platform/offline/names.ts'
import { knownUser, onSessionEnd } from '../platform/session/session.ts'

type Day = AnswerOf<'GET /api/constructions/:construction_id/working_process'>
type Photo = AnswerOf<'GET /api/constructions/:construction_id/rooms/:room_id/room_images'>['room_images'][number]

/** Nobody waits for these reads, and nobody is told when one fails. */
const quietly = { silent: true, errors: 'nobody' } as const
const renewal = 10 * 60_000

let stop: (() => void) | null = null

/**
 * Makes a craftsman's phone carry today's and tomorrow's rooms: the application installs itself, and what those rooms' pages read is read
 * ahead, with the pictures of before (feature 16). Begun once a session; what is carried goes with it. Called again, it carries what the
 * user was given since.
 */
export const startCarrying = (): void => {
  const carry = () => void carryDays().catch(() => {})
  if (stop === null) {
    beginToCarry()
    offerInstallation()
    // Where there is no secure context there is none, and the pages need their network as before.
    void navigator.serviceWorker?.register('/service-worker.js').catch(() => {})
    const timer = setInterval(carry, renewal)
    addEventListener('online', carry)
    stop = () => {
      clearInterval(timer)
      removeEventListener('online', carry)
    }
  }
  carry()
}

onSessionEnd(() => {
  stop?.()
  stop = null
})

/** Only who works on the site is offered the application for the home screen. */
const offerInstallation = (): void => {
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = '/craftsman.webmanifest'
  document.head.append(link)
}

const carryDays = async (): Promise<void> => {
  const user = knownUser()
  if (user === null) return
  await forgetOldAnswers()
  await send('GET /api/users/me', {}, quietly)
  const pictures = new Set<string>()
  for (const construction_id of user.construction_ids ?? [])
    for (const url of await carryConstruction(construction_id).catch(() => [])) pictures.add(url)
  if (knownUser()?.id === user.id) await keepPictures(pictures)
}

/** Names the pictures of before of all its rooms. */
const carryConstruction = async (construction_id: number): Promise<string[]> => {
  const rooms = (await daysOf(construction_id)).flatMap(day => day.rooms)
  const pictures: string[] = []
  for (const room of rooms) pictures.push(...(await carryRoom(construction_id, room.id).catch(() => [])))
  return pictures
}

/** Today, and tomorrow where somebody is visited. */
const daysOf = async (construction_id: number): Promise<Day[]> => {
  const params = { construction_id }
  await send('GET /api/constructions/:id', { params: { id: construction_id } }, quietly)
  await send('GET /api/constructions/:construction_id/signboard', { params }, quietly).catch(() => null)
  const today = await send('GET /api/constructions/:construction_id/working_process', { params, query: {} }, quietly)
  // Under its date too: tomorrow, in a cellar, it is not today's any more.
  await send('GET /api/constructions/:construction_id/working_process', { params, query: { date: today.today } }, quietly)
  if (today.next_date !== addDays(today.today, 1)) return [today]
  const next = await send('GET /api/constructions/:construction_id/working_process', { params, query: { date: today.next_date } }, quietly)
  return [today, next]
}

/** Reads what a room's page reads, and names the pictures of before. */
const carryRoom = async (construction_id: number, room_id: number): Promise<string[]> => {
  const input = { params: { construction_id, room_id } }
  await Promise.allSettled([
    send('GET /api/constructions/:construction_id/rooms/:room_id', input, quietly),
    send('GET /api/constructions/:construction_id/rooms/:room_id/completion_report', input, quietly),
    send('GET /api/constructions/:construction_id/rooms/:room_id/orders', input, quietly),
    send('GET /api/constructions/:construction_id/rooms/:room_id/keys', input, quietly),
  ])
  const { room_images } = await send('GET /api/constructions/:construction_id/rooms/:room_id/room_images', input, quietly)
  return room_images.filter(({ timing }) => timing === 'before_construction').flatMap(picturesOf)
}

const picturesOf = ({ thumbnail_url, view_url }: Photo): string[] => (thumbnail_url === null ? [view_url] : [thumbnail_url, view_url])

/** Each picture once, however often its link is another one; those of rooms that are not visited any more go. */
const keepPictures = async (urls: ReadonlySet<string>): Promise<void> => {
  if (globalThis.caches === undefined) return
  const cache = await caches.open(picturesCache)
  const wanted = new Map([...urls].map(url => [pictureKey(url, location.origin), url]))
  for (const [key, url] of wanted) if ((await cache.match(key)) === undefined) await keepPicture(cache, key, url)
  for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request)
}

const keepPicture = async (cache: Cache, key: string, url: string): Promise<void> => {
  const answer = await fetch(url).catch(() => null)
  if (answer?.ok === true) await cache.put(key, answer)
}
