import type { Actor } from '@toguchi/domain/access/actor'
import { clients, type Client } from '@toguchi/domain/clients/contract'
import type { ClientStatus } from '@toguchi/domain/clients/labels'
import { notificationEvents } from '@toguchi/domain/clients/events'
import type { RoundingRule } from '@toguchi/domain/money/tax'
import { toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { answers } from '../platform/mount.ts'
import { forbidden, notFound } from '../platform/problem.ts'
import { enterClient, findListedClient, listAdmins, listClients, listNotificationSettings } from './queries.ts'
import { changeClient, registerClient, removeClient } from './save-client.ts'

/** The endpoint's access lets only role 1 in; this tells the compiler. */
const admin = (actor: Actor) => {
  if (actor.kind !== 'admin') throw forbidden()
  return actor
}

const show = async (db: Db, id: number): Promise<Client> => {
  const row = await findListedClient(db, id)
  if (!row) throw notFound()
  await enterClient(db, id)
  const settings = new Map((await listNotificationSettings(db, id)).map(setting => [setting.event, setting]))
  const { admin_id, admin_name, ...client } = row
  return {
    ...client,
    status: client.status as ClientStatus,
    rounding_rule: client.rounding_rule as RoundingRule,
    admin: admin_id === null || admin_name === null ? null : { id: admin_id, name: admin_name },
    can_delete: client.buildings_count === 0,
    notifications: Object.fromEntries(
      notificationEvents.flatMap(event => [
        [`${event}_cc`, (settings.get(event)?.cc ?? []).join(', ')],
        [`${event}_bcc`, (settings.get(event)?.bcc ?? []).join(', ')],
      ]),
    ),
  }
}

export const clientsRoutes = answers(clients, {
  'GET /api/clients': async ({ db, actor, query }) => {
    const found = await listClients(db, {
      page: query.page ?? 1,
      perPage: query.exclude_pagination ? null : (query.per_page ?? 25),
      sortBy: query.sort_by,
      sortDesc: query.sort_desc ?? false,
      name: query.client?.name,
      // Operators do not see a client whose contract has ended (G-ACC-10).
      status: actor.kind === 'operator' ? 'contracted' : query.client?.status,
    })
    return { ...found, clients: found.clients.map(client => ({ ...client, status: client.status as ClientStatus })) }
  },

  'POST /api/clients': async ({ db, actor, body, platform }) => {
    const id = await registerClient(platform, db, admin(actor), body.client)
    return { message: '企業を登録しました。', client: await show(db, id) }
  },

  'GET /api/clients/:id': async ({ db, params }) => ({ client: await show(db, params.id) }),

  'PATCH /api/clients/:id': async ({ db, actor, params, body, now }) => {
    await changeClient(db, admin(actor), params.id, body.client, now)
    return { message: '企業を更新しました。', client: await show(db, params.id) }
  },

  'DELETE /api/clients/:id': async ({ db, actor, params, now }) => {
    await removeClient(db, admin(actor), params.id, now)
    return { message: '企業を削除しました。' }
  },

  'GET /api/admins': async ({ db, query }) => {
    const { admins, total_count } = await listAdmins(db, {
      page: query.page ?? 1,
      perPage: query.exclude_pagination ? null : (query.per_page ?? 25),
      sortBy: query.sort_by,
      sortDesc: query.sort_desc ?? false,
      name: query.admin?.name,
    })
    return { admins: admins.map(row => ({ ...row, last_sign_in_at: toInstant(row.last_sign_in_at) })), total_count }
  },
})
