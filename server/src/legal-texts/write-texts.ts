import type { OfficeActor } from '@toguchi/domain/access/actor'
import { formatDayLong } from '@toguchi/domain/calendar/day'
import type { BodyOf } from '@toguchi/domain/http/endpoint'
import type { legalTexts, WrittenText } from '@toguchi/domain/legal-texts/contract'
import { type LegalTextKind, legalTextKinds } from '@toguchi/domain/legal-texts/kinds'
import { missingSections, sectionTitlesOf, type Sections } from '@toguchi/domain/legal-texts/sections'
import { toDay, toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import { invalid, notFound, onConstraint, stale } from '../platform/http/problem.ts'
import type { Platform } from '../platform/platform.ts'
import {
  type DraftRow,
  findCompanyById,
  findLatest,
  type HistoryRow,
  insertVersion,
  listDrafts,
  listHistory,
  listNewestVersions,
  listVersionsInForce,
  removeDraft,
  saveDraft,
} from './queries.ts'
import { usualText, versionOf } from './show-texts.ts'

type DraftForm = BodyOf<(typeof legalTexts)['PUT /api/written_legal_texts/:kind/draft']>['legal_text']
type VersionForm = BodyOf<(typeof legalTexts)['POST /api/written_legal_texts/:kind/versions']>['legal_text']

/** Both texts as they are written. */
export const listWrittenTexts = async (platform: Platform, db: Db, { clientId }: OfficeActor): Promise<WrittenText[]> => {
  const company = await findCompanyById(db, clientId)
  if (!company) throw notFound()
  const today = toDay(platform.now())
  const [drafts, history, inForce] = [
    await listDrafts(db, clientId),
    await listHistory(db, clientId),
    await listVersionsInForce(db, clientId, today),
  ]
  const usual = {
    terms: await usualText(platform, db, company, 'terms'),
    privacy_policy: await usualText(platform, db, company, 'privacy_policy'),
  }
  const newest = await listNewestVersions(db, clientId)
  return legalTextKinds.map(kind => {
    const draft = drafts.find(row => row.kind === kind) ?? null
    const current = inForce.find(row => row.kind === kind) ?? null
    const versions = history.filter(row => row.kind === kind)
    // Whoever corrects a sentence goes on from what was published last, whether it holds yet or not.
    const before = newest.find(row => row.kind === kind)
    return {
      kind,
      sections: { ...(draft?.sections ?? before?.sections ?? usual[kind]) },
      ...savedOf(draft),
      current: versionOf(current),
      versions: versions.map(row => presentVersion(row, current?.id ?? null, today)),
      earliest_on: earliestDay(today, versions[0]),
    }
  })
}

const savedOf = (draft: DraftRow | null) => ({
  revision: draft?.revision ?? 0,
  effective_on: draft?.effective_on ?? null,
  saved_at: draft === null ? null : toInstant(draft.saved_at),
  saved_by: draft?.saved_by ?? null,
})

const presentVersion = (row: HistoryRow, currentId: number | null, today: string): WrittenText['versions'][number] => ({
  ...versionOf(row),
  number: row.number,
  effective_on: row.effective_on,
  published_at: toInstant(row.published_at),
  published_by: row.published_by,
  state: row.id === currentId ? 'current' : row.effective_on > today ? 'upcoming' : 'past',
})

/** Versions follow one another by day as by number: the newest that has begun is the one in force. */
const earliestDay = (today: string, latest: { effective_on: string } | undefined): string =>
  latest !== undefined && latest.effective_on > today ? latest.effective_on : today

/** The sections there are, without what a form says besides. */
const sectionsOf = (kind: LegalTextKind, sections: Sections): Sections => {
  const unknown = Object.keys(sections).filter(name => !(name in sectionTitlesOf(kind)))
  if (unknown.length > 0) throw invalid(Object.fromEntries(unknown.map(name => [`sections.${name}`, ['は一覧にありません']])))
  return Object.fromEntries(Object.keys(sectionTitlesOf(kind)).map(name => [name, (sections[name] ?? '').trim()]))
}

/** Keeps what is being written, whatever is missing yet. */
export const saveText = async (platform: Platform, db: Db, actor: OfficeActor, kind: LegalTextKind, form: DraftForm): Promise<void> => {
  const draft = {
    kind,
    sections: sectionsOf(kind, form.sections),
    effective_on: form.effective_on,
    revision: form.revision,
    saved_at: platform.now(),
    saved_by_kind: actor.kind,
    saved_by_id: actor.id,
  }
  if (!(await saveDraft(db, actor.clientId, draft))) throw stale()
  await recordEvent(db, { kind: 'legal_texts.drafted', actor, clientId: actor.clientId, change: { kind } })
}

/** Publishes the next version; from then on nobody changes it, for residents agree to it. Returns its number. */
export const publishText = async (
  platform: Platform,
  db: Db,
  actor: OfficeActor,
  kind: LegalTextKind,
  { effective_on, after, revision, ...form }: VersionForm,
): Promise<number> => {
  const { clientId } = actor
  const sections = sectionsOf(kind, form.sections)
  const latest = await findLatest(db, clientId, kind)
  if ((latest?.number ?? null) !== after) throw stale()
  const earliest = earliestDay(toDay(platform.now()), latest)
  const problems: Record<string, string[]> = { ...missingSections(kind, sections) }
  if (effective_on < earliest) problems['effective_on'] = [`は${formatDayLong(earliest)}以降の日を入力してください`]
  if (Object.keys(problems).length > 0) throw invalid(problems)
  if (!(await removeDraft(db, clientId, kind, revision))) throw stale()
  const number = (latest?.number ?? 0) + 1
  const version = {
    kind,
    number,
    sections,
    effective_on,
    published_at: platform.now(),
    published_by_kind: actor.kind,
    published_by_id: actor.id,
  }
  const id = await onConstraint(insertVersion(db, clientId, version), { legal_texts_number_key: stale })
  await recordEvent(db, {
    kind: 'legal_texts.published',
    actor,
    clientId,
    subject: { type: 'legal_texts', id },
    change: { kind, number, effective_on },
  })
  return number
}
