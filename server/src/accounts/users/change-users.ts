import type { ReachedActor } from '@toguchi/domain/access/actor'
import type { Db } from '../../platform/database/database.ts'
import { recordSubjectEvents } from '../../platform/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { partsOf } from '../../platform/database/rows.ts'
import { changeContacts } from '../addresses/change-addresses.ts'
import { updateUsers, type UserFields } from './user-queries.ts'
import { personalFields } from './user-facts.ts'

/** Changes many users of one kind, whose login ids stay, as `changeUser` does one. */
export const changeUsers = async <Fields extends UserFields>(
  platform: Platform,
  db: Db,
  actor: ReachedActor,
  noun: 'staffs' | 'craftsmans',
  changes: readonly { before: Fields & { id: number }; after: Fields }[],
  now: Date,
): Promise<void> => {
  for (const part of partsOf(changes)) {
    await updateUsers(
      db,
      actor.clientId,
      part.map(({ before, after }) => ({ ...after, id: before.id })),
      now,
    )
    await changeContacts(
      platform,
      db,
      actor.clientId,
      part.flatMap(({ before, after }) => {
        const isPhoneMoved = before.phone !== after.phone
        return before.email === after.email && !isPhoneMoved ? [] : [{ id: before.id, email: after.email, isPhoneMoved, isRenamed: false }]
      }),
    )
    await recordSubjectEvents(
      db,
      part.map(({ before, after }) => {
        const names = (Object.keys(after) as (keyof Fields & string)[]).filter(name => before[name] !== after[name])
        const pick = (row: Fields, personal: boolean) =>
          Object.fromEntries(names.filter(name => personalFields.has(name) === personal).map(name => [name, row[name]]))
        return {
          kind: `${noun}.updated`,
          actor,
          clientId: actor.clientId,
          subject: { type: noun, id: before.id },
          change: { before: pick(before, false), after: pick(after, false) },
          ...(names.some(name => personalFields.has(name)) ? { personal: { before: pick(before, true), after: pick(after, true) } } : {}),
        }
      }),
    )
  }
}
