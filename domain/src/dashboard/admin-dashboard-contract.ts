import { z } from 'zod'
import { contract } from '../http/endpoint.ts'
import { PlatformInformation } from './platform-informations-contract.ts'
import { Progress } from './contract.ts'
import { canReadAllClients } from './policy.ts'

const Client = z.object({ id: z.int(), cd: z.string(), name: z.string(), logo_path: z.string().nullable() })

export const adminDashboard = contract({
  /** All clients at once (G-ADM-10). */
  'GET /api/admin/dashboard': {
    access: canReadAllClients,
    mayLag: true,
    scope: 'platform',
    response: z.object({
      clients_count: z.object({ contracted: z.int(), terminated: z.int() }),
      /** Of the constructions of contracted clients (G-DASH-04, G-DASH-05). */
      progress: Progress,
      /** What stands on dashboards today, or will. */
      informations: z.array(PlatformInformation),
      /** The last twelve months, the oldest first; `YYYY-MM` in Tokyo (G-ORD-15). */
      sales_by_month: z.array(z.object({ month: z.string(), orders_count: z.int(), total_sales_amount: z.int() })),
      /** Clients with messages that were given up, the most of the last 30 days first. */
      message_failures: z.array(
        z.object({
          client: Client,
          failed_count: z.int(),
          /** Of the last 30 days. */
          recent_count: z.int(),
          /** The construction of the newest that is about one: its 送信状況 says more. */
          newest_construction_id: z.int().nullable(),
        }),
      ),
      /** Mails to admins and operators that were given up. */
      platform_failures_count: z.int(),
      /** Files of each client, the most bytes first. */
      storage: z.object({
        byte_size: z.int(),
        clients: z.array(z.object({ client: Client, files_count: z.int(), byte_size: z.int() })),
      }),
    }),
  },
})
