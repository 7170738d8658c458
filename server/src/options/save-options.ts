import type { ClientActor } from '@toguchi/domain/access/actor'
import { nameTakenText } from '@toguchi/domain/masters/labels'
import type { Db } from '../platform/database.ts'
import { recordSubjectEvents } from '../platform/events.ts'
import { invalid, onConstraint } from '../platform/problem.ts'
import { changedFields, type RowChange } from '../platform/row-change.ts'
import { partsOf } from '../platform/rows.ts'
import { insertOptions, updateOptions } from './queries.ts'

interface OptionRow {
  name: string
  price: number
}

/** Adds and changes many options; their PDFs stay, and constructions keep the name and price they were given. */
export const saveOptions = async (db: Db, actor: ClientActor, changes: readonly RowChange<OptionRow>[]): Promise<void> => {
  const { clientId } = actor
  for (const part of partsOf(changes)) {
    const added = part.flatMap(({ before, after }) => (before ? [] : [after]))
    const changed = part.flatMap(({ before, after }) => (before ? [{ ...after, id: before.id }] : []))
    const save = async () => {
      if (changed.length > 0) await updateOptions(db, clientId, changed)
      return added.length > 0 ? insertOptions(db, clientId, added) : new Map<string, number>()
    }
    const ids = await onConstraint(save(), { options_name_key: () => invalid({ name: [nameTakenText] }) })
    await recordSubjectEvents(
      db,
      part.map(({ before, after: { name, price } }) => ({
        kind: before ? 'options.updated' : 'options.created',
        actor,
        clientId,
        subject: { type: 'options', id: before?.id ?? ids.get(name) ?? 0 },
        change: before ? changedFields<OptionRow>(before, { name, price }, ['name', 'price']) : { after: { name, price } },
      })),
    )
  }
}
