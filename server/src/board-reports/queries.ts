import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'

export interface ReportedConstruction {
  id: number
  name: string | null
  cd: string
  manage_no: string | null
  building_name: string
  owners_association: string | null
  client_name: string
  client_uuid: string
  client_cd: string
  schedule_change_end_on: string | null
  privately_area_start_on: string | null
  privately_area_end_on: string | null
  /** When it turned to its residents, as far as that is known. */
  since: string | null
  board_addresses: string[]
}

/** What a report says of its construction; the office only, so the client's own is the reach. */
export const findReportedConstruction = async (db: Db, clientId: ClientId, id: number): Promise<ReportedConstruction | undefined> =>
  (
    await rowsOf<ReportedConstruction>(
      db,
      `select c.id, c.name, c.cd, c.manage_no, b.name as building_name, c.owners_association, cl.name as client_name, cl.uuid as client_uuid,
         cl.cd as client_cd, c.schedule_change_end_on, c.privately_area_start_on, c.privately_area_end_on,
         least(c.information_distribution_on, c.common_area_start_on, c.privately_area_start_on) as since, c.board_addresses
       from constructions c join buildings b on b.client_id = $1 and b.id = c.building_id join clients cl on cl.id = $1
       where c.client_id = $1 and c.id = $2 and c.discarded_at is null`,
      [clientId, id],
    )
  )[0]

interface Week {
  construction_id: number
  week_on: string
}

/** 理事会へのお願い of a week; empty where nothing was written. */
export const findRequests = async (db: Db, clientId: ClientId, { construction_id, week_on }: Week): Promise<string> =>
  (
    await db
      .selectFrom('board_reports')
      .where('client_id', '=', clientId)
      .where('construction_id', '=', construction_id)
      .where('week_on', '=', week_on)
      .select('requests')
      .executeTakeFirst()
  )?.requests ?? ''

export const saveRequests = (db: Db, clientId: ClientId, week: Week, requests: string) =>
  db
    .insertInto('board_reports')
    .values({ client_id: clientId, construction_id: week.construction_id, week_on: week.week_on, requests })
    .onConflict(conflict => conflict.columns(['client_id', 'construction_id', 'week_on']).doUpdateSet({ requests }))
    .execute()

export interface LinkRow extends Week {
  client_id: ClientId
  id: number
  file_id: number
  recipients: string[]
  created_at: Date
  created_by: string | null
  expires_at: Date
  withdrawn_at: Date | null
  opened: number
  last_opened_at: Date | null
}

/** The reports of a construction that were sent and can still be read, the newest first. */
export const listLinks = (db: Db, clientId: ClientId, constructionId: number): Promise<LinkRow[]> =>
  rowsOf<LinkRow>(
    db,
    `select brl.client_id, brl.id, brl.construction_id, brl.week_on, brl.file_id, brl.recipients, brl.created_at,
       coalesce(u.name, ad.name) as created_by, brl.expires_at, brl.withdrawn_at, brl.opened, brl.last_opened_at
     from board_report_links brl
     left join users u on brl.created_by_kind in ('staffAdmin', 'staff') and u.client_id = $1 and u.id = brl.created_by_id
     left join admins ad on brl.created_by_kind = 'admin' and ad.id = brl.created_by_id
     where brl.client_id = $1 and brl.construction_id = $2 order by brl.id desc`,
    [clientId, constructionId],
  )

export interface NewLink extends Week {
  file_id: number
  token_hash: Buffer
  recipients: readonly string[]
  created_at: Date
  created_by_kind: string
  created_by_id: number
  expires_at: Date
}

export const insertLink = async (db: Db, clientId: ClientId, link: NewLink): Promise<number> =>
  (
    await db
      .insertInto('board_report_links')
      .values({ client_id: clientId, ...link, recipients: [...link.recipients] })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** Undefined where there is none of the construction, or it was withdrawn before. */
export const withdrawLink = (db: Db, clientId: ClientId, constructionId: number, id: number, at: Date) =>
  db
    .updateTable('board_report_links')
    .set({ withdrawn_at: at })
    .where('client_id', '=', clientId)
    .where('construction_id', '=', constructionId)
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .executeTakeFirst()

export interface OpenedLink extends Week {
  client_id: ClientId
  id: number
  file_id: number
  created_at: Date
  expires_at: Date
  title: string
  building_name: string
  issuer: string
}

export const findGoodLink = async (db: Db, clientId: ClientId, tokenHash: Buffer, now: Date): Promise<OpenedLink | undefined> =>
  (
    await rowsOf<OpenedLink>(
      db,
      `select brl.client_id, brl.id, brl.construction_id, brl.week_on, brl.file_id, brl.created_at, brl.expires_at, coalesce(c.name, c.cd) as title,
         b.name as building_name, cl.name as issuer
       from board_report_links brl
       join constructions c on c.client_id = brl.client_id and c.id = brl.construction_id and c.discarded_at is null
       join buildings b on b.client_id = c.client_id and b.id = c.building_id
       join clients cl on cl.id = c.client_id and cl.discarded_at is null
       where brl.client_id = $1 and brl.token_hash = $2 and brl.withdrawn_at is null and brl.expires_at > $3`,
      [clientId, tokenHash, now],
    )
  )[0]

export const countOpening = (db: Db, clientId: ClientId, id: number, at: Date) =>
  db
    .updateTable('board_report_links')
    .set(eb => ({ opened: eb('opened', '+', 1), last_opened_at: at }))
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()

/** Takes away the links that have run out, and to whom they went; returns their files, which nothing points to any more. */
export const removeOldLinks = async (db: Db, clientId: ClientId, now: Date): Promise<number[]> =>
  (
    await db
      .deleteFrom('board_report_links')
      .where('client_id', '=', clientId)
      .where('expires_at', '<=', now)
      .returning('file_id')
      .execute()
  ).map(({ file_id }) => file_id)

/** Takes away what the board was asked for of constructions that were deleted before a moment: it may name people. */
export const eraseRequestsOfDiscarded = (db: Db, clientId: ClientId, before: Date) =>
  rowsOf(
    db,
    `delete from board_reports brp where brp.client_id = $1 and exists (
       select from constructions c where c.client_id = $1 and c.id = brp.construction_id and c.discarded_at < $2)`,
    [clientId, before],
  )
