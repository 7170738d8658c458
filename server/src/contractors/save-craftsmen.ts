import { loginTakenText } from '@toguchi/domain/accounts/labels'
import type { OfficeActor } from '@toguchi/domain/access/actor'
import { contactProblem } from '@toguchi/domain/accounts/craftsman-links'
import { changeUsers, listTakenLogins, lockUsers, registerCraftsmen } from '../accounts/accounts.ts'
import type { Db } from '../platform/database/database.ts'
import type { Platform } from '../platform/platform.ts'
import { offersSms } from '../platform/settings.ts'
import type { RowChange } from '../platform/database/row-change.ts'
import { listAssignedCraftsmen } from './queries.ts'

interface CraftsmanForm {
  contractor_id: number
  name: string
  email: string | null
  phone: string | null
  login_id: string
}
type Changes = readonly RowChange<CraftsmanForm>[]

/** New craftsmen in one file: each is sent a link, and short messages cost money. */
const mostNewCraftsmen = 1_000

/** What no form of one craftsman sees: login ids of others, and companies that cannot be left while there is work (G-CRA-10). */
export const checkCraftsmen = async (
  platform: Platform,
  db: Db,
  actor: OfficeActor,
  changes: Changes,
  { rehearsal }: { rehearsal: boolean },
): Promise<Map<number, { key: string; text: string }>> => {
  const refusals = new Map<number, { key: string; text: string }>()
  const added = changes.filter(({ before }) => !before)
  const taken = new Set(
    await listTakenLogins(
      db,
      added.map(({ after }) => after.login_id),
    ),
  )
  const moving = changes.flatMap(({ before, after }) => (before && before.contractor_id !== after.contractor_id ? [before.id] : []))
  // Who moves to another company must not be given work in between.
  if (!rehearsal && moving.length > 0) await lockUsers(db, actor.clientId, moving)
  const assigned = new Set(moving.length === 0 ? [] : await listAssignedCraftsmen(db, actor, moving))
  let count = 0
  for (const [at, { before, after }] of changes.entries()) {
    if (!before && ++count > mostNewCraftsmen)
      refusals.set(at, {
        key: 'login_id',
        text: `職人の新規登録は一度に${mostNewCraftsmen.toLocaleString('ja-JP')}名までです。ファイルを分けてください。`,
      })
    const unreached = contactProblem(after, offersSms(platform.settings))
    for (const [key, [text = '']] of Object.entries(unreached ?? {})) refusals.set(at, { key, text })
    if (!before && taken.has(after.login_id.toLowerCase())) refusals.set(at, { key: 'login_id', text: loginTakenText })
    if (before && before.contractor_id !== after.contractor_id && assigned.has(before.id))
      refusals.set(at, { key: 'contractor_id', text: 'は工事に割り当てられている間は変更できません' })
  }
  return refusals
}

const addedOf = (changes: Changes) => changes.flatMap(({ before, after }) => (before ? [] : [after]))

/** Registers and changes many craftsmen that were checked; the new ones are sent a link, as by hand. */
export const saveCraftsmen = async (
  platform: Platform,
  db: Db,
  actor: OfficeActor,
  changes: Changes,
  { now }: { now: Date },
): Promise<void> => {
  await registerCraftsmen(platform, db, actor, addedOf(changes))
  await changeUsers(
    platform,
    db,
    actor,
    'craftsmans',
    changes.flatMap(({ before, after }) => (before ? [{ before, after }] : [])),
    now,
  )
}
