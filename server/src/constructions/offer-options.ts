import type { ClientId } from '@toguchi/domain/access/actor'
import type { OptionRow } from '@toguchi/domain/constructions/contract'
import { duplicateOptionText, foreignPriceText } from '@toguchi/domain/constructions/labels'
import type { Db } from '../platform/database/database.ts'
import { notFound } from '../platform/http/problem.ts'
import type { FieldErrors } from './field-errors.ts'
import {
  discardOfferedOptions,
  insertOfferedOptions,
  listLiveOptions,
  listOfferedOptions,
  type OfferedOptionRow,
  updateOfferedOptions,
} from './queries.ts'

export interface OptionsPlan {
  discarded: number[]
  /** `moved` ones are another option from now on. */
  written: { id: number | null; moved: boolean; values: Omit<OfferedOptionRow, 'id'> & { position: number } }[]
}

/**
 * Compares the rows with what is offered. Name and price are those of the master at this moment and stay, whatever becomes of the
 * master (G-ORD-17); the same name is never offered twice (spec §5). Reads only; errors of rows go to `errors`.
 */
export const planOptions = async (
  db: Db,
  clientId: ClientId,
  constructionId: number | null,
  rows: readonly OptionRow[],
  errors: FieldErrors,
): Promise<OptionsPlan> => {
  const offered = constructionId === null ? [] : await listOfferedOptions(db, clientId, constructionId)
  const masters = new Map(
    (
      await listLiveOptions(
        db,
        clientId,
        rows.flatMap(row => row.option_id ?? []),
      )
    ).map(option => [option.id, option]),
  )
  const plan: OptionsPlan = { discarded: [], written: [] }
  const touched = new Set(rows.flatMap(row => row.id ?? []))
  const names = new Set(offered.filter(option => !touched.has(option.id)).map(option => option.option_name))
  for (const [at, row] of rows.entries()) {
    const entry = row.id === undefined ? undefined : offered.find(option => option.id === row.id)
    if (row.id !== undefined && !entry) throw notFound()
    if (row._destroy) {
      if (entry) plan.discarded.push(entry.id)
      continue
    }
    const master = chosenMaster(row, entry, masters)
    const field = `constructions_options[${at}].option_id`
    if (master === null) {
      errors.add(field, row.option_id === undefined ? 'オプションを選択してください' : 'オプションは一覧にありません')
      continue
    }
    if (names.has(master.name)) errors.add(field, duplicateOptionText)
    names.add(master.name)
    if (row.price !== undefined && row.price !== master.price) errors.add(`constructions_options[${at}].price`, foreignPriceText)
    plan.written.push({
      id: entry?.id ?? null,
      moved: entry !== undefined && entry.option_id !== master.id,
      values: valuesOf(row, entry, master, at),
    })
  }
  return plan
}

interface Chosen {
  id: number
  name: string
  price: number
}

/** An entry that keeps its option keeps the name and price it was given. */
const chosenMaster = (row: OptionRow, entry: OfferedOptionRow | undefined, masters: ReadonlyMap<number, Chosen>): Chosen | null => {
  if (entry && (row.option_id === undefined || row.option_id === entry.option_id))
    return { id: entry.option_id, name: entry.option_name, price: entry.price }
  return (row.option_id === undefined ? undefined : masters.get(row.option_id)) ?? null
}

const valuesOf = (row: OptionRow, entry: OfferedOptionRow | undefined, option: Chosen, position: number) => ({
  option_id: option.id,
  option_name: option.name,
  price: option.price,
  before_construction: row.before_construction ?? entry?.before_construction ?? true,
  under_construction: row.under_construction ?? entry?.under_construction ?? true,
  after_construction: row.after_construction ?? entry?.after_construction ?? true,
  position,
})

/** Does what was planned: what goes or moves is hidden first, so that two rows may change their options. */
export const applyOptions = async (db: Db, clientId: ClientId, constructionId: number, plan: OptionsPlan, now: Date): Promise<void> => {
  const moved = plan.written.flatMap(({ id, moved: moves }) => (moves && id !== null ? [id] : []))
  await discardOfferedOptions(db, clientId, [...plan.discarded, ...moved], now)
  await updateOfferedOptions(
    db,
    clientId,
    plan.written.flatMap(({ id, values }) => (id === null ? [] : [{ id, ...values }])),
  )
  await insertOfferedOptions(
    db,
    clientId,
    constructionId,
    plan.written.flatMap(({ id, values }) => (id === null ? [values] : [])),
  )
}
