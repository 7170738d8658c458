import type { SessionActor } from '@toguchi/domain/access/actor'
import type { ResponseOf } from '@toguchi/domain/http/endpoint'
import type { DwellingOfClient, roomAnswers } from '@toguchi/domain/answers/contract'
import { foldTelephone } from '@toguchi/domain/text/telephone'
import { platformSubject, recordPlatformEvent } from '../accounts/accounts.ts'
import { spendAttempt } from '../platform/attempts/attempts.ts'
import { toInstant } from '../platform/clock.ts'
import { like } from '../platform/database/listing.ts'
import { invalid } from '../platform/http/problem.ts'
import type { Platform } from '../platform/platform.ts'
import { type DwellingOfClientRow, listDwellingsOfClients, type SearchOverClients } from './call-queries.ts'
import { inKatakana, roomWord, wordsOfDwelling } from './search-words.ts'

type FoundOverClients = ResponseOf<(typeof roomAnswers)['POST /api/admin/desk_searches']>['dwellings'][number]
type PlatformPerson = Extract<SessionActor, { kind: 'admin' | 'operator' }>

/**
 * Whose dwelling it may be that calls, over all contracted clients (D-41). Counted before it is looked up; recorded by who, when and by what
 * kind of search, and neither by the number nor by what was found.
 */
export const searchOverClients = async (platform: Platform, actor: PlatformPerson, keyword: string): Promise<FoundOverClients[]> => {
  const search = searchOf(keyword)
  if (search === null) throw invalid({ keyword: [missingOf(keyword)] }, 'search_too_wide')
  await spendAttempt(platform, { scope: 'desk_search:account', subject: `${actor.kind}:${actor.id}` })
  // At the moment of the application's clock, by which the visits are near or far.
  return platform.pool.write(null, async db => {
    const asTyped = await listDwellingsOfClients(db, search)
    const heard = asTyped.length === 0 ? inKatakana(keyword) : null
    const dwellings = heard === null ? asTyped : await listDwellingsOfClients(db, searchOf(heard) ?? search)
    await recordPlatformEvent(db, {
      kind: 'desk.searched',
      actor,
      subject: platformSubject(actor.kind, actor.id),
      change: { by: search.phone === null ? 'room' : 'phone', hits: dwellings.length },
    })
    return dwellings.map(row => ({ ...dwellingOf(row), closed_at: toInstant(row.closed_at) }))
  })
}

type ClientColumns = Pick<DwellingOfClientRow, 'client_cd' | 'client_name' | 'client_logo_path'>

export const clientOf = ({ client_cd, client_name, client_logo_path }: ClientColumns): DwellingOfClient['client'] => ({
  cd: client_cd,
  name: client_name,
  logo_path: client_logo_path,
})

export const dwellingOf = (dwelling: DwellingOfClientRow): DwellingOfClient => ({
  client: clientOf(dwelling),
  construction_id: dwelling.construction_id,
  building_name: dwelling.building_name,
  room_id: dwelling.room_id,
  room_name: dwelling.room_name,
})

/** What has to be typed as well. */
const missingOf = (keyword: string): string => {
  if (/^0\d+$/.test(foldTelephone(keyword)))
    return '電話番号は全桁を、部屋番号は建物名か管理番号と合わせて入力してください（例：青葉台 1203）。'
  if (roomWord(wordsOfDwelling(keyword)) !== undefined)
    return '部屋番号だけでは検索できません。建物名か管理番号も入力してください（例：青葉台 1203）。'
  return '部屋番号も入力してください（例：青葉台 1203）。氏名だけ、建物名だけでは検索できません。'
}

/** A whole number, or a room and at least two letters of its building, or its construction's number; null for anything that would find half a town. */
const searchOf = (keyword: string): SearchOverClients | null => {
  const phone = foldTelephone(keyword)
  if (/^0\d{9,10}$/.test(phone)) return { phone, room: null, buildings: [] }
  const words = wordsOfDwelling(keyword)
  const room = roomWord(words)
  const buildings = words.filter(word => word !== room)
  // A number of five digits is the office's of one construction, which the letter tells callers to read out.
  if (room === undefined || !buildings.some(word => word.length >= 2 && !/^\d{1,4}$/.test(word))) return null
  return { phone: null, room, buildings: buildings.slice(0, 5).map(like) }
}
