import type { Actor } from '@toguchi/domain/access/actor'
import { clients, type Company } from '@toguchi/domain/clients/contract'
import type { ClientStatus } from '@toguchi/domain/clients/labels'
import type { Db } from '../platform/database/database.ts'
import { openKept } from '../platform/files/files.ts'
import { answers, RawAnswer, whoeverMayKnock } from '../platform/http/mount.ts'
import { forbidden, invalid, notFound } from '../platform/http/problem.ts'
import type { Uploads } from '../platform/http/uploads.ts'
import { logoKey, logoPath, withLogo } from './keep-logo.ts'
import { findClient, findLogo, listClients } from './queries.ts'
import { changeClient, changeSettings, removeClient } from './save-client.ts'
import { notificationsOf, showClient } from './show-client.ts'

/** The logo's name in a form. */
const logoField = 'client[logo]'

/** The endpoint's access lets only role 1 in; this tells the compiler. */
const admin = (actor: Actor) => {
  if (actor.kind !== 'admin') throw forbidden()
  return actor
}

/** What a form says besides its logo; a form that says nothing at all is none. */
const sentOf = <Form extends object>(form: Form | undefined, files: Uploads): Form | Record<string, never> => {
  if (form === undefined && files[logoField] === undefined) throw invalid({ client: ['を入力してください'] })
  return form ?? {}
}

/** The end of a contract, and its beginning anew, are said as such. */
const changedText = (before: ClientStatus, { name, status }: { name: string; status: ClientStatus }): string =>
  status === before ? '企業を更新しました。' : `${name}の契約を${status === 'terminated' ? '終了' : '再開'}しました。`

const showSettings = async (db: Db, id: number): Promise<Company> => {
  const row = await findClient(db, id)
  if (!row) throw notFound()
  return {
    id: row.id,
    uuid: row.uuid,
    cd: row.cd,
    name: row.name,
    name_abbreviation: row.name_abbreviation,
    logo_path: row.logo_path,
    status: row.status,
    address: row.address,
    representative_name: row.representative_name,
    representative_email: row.representative_email,
    representative_phone: row.representative_phone,
    use_optional_construction: row.use_optional_construction,
    use_cash_payment: row.use_cash_payment,
    rounding_rule: row.rounding_rule,
    construction_staff_default_display_name: row.construction_staff_default_display_name,
    second_factor_required: row.second_factor_required,
    contact_phone: row.contact_phone,
    contact_hours: row.contact_hours,
    ...(await notificationsOf(db, row.id)),
  }
}

export const clientsRoutes = answers(clients, {
  'GET /api/clients': ({ db, actor, query }) =>
    listClients(db, {
      page: query.page ?? 1,
      perPage: query.exclude_pagination ? null : (query.per_page ?? 25),
      sortBy: query.sort_by,
      sortDesc: query.sort_desc ?? false,
      name: query.client?.name,
      // Operators do not see a client whose contract has ended (G-ACC-10).
      status: actor.kind === 'operator' ? 'contracted' : query.client?.status,
    }),

  'GET /api/clients/:id': async ({ db, params }) => ({ client: await showClient(db, params.id) }),

  'PATCH /api/clients/:id': {
    mayUpload: ({ db, params }) => showClient(db, params.id),
    answer: ({ platform, db, actor, params, body, files, now }) =>
      withLogo(platform, null, files[logoField], async logo => {
        const before = await changeClient(platform, db, admin(actor), params.id, sentOf(body.client, files), logo, now)
        const client = await showClient(db, params.id)
        return { message: changedText(before, client), client }
      }),
  },

  'DELETE /api/clients/:id': async ({ db, actor, params, now }) => {
    await removeClient(db, admin(actor), params.id, now)
    return { message: '企業を削除しました。' }
  },

  'GET /api/settings': async ({ db, actor }) => ({ client: await showSettings(db, actor.clientId) }),

  'PATCH /api/settings': {
    mayUpload: whoeverMayKnock,
    answer: ({ platform, actor, body, files, now }) =>
      withLogo(platform, actor.clientId, files[logoField], logo =>
        platform.pool.write(actor.clientId, async db => {
          await changeSettings(platform, db, actor, sentOf(body.client, files), logo, now)
          return { message: '設定を更新しました。', client: await showSettings(db, actor.clientId) }
        }),
      ),
  },

  'GET /api/logos/:uuid': async ({ platform, db, params }) => {
    const path = logoPath(params.uuid)
    const logo = await findLogo(db, path)
    if (!logo?.logo_content_type) throw notFound()
    const content_type = logo.logo_content_type
    const bytes = await openKept(platform, logoKey(path))
    return new RawAnswer(reply =>
      reply
        .headers({
          'content-type': content_type,
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "sandbox; default-src 'none'",
        })
        .send(bytes),
    )
  },
})
