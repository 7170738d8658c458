import type { OfficeActor } from '@toguchi/domain/access/actor'
import { changeUsers, type FirstPassword, firstPasswords, listTakenLogins, lockUsers, registerCraftsmen } from '../accounts/accounts.ts'
import type { Db } from '../platform/database/database.ts'
import type { Platform } from '../platform/platform.ts'
import { stale } from '../platform/http/problem.ts'
import type { RowChange } from '../platform/database/row-change.ts'
import { listAssignedCraftsmen } from './queries.ts'

interface CraftsmanForm {
  contractor_id: number
  name: string
  email: string
  phone: string | null
  login_id: string
}
type Changes = readonly RowChange<CraftsmanForm>[]

/** New craftsmen in one file: every one of them gets a first password, and to hash it takes a while on purpose (D-14). */
const mostNewCraftsmen = 1_000
const mostNewMeanwhile = 20

/** What no form of one craftsman sees: login ids of others, and companies that cannot be left while there is work (G-CRA-10). */
export const checkCraftsmen = async (
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
    if (!before && taken.has(after.login_id.toLowerCase())) refusals.set(at, { key: 'login_id', text: 'はすでに存在します' })
    if (before && before.contractor_id !== after.contractor_id && assigned.has(before.id))
      refusals.set(at, { key: 'contractor_id', text: 'は工事に割り当てられている間は変更できません' })
  }
  return refusals
}

const addedOf = (changes: Changes) => changes.flatMap(({ before, after }) => (before ? [] : [after]))

/** The first passwords of those who are new, made outside of any transaction: a thousand of them take most of a minute. */
export const prepareCraftsmen = (changes: Changes): Promise<FirstPassword[]> =>
  firstPasswords(Math.min(addedOf(changes).length, mostNewCraftsmen))

/** Registers and changes many craftsmen that were checked; the new ones are mailed their first password, as by hand. */
export const saveCraftsmen = async (
  platform: Platform,
  db: Db,
  actor: OfficeActor,
  changes: Changes,
  { now, rehearsal, passwords = [] }: { now: Date; rehearsal: boolean; passwords: readonly FirstPassword[] | undefined },
): Promise<void> => {
  const added = addedOf(changes)
  // Who became new after the passwords were made is one or two; for many a transaction would rest too long.
  const missing = added.length - passwords.length
  if (!rehearsal && missing > mostNewMeanwhile) throw stale()
  const further = await firstPasswords(missing, { rehearsal })
  await registerCraftsmen(platform, db, actor, added, [...passwords, ...further])
  await changeUsers(
    platform,
    db,
    actor,
    'craftsmans',
    changes.flatMap(({ before, after }) => (before ? [{ before, after }] : [])),
    now,
  )
}
