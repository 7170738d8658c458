import type { ClientId } from '@toguchi/domain/access/actor'
import type { contactFilters } from '@toguchi/domain/residents/list'
import type { ReceptionStatus } from '@toguchi/domain/rooms/labels'
import { nameForComparison } from '@toguchi/domain/rooms/room-names'
import { foldTelephone } from '@toguchi/domain/text/telephone'
import type { Db } from '../../platform/database/database.ts'
import { anyNumber, like, likeName, listing, type ListQuery } from '../../platform/database/listing.ts'

export interface ListedResidentRow {
  /** The room's. */
  id: number
  place: number
  likeliest: number
  room_name: string
  block_name: string
  resident_id: number | null
  name: string | null
  name_kana: string | null
  phone: string | null
  phone_unproven: boolean
  email: 'proven' | 'unproven' | null
  reception_status_en: ReceptionStatus
  uses_page: boolean
}

export interface ResidentFilter {
  keyword?: string | undefined
  reception_status?: ReceptionStatus | undefined
  contact?: (typeof contactFilters)[number] | undefined
}

/** Fewer digits are the number of a room. */
const shortestPhone = 4

/** What a keyword is compared with: the room's number, its beginning, its digits, the name as it is heard, the telephone. */
const wantedOf = (keyword: string | undefined) => {
  const plain = nameForComparison(keyword ?? '').replace(/(.)号室?$/, '$1')
  const digits = foldTelephone(plain)
  const isPhone = /^\d+$/.test(digits) && digits.length >= shortestPhone
  return plain === ''
    ? [null, null, null, null, null]
    : [plain, like(plain).slice(1), anyNumber([plain]), likeName(plain), isPhone ? like(digits) : null]
}

/** Every room of a construction in its place, or those that a filter leaves, with whoever lives there. */
export const listResidents = (db: Db, clientId: ClientId, constructionId: number, filter: ResidentFilter, query: ListQuery) =>
  listing<ListedResidentRow>(
    db,
    `select r.id, rb.position * 100000000::bigint + r.row * 10000 + r.col as place,
       case when lower(r.name_key) = lower($3) then 0 when r.name_key ilike $4 then 1 when r.name_key ~ $5 then 2 else 3 end * 100000000000000
         + rb.position * 100000000::bigint + r.row * 10000 + r.col as likeliest,
       r.name as room_name, rb.name as block_name, res.id as resident_id, res.name, res.name_kana, res.phone,
       coalesce(res.phone_unproven, false) as phone_unproven,
       case when res.email is not null then 'proven' when res.unproven_email is not null then 'unproven' end as email,
       r.reception_status as reception_status_en, coalesce(res.registered_at, res.last_sign_in_at) is not null as uses_page
     from rooms r
     join room_blocks rb on rb.client_id = r.client_id and rb.id = r.block_id
     left join residents res on res.client_id = r.client_id and res.room_id = r.id and res.discarded_at is null
     where r.client_id = $1 and r.construction_id = $2
       and ($3::text is null or r.name_key ilike $4 or r.name_key ~ $5 or res.name_key like $6 or res.phone like $7 or res.unproven_phone like $7)
       and ($8::text is null or r.reception_status = $8)
       and ($9::boolean is null or (coalesce(res.phone, res.unproven_phone, res.email, res.unproven_email) is not null) = $9)`,
    [
      clientId,
      constructionId,
      ...wantedOf(filter.keyword),
      filter.reception_status ?? null,
      filter.contact === undefined ? null : filter.contact === 'some',
    ],
    { ...query, sort_by: query.sort_by ?? 'likeliest' },
  )
