import { filings } from '@toguchi/domain/filings/contract'
import { usualFilings, whyNoUsualFilings } from '@toguchi/domain/filings/usual-filings'
import type { ClientId } from '@toguchi/domain/access/actor'
import { hideFilingFiles, leaveFilings } from '../documents/documents.ts'
import { toDay } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { recordEvent, recordEvents } from '../platform/events.ts'
import { answers } from '../platform/http/mount.ts'
import { invalid, notFound } from '../platform/http/problem.ts'
import { deleteFiling, findFiledConstruction, insertFilings, listFilings, lockFiling, type NewFiling, updateFiling } from './queries.ts'

const findConstruction = async (db: Db, clientId: ClientId, id: number) => {
  const construction = await findFiledConstruction(db, clientId, id)
  if (!construction) throw notFound()
  return construction
}

const findFiling = async (db: Db, clientId: ClientId, constructionId: number, id: number) => {
  await findConstruction(db, clientId, constructionId)
  const filing = await lockFiling(db, clientId, constructionId, id)
  if (!filing) throw notFound()
  return filing
}

const endsBeforeItBegins = ({ due_on, until_on }: Pick<NewFiling, 'due_on' | 'until_on'>) => until_on !== null && until_on < due_on
const untilText = 'は期限より後の日にしてください'

export const filingsRoutes = answers(filings, {
  'GET /api/constructions/:construction_id/filings': async ({ db, actor, params: { construction_id }, now }) => {
    const construction = await findConstruction(db, actor.clientId, construction_id)
    const rows = await listFilings(db, actor.clientId, construction_id)
    const kept = new Set(rows.map(({ kind }) => kind))
    return {
      today: toDay(now),
      filings: rows,
      proposals: usualFilings(construction).filter(({ kind }) => !kept.has(kind)),
      why_no_proposals: whyNoUsualFilings(construction),
    }
  },

  'POST /api/constructions/:construction_id/filings': async ({ db, actor, params: { construction_id }, body }) => {
    const { clientId } = actor
    await findConstruction(db, clientId, construction_id)
    const asked = body.checklist.filings.map(filing => ({ ...filing, until_on: filing.until_on ?? null, note: filing.note ?? null }))
    const wrong = asked.findIndex(endsBeforeItBegins)
    if (wrong >= 0) throw invalid({ [`filings[${wrong}].until_on`]: [untilText] })
    const ids = await insertFilings(db, clientId, construction_id, asked)
    await recordEvents(
      db,
      asked.map(({ kind, due_on, until_on, title, note }, at) => ({
        kind: 'filings.added' as const,
        actor,
        clientId,
        constructionId: construction_id,
        subject: { type: 'filings', id: ids[at] ?? 0 },
        change: { kind, due_on, until_on },
        personal: { title, note },
      })),
    )
    return { message: `${asked.length}件の届出・連絡を登録しました。` }
  },

  'PATCH /api/constructions/:construction_id/filings/:id': async ({ db, actor, params: { construction_id, id }, body }) => {
    const { clientId } = actor
    const before = await findFiling(db, clientId, construction_id, id)
    const after = { ...before, ...body.filing }
    if (endsBeforeItBegins(after)) throw invalid({ until_on: [untilText] })
    const { title: _title, note, ...change } = body.filing
    await updateFiling(db, clientId, id, body.filing)
    await recordEvent(db, {
      kind: before.done_on === null && after.done_on !== null ? 'filings.done' : 'filings.updated',
      actor,
      clientId,
      constructionId: construction_id,
      subject: { type: 'filings', id },
      // Which one it is stands in every event of it: a list of events is read alone.
      change: { kind: after.kind, ...change },
      personal: { title: after.title, ...(note === undefined ? {} : { note }) },
    })
    return { message: '保存しました。' }
  },

  'DELETE /api/constructions/:construction_id/filings/:id': async ({ db, actor, params: { construction_id, id }, now }) => {
    const { clientId } = actor
    const { kind, due_on, title } = await findFiling(db, clientId, construction_id, id)
    await hideFilingFiles(db, clientId, id, now)
    await leaveFilings(db, clientId, [id])
    await deleteFiling(db, clientId, id)
    await recordEvent(db, {
      kind: 'filings.removed',
      actor,
      clientId,
      constructionId: construction_id,
      subject: { type: 'filings', id },
      change: { kind, due_on },
      personal: { title },
    })
    return { message: '削除しました。' }
  },
})
