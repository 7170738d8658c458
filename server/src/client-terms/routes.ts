import { clientTerms } from '@toguchi/domain/client-terms/contract'
import { changeClient, endFirstSteps, showClient, withLogo } from '../clients/clients.ts'
import { recordEvent } from '../platform/events.ts'
import { answers, whoeverMayKnock } from '../platform/http/mount.ts'
import { beginExport, fetchExport } from './exports.ts'
import { changeTerms } from './change-terms.ts'
import { register } from './register.ts'
import { enterClientById, showReadiness, showTerms } from './show-terms.ts'

/** The logo's name in a form. */
const logoField = 'client[logo]'

export const clientTermsRoutes = answers(clientTerms, {
  'POST /api/clients': {
    mayUpload: whoeverMayKnock,
    answer: ({ db, actor: { kind, id }, body, files, platform, now }) =>
      withLogo(platform, null, files[logoField], async logo => {
        const registered = await register(platform, db, { kind, id }, body.client)
        if (logo) await changeClient(platform, db, registered, registered.clientId, {}, logo, now)
        return { message: '企業を登録しました。', client: await showClient(db, registered.clientId) }
      }),
  },

  'GET /api/readiness': ({ db, actor }) => showReadiness(db, actor.clientId),

  'DELETE /api/first_steps': async ({ db, actor, now }) => {
    await endFirstSteps(db, actor.clientId, now)
    await recordEvent(db, { kind: 'clients.changed', actor, clientId: actor.clientId, change: { first_steps_ended: true } })
    return { message: '「はじめに」を片付けました。' }
  },

  'GET /api/clients/:id/terms': async ({ db, params }) => ({ terms: await showTerms(db, await enterClientById(db, params.id)) }),

  'PATCH /api/clients/:id/terms': async ({ db, actor, params, body, now }) => {
    const clientId = await enterClientById(db, params.id)
    await changeTerms(db, clientId, body.terms, now)
    await recordEvent(db, { kind: 'clients.terms_changed', actor, clientId, change: body.terms })
    return { message: '契約終了時の取り扱いを更新しました。', terms: await showTerms(db, clientId) }
  },

  'POST /api/clients/:id/exports': async ({ platform, db, actor: { kind, id }, params }) => {
    const clientId = await enterClientById(db, params.id)
    const message = await beginExport(platform, db, { kind, id, clientId })
    return { message, terms: await showTerms(db, clientId) }
  },

  'POST /api/clients/:id/exports/:export_id/downloads': async ({ platform, db, actor: { kind, id }, params }) => {
    const clientId = await enterClientById(db, params.id)
    return { file_url: await fetchExport(platform, db, { kind, id, clientId }, params.export_id) }
  },
})
