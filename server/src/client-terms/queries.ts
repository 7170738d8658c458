import type { ClientId } from '@toguchi/domain/access/actor'
import type { ClientStatus } from '@toguchi/domain/clients/labels'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'

/** The terms of a client, the usual ones where it agreed on no other, and the days that follow from them. Days are Tokyo's. */
export interface TermsRow {
  client_id: ClientId
  client_name: string
  status: ClientStatus
  erasure_months: number
  accounting_years: number
  records_years: number
  terminated_at: Date | null
  terminated_on: string | null
  erase_on: string | null
  accounting_until: string | null
  records_until: string | null
  /** Since the contract ended; what was said before it was opened again counts for nothing. */
  warned_at: Date | null
  erasure_began_at: Date | null
  erased_at: Date | null
  accounting_erased_at: Date | null
  records_erased_at: Date | null
  open_refunds: number
}

const endedOn = `(cl.terminated_at at time zone 'Asia/Tokyo')::date`

/** What the columns of `client_terms` say before anybody wrote them stands in `usualTerms`. */
export const findTerms = async (db: Db, clientId: ClientId): Promise<TermsRow | undefined> =>
  (
    await rowsOf<TermsRow>(
      db,
      `select cl.id as client_id, cl.name as client_name, cl.status, coalesce(ctm.erasure_months, 6) as erasure_months,
         coalesce(ctm.accounting_years, 10) as accounting_years, coalesce(ctm.records_years, 10) as records_years,
         cl.terminated_at, ${endedOn} as terminated_on,
         (${endedOn} + make_interval(months => coalesce(ctm.erasure_months, 6)))::date as erase_on,
         (${endedOn} + make_interval(years => coalesce(ctm.accounting_years, 10)))::date as accounting_until,
         (${endedOn} + make_interval(years => coalesce(ctm.records_years, 10)))::date as records_until,
         case when ctm.warned_at >= cl.terminated_at then ctm.warned_at end as warned_at,
         ctm.erasure_began_at, ctm.erased_at, ctm.accounting_erased_at, ctm.records_erased_at,
         (select count(*)::int from refunds rf where rf.client_id = $1 and rf.state <> 'done') as open_refunds
       from clients cl
       left join client_terms ctm on ctm.client_id = cl.id and ctm.client_id = $1
       where cl.id = $1`,
      [clientId],
    )
  )[0]

export type TermsColumns = Partial<{
  erasure_months: number
  accounting_years: number
  records_years: number
  warned_at: Date
  erasure_began_at: Date
  erased_at: Date
  accounting_erased_at: Date
  records_erased_at: Date
}>

export const saveTerms = (db: Db, clientId: ClientId, change: TermsColumns, now: Date) =>
  db
    .insertInto('client_terms')
    .values({ client_id: clientId, ...change, updated_at: now })
    .onConflict(conflict => conflict.column('client_id').doUpdateSet({ ...change, updated_at: now }))
    .execute()

/** What a client has before its first letter is printed. */
export interface ReadinessRow {
  staff_admin: boolean
  logo: boolean
  contact: boolean
  letter_texts: boolean
  seller: boolean
  building: boolean
  construction: boolean
  rooms: boolean
  use_optional_construction: boolean
}

export const findReadiness = async (db: Db, clientId: ClientId): Promise<ReadinessRow | undefined> =>
  (
    await rowsOf<ReadinessRow>(
      db,
      `select cl.logo_path is not null as logo, cl.contact_phone is not null and cl.contact_hours is not null as contact,
         cl.use_optional_construction,
         exists (select from users u where u.client_id = $1 and u.type = 'Staff_Admin' and u.discarded_at is null
           and u.last_sign_in_at is not null) as staff_admin,
         exists (select from letter_texts lt where lt.client_id = $1 and lt.construction_id is null) as letter_texts,
         coalesce(ss.seller_address, cl.address) is not null and coalesce(ss.seller_phone, cl.representative_phone) is not null
           and coalesce(ss.seller_representative, cl.representative_name) is not null as seller,
         exists (select from buildings b where b.client_id = $1) as building,
         exists (select from constructions c where c.client_id = $1 and c.discarded_at is null) as construction,
         exists (select from rooms r join constructions c on c.client_id = $1 and c.id = r.construction_id and c.discarded_at is null
           where r.client_id = $1) as rooms
       from clients cl
       left join sale_settings ss on ss.client_id = cl.id and ss.client_id = $1
       where cl.id = $1`,
      [clientId],
    )
  )[0]
