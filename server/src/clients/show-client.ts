import type { ClientId } from '@toguchi/domain/access/actor'
import type { Client } from '@toguchi/domain/clients/contract'
import { notificationCopies, notificationEvents, type NotificationField } from '@toguchi/domain/clients/events'
import type { Db } from '../platform/database/database.ts'
import { notFound } from '../platform/http/problem.ts'
import { enterClient, findListedClient, listNotificationSettings } from './queries.ts'

/** CC and BCC of every event, under the names of their fields. The transaction is inside the client. */
export const notificationsOf = async (db: Db, clientId: ClientId): Promise<Record<NotificationField, string>> => {
  const settings = new Map((await listNotificationSettings(db, clientId)).map(setting => [setting.event, setting]))
  return Object.fromEntries(
    notificationEvents.flatMap(event =>
      notificationCopies.map(copy => [`${event}_${copy}`, (settings.get(event)?.[copy] ?? []).join(', ')]),
    ),
  ) as Record<NotificationField, string>
}

/** A company as role 1 sees it; from then on the transaction works inside it. */
export const showClient = async (db: Db, id: number): Promise<Client> => {
  const row = await findListedClient(db, id)
  if (!row) throw notFound()
  await enterClient(db, row.id)
  const { admin_id, admin_name, admin_discarded_at, ...client } = row
  return {
    ...client,
    admin: admin_id === null || admin_name === null ? null : { id: admin_id, name: admin_name, has_left: admin_discarded_at !== null },
    can_delete: client.buildings_count === 0,
    ...(await notificationsOf(db, row.id)),
  }
}
