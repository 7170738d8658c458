import { constructionStatus, countSegments } from '@toguchi/domain/constructions/status'
import { adminDashboard } from '@toguchi/domain/dashboard/admin-dashboard-contract'
import { toDay } from '../../platform/clock.ts'
import { answers } from '../../platform/http/mount.ts'
import {
  countClients,
  countPlatformFailures,
  listConstructionFacts,
  listMessageFailures,
  listSalesSince,
  listStorageUsed,
} from './admin-dashboard-queries.ts'
import { listComingInformations } from './platform-information-queries.ts'
import { presentInformation } from './platform-informations.ts'

const month = 30 * 24 * 60 * 60_000

/** The twelve months up to that of a day, the oldest first; `YYYY-MM`. */
const lastTwelveMonths = (today: string): string[] => {
  const newest = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1
  return Array.from({ length: 12 }, (_, at) => {
    const number = newest - 11 + at
    return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`
  })
}

export const adminDashboardRoutes = answers(adminDashboard, {
  'GET /api/admin/dashboard': async ({ db, now }) => {
    const today = toDay(now)
    const months = lastTwelveMonths(today)
    const facts = await listConstructionFacts(db)
    const sales = new Map((await listSalesSince(db, months[0] ?? '')).map(row => [row.month, row]))
    const storage = await listStorageUsed(db)
    return {
      clients_count: await countClients(db),
      progress: countSegments(facts.map(fact => constructionStatus(fact, today))),
      informations: (await listComingInformations(db, today)).map(row => presentInformation(row, now)),
      sales_by_month: months.map(name => sales.get(name) ?? { month: name, orders_count: 0, total_sales_amount: 0 }),
      message_failures: await listMessageFailures(db, new Date(now.getTime() - month)),
      platform_failures_count: await countPlatformFailures(db),
      storage: { byte_size: storage.reduce((sum, { byte_size }) => sum + byte_size, 0), clients: storage },
    }
  },
})
