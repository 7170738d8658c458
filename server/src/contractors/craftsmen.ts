import type { OfficeActor, WorkerActor } from '@toguchi/domain/access/actor'
import { alreadySignedInText } from '@toguchi/domain/accounts/staffs-policy'
import type { Craftsman, CraftsmanChoice } from '@toguchi/domain/contractors/contract'
import { assignedText } from '@toguchi/domain/contractors/labels'
import {
  changeUser,
  confirmAgain,
  discardUser,
  guardedUser,
  inviteAgain,
  liftLock,
  listLocks,
  type Lock,
  presentLock,
  lockUser,
  registerCraftsmen,
  withdrawAddress,
} from '../accounts/accounts.ts'
import { channelsOf, contactProblem, type LinkChannel } from '@toguchi/domain/accounts/craftsman-links'
import { toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import { inUse, withoutUses } from '../masters/masters.ts'
import type { Platform } from '../platform/platform.ts'
import { invalid, notFound, refused } from '../platform/http/problem.ts'
import { offersSms } from '../platform/settings.ts'
import { type CraftsmanRow, findContractor, findCraftsman, type ReachedContractor } from './queries.ts'

interface CraftsmanForm {
  contractor_id: number
  name: string
  email: string | null
  phone: string | null
  login_id: string
}

const presentCraftsman = (platform: Platform, { client_id: _client, ...row }: CraftsmanRow, lock?: Lock): Craftsman => ({
  ...row,
  can_invite_by: row.is_opened ? [] : channelsOf(row, offersSms(platform.settings)),
  invited_at: toInstant(row.invited_at),
  email_changes_at: toInstant(row.email_changes_at),
  ...presentLock(lock),
  last_sign_in_at: toInstant(row.last_sign_in_at),
  created_at: toInstant(row.created_at),
  updated_at: toInstant(row.updated_at),
})

export const presentCraftsmen = async (platform: Platform, db: Db, rows: readonly CraftsmanRow[]): Promise<Craftsman[]> => {
  const locks = await listLocks(
    db,
    rows.map(row => guardedUser(row.client_id, row)),
    platform.now(),
  )
  return rows.map(row => presentCraftsman(platform, row, locks.get(row.id)))
}

/** What the select lists show to who may not read more. */
export const craftsmanChoice = ({ id, name, contractor_id, contractor_name }: CraftsmanRow): CraftsmanChoice => ({
  id,
  name,
  contractor_id,
  contractor_name,
})

/** A craftsman within reach; others are not found. */
const reachCraftsman = async (db: Db, actor: WorkerActor, id: number): Promise<CraftsmanRow> => {
  const row = await findCraftsman(db, actor, id)
  if (!row) throw notFound()
  return row
}

export const showCraftsman = async (platform: Platform, db: Db, actor: WorkerActor, id: number): Promise<Craftsman> => {
  const row = await reachCraftsman(db, actor, id)
  const [craftsman] = await presentCraftsmen(platform, db, [row])
  if (!craftsman) throw notFound()
  return withoutUses(actor, craftsman)
}

/** A contractor that the actor cannot reach is none of the list. */
const reachContractorOfForm = async (db: Db, actor: WorkerActor, contractorId: number): Promise<ReachedContractor> => {
  const contractor = await findContractor(db, actor, contractorId)
  if (!contractor) throw invalid({ contractor_id: ['は一覧にありません'] })
  return contractor
}

/** A link must reach the craftsman, who comes in by it. */
const demandContact = (platform: Platform, contacts: { email: string | null; phone: string | null }) => {
  const problem = contactProblem(contacts, offersSms(platform.settings))
  if (problem !== null) throw invalid(problem)
}

export const createCraftsman = async (
  platform: Platform,
  db: Db,
  actor: WorkerActor,
  form: CraftsmanForm & { invite_by?: LinkChannel | undefined },
): Promise<Craftsman> => {
  demandContact(platform, form)
  const { client_id: clientId } = await reachContractorOfForm(db, actor, form.contractor_id)
  const [id = 0] = await registerCraftsmen(platform, db, { ...actor, clientId }, [form])
  return showCraftsman(platform, db, actor, id)
}

export const changeCraftsman = async (
  platform: Platform,
  db: Db,
  actor: WorkerActor,
  id: number,
  change: Partial<CraftsmanForm>,
  now: Date,
): Promise<Craftsman> => {
  const { client_id: clientId, ...craftsman } = await reachCraftsman(db, actor, id)
  if (change.email !== undefined || change.phone !== undefined) demandContact(platform, { ...craftsman, ...change })
  if (change.contractor_id !== undefined && change.contractor_id !== craftsman.contractor_id) {
    await reachContractorOfForm(db, actor, change.contractor_id)
    if (!craftsman.can_delete) throw invalid({ contractor_id: ['は工事に割り当てられている間は変更できません'] })
  }
  const before = await lockUser(db, clientId, id)
  if (!before) throw notFound()
  await changeUser(platform, db, { ...actor, clientId }, before, change, now)
  return showCraftsman(platform, db, actor, id)
}

/** The row of a craftsman within reach, held. */
const lockCraftsman = async (db: Db, actor: WorkerActor, id: number) => {
  const { client_id: clientId } = await reachCraftsman(db, actor, id)
  const user = await lockUser(db, clientId, id)
  if (!user) throw notFound()
  return { user, reached: { ...actor, clientId } }
}

/** Invites who never signed in once more, by a link: what was sent before is good no more. */
export const inviteCraftsman = async (
  platform: Platform,
  db: Db,
  actor: WorkerActor,
  id: number,
  by: LinkChannel | undefined,
): Promise<Craftsman> => {
  const { user, reached } = await lockCraftsman(db, actor, id)
  if (user.is_opened) throw refused(alreadySignedInText, 'already_signed_in')
  if (by !== undefined && !channelsOf(user, offersSms(platform.settings)).includes(by)) throw invalid({ invite_by: ['は一覧にありません'] })
  await inviteAgain(platform, db, reached, user, by)
  return showCraftsman(platform, db, actor, id)
}

export const confirmCraftsmanAgain = async (platform: Platform, db: Db, actor: WorkerActor, id: number): Promise<Craftsman> => {
  const { reached } = await lockCraftsman(db, actor, id)
  await confirmAgain(platform, db, { strategy: 'user', clientId: reached.clientId, accountId: id })
  return showCraftsman(platform, db, actor, id)
}

export const withdrawCraftsmanAddress = async (
  platform: Platform,
  db: Db,
  actor: WorkerActor,
  id: number,
  now: Date,
): Promise<Craftsman> => {
  const { reached } = await lockCraftsman(db, actor, id)
  await withdrawAddress(db, { strategy: 'user', clientId: reached.clientId, accountId: id }, now)
  return showCraftsman(platform, db, actor, id)
}

/** Opens what wrong guesses closed; the office alone does (decision 030). */
export const unlockCraftsman = async (platform: Platform, db: Db, actor: OfficeActor, id: number): Promise<Craftsman> => {
  const { user } = await lockCraftsman(db, actor, id)
  await liftLock(platform, db, guardedUser(actor.clientId, user))
  await recordEvent(db, { kind: 'craftsmans.lock_lifted', actor, clientId: actor.clientId, subject: { type: 'craftsmans', id } })
  return showCraftsman(platform, db, actor, id)
}

/** Hides a craftsman without open work; every session ends (G-CRA-14). */
export const deleteCraftsman = async (platform: Platform, db: Db, actor: WorkerActor, id: number, now: Date): Promise<void> => {
  const craftsman = await reachCraftsman(db, actor, id)
  if (!craftsman.can_delete) throw inUse(withoutUses(actor, craftsman), assignedText, 'assigned')
  await discardUser(db, { ...actor, clientId: craftsman.client_id }, { ...craftsman, type: 'Craftsman' }, now)
}
