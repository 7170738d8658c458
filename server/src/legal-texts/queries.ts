import type { ClientId, ResidentActor } from '@toguchi/domain/access/actor'
import type { ConsentOccasion } from '@toguchi/domain/legal-texts/labels'
import type { LegalTextKind } from '@toguchi/domain/legal-texts/kinds'
import type { Sections } from '@toguchi/domain/legal-texts/sections'
import type { Db } from '../platform/database/database.ts'
import { clientValue } from '../platform/database/part-of-client.ts'
import { rowsOf } from '../platform/database/rows.ts'

/** A company by its public uuid, by its code, or as its own people know it, with what its texts say of it. */
export const findCompany = (db: Db, by: { uuid: string } | { cd: string } | { id: number }) => {
  const companies = db.selectFrom('clients').where('discarded_at', 'is', null).select(companyColumns)
  const named =
    'uuid' in by
      ? companies.where('uuid', '=', by.uuid)
      : 'cd' in by
        ? companies.where('cd', '=', by.cd)
        : companies.where('id', '=', clientValue(by.id))
  return named.executeTakeFirst()
}

export const findCompanyById = (db: Db, clientId: ClientId) => findCompany(db, { id: clientId })

const companyColumns = ['id', 'uuid', 'name', 'address', 'representative_name', 'contact_phone', 'contact_hours'] as const
export type CompanyRow = NonNullable<Awaited<ReturnType<typeof findCompany>>>

/** For how many months what names people is kept; 12 unless the company says otherwise (D-12). */
export const findRetentionMonths = async (db: Db, clientId: ClientId): Promise<number> =>
  (await db.selectFrom('sale_settings').where('client_id', '=', clientId).select('retention_months').executeTakeFirst())
    ?.retention_months ?? 12

export interface VersionRow {
  id: number
  kind: LegalTextKind
  number: number
  sections: Sections
  effective_on: string
}

const versionColumns = 'lgt.id, lgt.kind, lgt.number, lgt.sections, lgt.effective_on'

/** The version of each kind that holds on a day; a kind without one has none. */
export const listVersionsInForce = (db: Db, clientId: ClientId, today: string): Promise<VersionRow[]> =>
  rowsOf<VersionRow>(
    db,
    `select distinct on (lgt.kind) ${versionColumns} from legal_texts lgt
     where lgt.client_id = $1 and lgt.effective_on <= $2::date order by lgt.kind, lgt.number desc`,
    [clientId, today],
  )

/** The version of each kind that was published last, whether it holds yet or not. */
export const listNewestVersions = (db: Db, clientId: ClientId): Promise<VersionRow[]> =>
  rowsOf<VersionRow>(
    db,
    `select distinct on (lgt.kind) ${versionColumns} from legal_texts lgt where lgt.client_id = $1 order by lgt.kind, lgt.number desc`,
    [clientId],
  )

export const findVersion = async (db: Db, clientId: ClientId, kind: LegalTextKind, number: number): Promise<VersionRow | undefined> =>
  (
    await rowsOf<VersionRow>(
      db,
      `select ${versionColumns} from legal_texts lgt where lgt.client_id = $1 and lgt.kind = $2 and lgt.number = $3`,
      [clientId, kind, number],
    )
  )[0]

/** The next version that was published and does not hold yet. */
export const findUpcoming = async (
  db: Db,
  clientId: ClientId,
  kind: LegalTextKind,
  today: string,
): Promise<{ number: number; effective_on: string } | undefined> =>
  (
    await rowsOf<{ number: number; effective_on: string }>(
      db,
      `select lgt.number, lgt.effective_on from legal_texts lgt
       where lgt.client_id = $1 and lgt.kind = $2 and lgt.effective_on > $3::date order by lgt.effective_on, lgt.number desc limit 1`,
      [clientId, kind, today],
    )
  )[0]

/** Of these ids, those that are versions of the client, with their kind. */
export const listVersionKinds = (db: Db, clientId: ClientId, ids: readonly number[]): Promise<{ id: number; kind: LegalTextKind }[]> =>
  rowsOf<{ id: number; kind: LegalTextKind }>(
    db,
    'select lgt.id, lgt.kind from legal_texts lgt where lgt.client_id = $1 and lgt.id = any($2::bigint[])',
    [clientId, [...ids]],
  )

