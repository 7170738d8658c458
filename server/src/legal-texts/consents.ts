import type { ClientId } from '@toguchi/domain/access/actor'
import type { CurrentTexts, ShownTexts } from '@toguchi/domain/legal-texts/contract'
import type { ConsentOccasion } from '@toguchi/domain/legal-texts/labels'
import { platformEdition } from '@toguchi/domain/legal-texts/platform-texts'
import { type LegalTextKind, legalTextKinds } from '@toguchi/domain/legal-texts/kinds'
import { toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { invalid } from '../platform/http/problem.ts'
import type { Platform } from '../platform/platform.ts'
import {
  type ConsentRow,
  findLastConsent,
  findLastShown,
  insertShown,
  type LastShownRow,
  listConsents,
  listVersionKinds,
} from './queries.ts'
import { currentTexts, versionOf } from './show-texts.ts'

export interface Shown {
  residentId: number
  orderId?: number
  occasion: ConsentOccasion
  /** What stood on the page; absent: what is in force. */
  shownTexts?: ShownTexts | undefined
}

/** Writes down which versions somebody was shown, in the transaction of what they did: their consent, unless they were only told (D-33). */
export const recordShownTexts = async (
  platform: Platform,
  db: Db,
  clientId: ClientId,
  { residentId, orderId, occasion, shownTexts }: Shown,
): Promise<void> => {
  const { terms_id, privacy_policy_id } = await settleShownTexts(platform, db, clientId, shownTexts)
  // Who enters by the code again agrees again, to what they have agreed to already: that is known.
  if (occasion === 'code' && isSame(await findLastConsent(db, clientId, residentId), { terms_id, privacy_policy_id })) return
  await insertShown(db, clientId, {
    resident_id: residentId,
    order_id: orderId ?? null,
    occasion,
    terms_id,
    privacy_policy_id,
    platform_edition: platformEdition,
    at: platform.now(),
  })
}

/** What stood on a page: what it says itself, else what is in force now. 422 for a version that is not there. */
export const settleShownTexts = async (
  platform: Platform,
  db: Db,
  clientId: ClientId,
  shownTexts: ShownTexts | undefined,
): Promise<ShownTexts> => {
  if (shownTexts) await refuseUnknown(db, clientId, shownTexts)
  return shownTexts ?? idsOf(await currentTexts(platform, db, clientId))
}

const idsOf = ({ terms, privacy_policy }: CurrentTexts): ShownTexts => ({ terms_id: terms.id, privacy_policy_id: privacy_policy.id })

const isSame = (last: LastShownRow | undefined, now: ShownTexts): boolean =>
  last?.terms_id === now.terms_id && last.privacy_policy_id === now.privacy_policy_id && last.platform_edition === platformEdition

const refuseUnknown = async (db: Db, clientId: ClientId, { terms_id, privacy_policy_id }: ShownTexts): Promise<void> => {
  const wanted = { terms: terms_id, privacy_policy: privacy_policy_id }
  const rows = await listVersionKinds(
    db,
    clientId,
    legalTextKinds.flatMap(kind => wanted[kind] ?? []),
  )
  const isKnown = (kind: LegalTextKind) => wanted[kind] === null || rows.some(row => row.id === wanted[kind] && row.kind === kind)
  if (!legalTextKinds.every(isKnown)) throw invalid({ shown_texts: ['は一覧にありません'] })
}

/** What is in force and is not what the resident was shown last; who was never shown anything has nothing new. */
export const listNewTexts = async (
  platform: Platform,
  db: Db,
  clientId: ClientId,
  residentId: number,
): Promise<{ kinds: LegalTextKind[]; current: CurrentTexts }> => {
  const current = await currentTexts(platform, db, clientId)
  const last = await findLastShown(db, clientId, residentId)
  if (!last) return { kinds: [], current }
  const known = { terms: last.terms_id, privacy_policy: last.privacy_policy_id }
  const isNew = (kind: LegalTextKind) =>
    known[kind] !== current[kind].id || (current[kind].id === null && last.platform_edition !== platformEdition)
  return { kinds: legalTextKinds.filter(isNew), current }
}

/** What the residents of a room agreed to, as the office reads it. */
export const presentConsents = async (db: Db, clientId: ClientId, roomId: number) =>
  (await listConsents(db, clientId, roomId)).map(row => ({
    id: row.id,
    occasion: row.occasion,
    at: toInstant(row.at),
    order_id: row.order_id,
    resident_name: row.resident_name,
    terms: versionOf(shownVersion(row.terms_id, row.terms_number, row.terms_on), row.platform_edition),
    privacy_policy: versionOf(shownVersion(row.privacy_policy_id, row.privacy_policy_number, row.privacy_policy_on), row.platform_edition),
  }))

const shownVersion = (id: ConsentRow['terms_id'], number: number | null, effective_on: string | null) =>
  id === null || number === null || effective_on === null ? null : { id, number, effective_on }
