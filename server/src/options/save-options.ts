import type { OfficeActor } from '@toguchi/domain/access/actor'
import { nameTakenText } from '@toguchi/domain/masters/labels'
import type { Db } from '../platform/database/database.ts'
import { recordSubjectEvents } from '../platform/events.ts'
import { invalid } from '../platform/http/problem.ts'
import { changedFields, type RowChange } from '../platform/database/row-change.ts'
import { saveRows } from '../platform/database/save-rows.ts'
import { insertOptions, updateOptions } from './queries.ts'

interface OptionRow {
  name: string
  price: number
}

/** Adds and changes many options; their PDFs stay, and constructions keep the name and price they were given. */
export const saveOptions = async (db: Db, actor: OfficeActor, changes: readonly RowChange<OptionRow>[]): Promise<void> => {
  const { clientId } = actor
  const saved = await saveRows(changes, {
    update: rows => updateOptions(db, clientId, rows),
    insert: rows => insertOptions(db, clientId, rows),
    key: ({ name }) => name,
    problems: { options_name_key: () => invalid({ name: [nameTakenText] }) },
  })
  await recordSubjectEvents(
    db,
    saved.map(({ id, before, after: { name, price } }) => ({
      kind: before ? 'options.updated' : 'options.created',
      actor,
      clientId,
      subject: { type: 'options', id },
      change: before ? changedFields<OptionRow>(before, { name, price }, ['name', 'price']) : { after: { name, price } },
    })),
  )
}