export interface HistoryRow {
  id: number
  kind: LegalTextKind
  number: number
  effective_on: string
  published_at: Date
  published_by: string | null
}

/** Every version with who published it, the newest first. */
export const listHistory = (db: Db, clientId: ClientId): Promise<HistoryRow[]> =>
  rowsOf<HistoryRow>(
    db,
    `select lgt.id, lgt.kind, lgt.number, lgt.effective_on, lgt.published_at, coalesce(u.name, ad.name) as published_by
     from legal_texts lgt
     left join users u on lgt.published_by_kind = 'staffAdmin' and u.client_id = $1 and u.id = lgt.published_by_id
     left join admins ad on lgt.published_by_kind = 'admin' and ad.id = lgt.published_by_id
     where lgt.client_id = $1 order by lgt.kind, lgt.number desc`,
    [clientId],
  )

export interface DraftRow {
  kind: LegalTextKind
  sections: Sections
  effective_on: string | null
  revision: number
  saved_at: Date
  saved_by: string | null
}

export const listDrafts = (db: Db, clientId: ClientId): Promise<DraftRow[]> =>
  rowsOf<DraftRow>(
    db,
    `select lgd.kind, lgd.sections, lgd.effective_on, lgd.revision, lgd.saved_at, coalesce(u.name, ad.name) as saved_by
     from legal_text_drafts lgd
     left join users u on lgd.saved_by_kind = 'staffAdmin' and u.client_id = $1 and u.id = lgd.saved_by_id
     left join admins ad on lgd.saved_by_kind = 'admin' and ad.id = lgd.saved_by_id
     where lgd.client_id = $1`,
    [clientId],
  )

export interface NewDraft {
  kind: LegalTextKind
  sections: Sections
  /** Undefined: as it is. */
  effective_on: string | null | undefined
  /** The save that was read; 0 for none. */
  revision: number
  saved_at: Date
  saved_by_kind: string
  saved_by_id: number
}

/** Saves a draft over the one that was read; false when another stands there by now. */
export const saveDraft = async (db: Db, clientId: ClientId, draft: NewDraft): Promise<boolean> => {
  const values = [
    clientId,
    draft.kind,
    JSON.stringify(draft.sections),
    draft.revision,
    draft.saved_at,
    draft.saved_by_kind,
    draft.saved_by_id,
    draft.effective_on ?? null,
  ]
  const rows =
    draft.revision === 0
      ? await rowsOf(
          db,
          `insert into legal_text_drafts (client_id, kind, sections, revision, saved_at, saved_by_kind, saved_by_id, effective_on)
           values ($1, $2, $3::jsonb, $4::int + 1, $5, $6, $7, $8::date) on conflict (client_id, kind) do nothing returning revision`,
          values,
        )
      : await rowsOf(
          db,
          `update legal_text_drafts set sections = $3::jsonb, revision = revision + 1, saved_at = $5, saved_by_kind = $6, saved_by_id = $7,
             effective_on = case when $9 then $8::date else effective_on end
           where client_id = $1 and kind = $2 and revision = $4 returning revision`,
          [...values, draft.effective_on !== undefined],
        )
  return rows.length > 0
}

/** Takes the draft away that was read; false when another stands there by now. */
export const removeDraft = async (db: Db, clientId: ClientId, kind: LegalTextKind, revision: number): Promise<boolean> => {
  const rows = await rowsOf<{ revision: number }>(
    db,
    'select lgd.revision from legal_text_drafts lgd where lgd.client_id = $1 and lgd.kind = $2 for update',
    [clientId, kind],
  )
  if ((rows[0]?.revision ?? 0) !== revision) return false
  await db.deleteFrom('legal_text_drafts').where('client_id', '=', clientId).where('kind', '=', kind).execute()
  return true
}

export const findLatest = (db: Db, clientId: ClientId, kind: LegalTextKind) =>
  db
    .selectFrom('legal_texts')
    .where('client_id', '=', clientId)
    .where('kind', '=', kind)
    .orderBy('number', 'desc')
    .select(['number', 'effective_on'])
    .limit(1)
    .executeTakeFirst()

