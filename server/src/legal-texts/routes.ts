import { legalTexts } from '@toguchi/domain/legal-texts/contract'
import { formatDayLong } from '@toguchi/domain/calendar/day'
import { legalTextLabels, type LegalTextKind } from '@toguchi/domain/legal-texts/kinds'
import type { OfficeActor, ResidentActor } from '@toguchi/domain/access/actor'
import type { Db } from '../platform/database/database.ts'
import { answers } from '../platform/http/mount.ts'
import { notFound, signInFirst } from '../platform/http/problem.ts'
import type { Platform } from '../platform/platform.ts'
import { listNewTexts, presentConsents, recordShownTexts } from './consents.ts'
import { findClientOfResident, roomExists } from './queries.ts'
import { companyOf, currentTexts, kindOf, platformVersions, showText } from './show-texts.ts'
import { listWrittenTexts, publishText, saveText } from './write-texts.ts'

const clientOfResident = async (db: Db, actor: ResidentActor) => {
  const clientId = await findClientOfResident(db, actor)
  if (clientId === undefined) throw signInFirst()
  return clientId
}

const written = async (platform: Platform, db: Db, actor: OfficeActor, kind: LegalTextKind) => {
  const text = (await listWrittenTexts(platform, db, actor)).find(one => one.kind === kind)
  if (!text) throw notFound()
  return text
}

export const legalTextsRoutes = answers(legalTexts, {
  'GET /api/legal_texts/:kind': async ({ platform, actor, params, query, request }) => {
    const kind = kindOf(params.kind)
    const company = await companyOf(platform, { client: query.client, actor, request })
    return { legal_text: await showText(platform, company, kind, query.number) }
  },

  'GET /api/current_legal_texts': async ({ platform, actor, query, request }) => {
    const company = await companyOf(platform, { client: query.client, actor, request })
    return company === null ? platformVersions : platform.pool.read(company.id, inside => currentTexts(platform, inside, company.id))
  },

  'GET /api/written_legal_texts': async ({ platform, db, actor }) => ({ legal_texts: await listWrittenTexts(platform, db, actor) }),

  'PUT /api/written_legal_texts/:kind/draft': async ({ platform, db, actor, params, body }) => {
    const kind = kindOf(params.kind)
    await saveText(platform, db, actor, kind, body.legal_text)
    return { message: '下書きを保存しました。', legal_text: await written(platform, db, actor, kind) }
  },

  'POST /api/written_legal_texts/:kind/versions': async ({ platform, db, actor, params, body }) => {
    const kind = kindOf(params.kind)
    const number = await publishText(platform, db, actor, kind, body.legal_text)
    return {
      message: `${legalTextLabels[kind]}の第${number}版を公開しました。${formatDayLong(body.legal_text.effective_on)}から適用されます。`,
      legal_text: await written(platform, db, actor, kind),
    }
  },

  'GET /api/constructions/:construction_id/rooms/:room_id/consents': async ({ db, actor, params }) => {
    if (!(await roomExists(db, actor.clientId, params.construction_id, params.room_id))) throw notFound()
    return { consents: await presentConsents(db, actor.clientId, params.room_id) }
  },

  'GET /api/residents/new_legal_texts': async ({ platform, db, actor }) =>
    listNewTexts(platform, db, await clientOfResident(db, actor), actor.id),

  'POST /api/residents/new_legal_texts/seen': async ({ platform, db, actor, body }) => {
    const clientId = await clientOfResident(db, actor)
    await recordShownTexts(platform, db, clientId, { residentId: actor.id, occasion: 'news', shownTexts: body.shown_texts })
    return { success: true as const }
  },
})
