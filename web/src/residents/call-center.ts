import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { type AnswerOf, send } from '../platform/api/request.ts'
import { useConfiguration } from '../platform/session/configuration.ts'
import { useUser } from '../platform/session/use-user.ts'
import { createStore } from '../platform/store.ts'
import { useStore } from '../platform/use-store.ts'
import { lastRoomLogin } from './entering/room-login.ts'

export type CallCenter = AnswerOf<'GET /api/call_center'>

interface Place {
  client_uuid?: string
  construction_uuid?: string
}

/** By who asks and the place's words; login pages keep no cache of queries. */
const answersStore = createStore<Readonly<Record<string, CallCenter>>>({})

/** When each was asked for, by the same words: every page shows it, and several places of a page. */
const askedAt = new Map<string, number>()
const fresh = 5 * 60_000

/**
 * Whom the residents of a page call, and whether somebody answers: of the construction that the address names, else of the signed-in
 * resident's, else of the room this browser last belonged to. Asked once in five minutes, for the hours go by; undefined until it is known.
 * `at`: another address that names the construction.
 */
export const useCallCenter = (at?: string): CallCenter | undefined => {
  const { pathname } = useLocation()
  const user = useUser()
  const installation = useConfiguration()
  const place = JSON.stringify(placeOf(at ?? '') ?? placeOf(pathname) ?? (user !== null ? null : placeOf(lastRoomLogin() ?? '')) ?? {})
  const key = `${user?.id ?? ''} ${place}`
  useEffect(() => {
    if (Date.now() - (askedAt.get(key) ?? 0) < fresh) return
    askedAt.set(key, Date.now())
    const query: Place = JSON.parse(place)
    const keep = (answer: CallCenter) => answersStore.set({ ...answersStore.get(), [key]: answer })
    send('GET /api/call_center', { query }, { silent: true, errors: 'nobody' }).then(keep, () => {
      askedAt.delete(key)
      // A number that is answered is better than none; whose it is could not be asked.
      if (answersStore.get()[key] === undefined && installation !== undefined)
        keep({ phone: installation.call_center_phone, hours: '', is_answered: null })
    })
  }, [key, place, installation])
  return useStore(answersStore)[key]
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const address = new RegExp(`^/residents/clients/(${uuid})(?:/constructions/(${uuid}))?(?:/|$)`, 'i')

/** The client and construction that an address names; null where it names none, however much is wrong with the rest of it. */
export const placeOf = (path: string): Place | null => {
  const [, client_uuid, construction_uuid] = address.exec(path) ?? []
  if (client_uuid === undefined) return null
  return construction_uuid === undefined ? { client_uuid } : { client_uuid, construction_uuid }
}

/** 受付時間, and that nobody answers now; empty where the hours are not known. */
export const hoursText = ({ hours, is_answered }: CallCenter): string =>
  hours === '' ? '' : `受付時間 ${hours}${is_answered === false ? '（ただいま受付時間外です）' : ''}`

export const telOf = (phone: string): string => `tel:${phone.replaceAll('-', '')}`