export interface NewVersion {
  kind: LegalTextKind
  number: number
  sections: Sections
  effective_on: string
  published_at: Date
  published_by_kind: string
  published_by_id: number
}

export const insertVersion = async (db: Db, clientId: ClientId, { sections, ...version }: NewVersion): Promise<number> =>
  (
    await db
      .insertInto('legal_texts')
      .values({ client_id: clientId, ...version, sections: JSON.stringify(sections) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export interface NewShown {
  resident_id: number
  order_id: number | null
  occasion: ConsentOccasion
  terms_id: number | null
  privacy_policy_id: number | null
  platform_edition: string
  at: Date
}

export const insertShown = (db: Db, clientId: ClientId, shown: NewShown) =>
  db
    .insertInto('legal_texts_shown')
    .values({ client_id: clientId, ...shown })
    .execute()

/** The client of the signed-in resident. */
export const findClientOfResident = async (db: Db, { partOf, id }: Pick<ResidentActor, 'partOf' | 'id'>): Promise<ClientId | undefined> =>
  (
    await db
      .selectFrom('residents')
      .where('client_id', '=', clientValue(partOf))
      .where('id', '=', id)
      .where('discarded_at', 'is', null)
      .select('client_id')
      .executeTakeFirst()
  )?.client_id

export interface LastShownRow {
  terms_id: number | null
  privacy_policy_id: number | null
  platform_edition: string
}

/** What a resident was shown last. */
export const findLastShown = async (db: Db, clientId: ClientId, residentId: number): Promise<LastShownRow | undefined> =>
  (
    await rowsOf<LastShownRow>(
      db,
      `select lgs.terms_id, lgs.privacy_policy_id, lgs.platform_edition from legal_texts_shown lgs
       where lgs.client_id = $1 and lgs.resident_id = $2 order by lgs.id desc limit 1`,
      [clientId, residentId],
    )
  )[0]

/** What a resident agreed to last. */
export const findLastConsent = async (db: Db, clientId: ClientId, residentId: number): Promise<LastShownRow | undefined> =>
  (
    await rowsOf<LastShownRow>(
      db,
      `select lgs.terms_id, lgs.privacy_policy_id, lgs.platform_edition from legal_texts_shown lgs
       where lgs.client_id = $1 and lgs.resident_id = $2 and lgs.occasion <> 'news' order by lgs.id desc limit 1`,
      [clientId, residentId],
    )
  )[0]

export interface ConsentRow {
  id: number
  occasion: ConsentOccasion
  at: Date
  order_id: number | null
  resident_name: string | null
  platform_edition: string
  terms_id: number | null
  terms_number: number | null
  terms_on: string | null
  privacy_policy_id: number | null
  privacy_policy_number: number | null
  privacy_policy_on: string | null
}

/** What the residents of a room were shown, the newest first. */
export const listConsents = (db: Db, clientId: ClientId, roomId: number): Promise<ConsentRow[]> =>
  rowsOf<ConsentRow>(
    db,
    `select lgs.id, lgs.occasion, lgs.at, lgs.order_id, res.name as resident_name, lgs.platform_edition,
       lgs.terms_id, lgt.number as terms_number, lgt.effective_on as terms_on,
       lgs.privacy_policy_id, policy.number as privacy_policy_number, policy.effective_on as privacy_policy_on
     from residents res
     join legal_texts_shown lgs on lgs.client_id = res.client_id and lgs.resident_id = res.id
     left join legal_texts lgt on lgt.client_id = lgs.client_id and lgt.id = lgs.terms_id
     left join legal_texts policy on policy.client_id = lgs.client_id and policy.id = lgs.privacy_policy_id
     where res.client_id = $1 and res.room_id = $2 order by lgs.id desc limit 200`,
    [clientId, roomId],
  )

export const roomExists = async (db: Db, clientId: ClientId, constructionId: number, roomId: number): Promise<boolean> =>
  (await db
    .selectFrom('rooms')
    .where('client_id', '=', clientId)
    .where('construction_id', '=', constructionId)
    .where('id', '=', roomId)
    .select('id')
    .executeTakeFirst()) !== undefined
