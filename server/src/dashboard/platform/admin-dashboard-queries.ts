import { shownOrderStatuses } from '@toguchi/domain/orders/labels'
import { sql } from 'kysely'
import type { ConstructionFacts } from '@toguchi/domain/constructions/status'
import type { Db } from '../../platform/database/database.ts'
import { rowsOf } from '../../platform/database/rows.ts'

/* Questions across clients go through functions of role 1 (D-13, `db/migrations/0059_dashboard.sql`, `0141_orders.sql`). */

export const countClients = async (db: Db) =>
  (
    await rowsOf<{ contracted: number; terminated: number }>(
      db,
      `select count(*) filter (where cl.status = 'contracted')::int as contracted,
         count(*) filter (where cl.status = 'terminated')::int as terminated
       from clients cl where cl.discarded_at is null`,
      [],
    )
  )[0] ?? { contracted: 0, terminated: 0 }

/** What the rooms of every construction of contracted clients say together. */
export const listConstructionFacts = async (db: Db): Promise<ConstructionFacts[]> =>
  (
    await sql<ConstructionFacts>`select room_count, completed_count, closed_count, completed_and_closed_count, reschedule_count, waiting_count,
      assigned_count, first_assign_on, privately_area_end_on from construction_facts()`.execute(db)
  ).rows

export interface MonthRow {
  month: string
  orders_count: number
  total_sales_amount: number
}

/** Orders of all clients by month of ordering, since a month. */
export const listSalesSince = async (db: Db, month: string): Promise<MonthRow[]> =>
  (
    await sql<MonthRow>`select month, sum(orders_count)::bigint as orders_count, sum(total_sales_amount)::bigint as total_sales_amount
      from month_totals_of_clients(null, ${month}, null, ${shownOrderStatuses}::text[]) group by month`.execute(db)
  ).rows

interface NamedClient {
  id: number
  cd: string
  name: string
  logo_path: string | null
}

const client = sql.raw(`json_build_object('id', cl.id, 'cd', cl.cd, 'name', cl.name, 'logo_path', cl.logo_path) as client`)

/** Clients with messages that were given up, the most since a moment first. */
export const listMessageFailures = async (db: Db, since: Date) =>
  (
    await sql<{ client: NamedClient; failed_count: number; recent_count: number; newest_construction_id: number | null }>`
      select ${client}, failures.failed_count, failures.recent_count, failures.newest_construction_id
      from message_failures(${since}) failures join clients cl on cl.id = failures.client_id
      where cl.discarded_at is null order by failures.recent_count desc, failures.failed_count desc, cl.cd`.execute(db)
  ).rows

/** Mails to admins and operators that were given up. */
export const countPlatformFailures = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('platform_messages')
      .where('state', '=', 'failed')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** Files of each client, the most bytes first. */
export const listStorageUsed = async (db: Db) =>
  (
    await sql<{ client: NamedClient; files_count: number; byte_size: number }>`
      select ${client}, used.files_count, used.byte_size
      from storage_used() used join clients cl on cl.id = used.client_id order by used.byte_size desc, cl.cd`.execute(db)
  ).rows
