import type { ClientId } from '@toguchi/domain/access/actor'
import { minutesOf, timeInTokyo } from '@toguchi/domain/calendar/day'
import { callCenterOf, isAnswered } from '@toguchi/domain/messages/call-center'
import { findClientByUuid, findPublicId } from '../../clients/clients.ts'
import { findCallCenter } from '../../messages/messages.ts'
import { toDay } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { clientCodeOfHost } from '../../platform/http/hosts.ts'
import type { Platform } from '../../platform/platform.ts'
import { findOwnClient } from '../own-room-queries.ts'
import { findClientByCode } from './letter-queries.ts'

interface Place {
  clientId: ClientId
  constructionId: number | null
}

interface Asked {
  client_uuid?: string | undefined
  construction_uuid?: string | undefined
}

/** Who asks, as far as it matters here: residents have a construction of their own. */
type Asker = Parameters<typeof findOwnClient>[1] | { kind: 'guest' | 'admin' | 'operator' | 'staffAdmin' | 'staff' | 'craftsman' }

/** Whom to call, and whether somebody answers now; see the contract for whose number it is. */
export const presentCallCenter = async (platform: Platform, asked: Asked, asker: Asker, host: string | undefined) => {
  const place =
    (await placeOfAddress(platform, asked)) ??
    (asker.kind === 'resident' ? await placeOfResident(platform, asker) : undefined) ??
    (await placeOfHost(platform, host))
  const { phone, hours } =
    place === undefined
      ? callCenterOf(undefined, platform.settings.callCenterPhone)
      : await platform.pool.read(place.clientId, db => findCallCenter(platform, db, place.clientId, place.constructionId))
  const now = platform.now()
  return { phone, hours, is_answered: isAnswered(hours, toDay(now), minutesOf(timeInTokyo(now))) }
}

/** The client of an address, and its construction where that is the client's. */
const placeOfAddress = (platform: Platform, { client_uuid, construction_uuid }: Asked): Promise<Place | undefined> =>
  outsideOfClients(platform, async db => {
    if (client_uuid === undefined) return undefined
    const client = await findClientByUuid(db, client_uuid)
    if (!client) return undefined
    const construction = construction_uuid === undefined ? undefined : await findPublicId(db, 'construction', construction_uuid)
    return { clientId: client.id, constructionId: construction?.client_id === client.id ? construction.row_id : null }
  })

const placeOfResident = async (platform: Platform, resident: Extract<Asker, { kind: 'resident' }>): Promise<Place | undefined> => {
  const clientId = await platform.pool.read(resident.partOf, db => findOwnClient(db, resident))
  return clientId && { clientId, constructionId: resident.constructionId }
}

const placeOfHost = (platform: Platform, host: string | undefined): Promise<Place | undefined> =>
  outsideOfClients(platform, async db => {
    const code = clientCodeOfHost(platform.settings.apiHostTemplate, host)
    const client = code === null ? undefined : await findClientByCode(db, code)
    return client && { clientId: client.id, constructionId: null }
  })

const outsideOfClients = <T>(platform: Platform, ask: (db: Db) => Promise<T>): Promise<T> => platform.pool.read(null, ask)
