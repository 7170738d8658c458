import { expect, it } from 'vitest'
import { invalid } from '../http/problem.ts'
import { saveRows } from './save-rows.ts'

interface Row {
  name: string
}
const change = (name: string, id?: number) => ({ before: id === undefined ? null : { id, name: 'old' }, after: { name } })
const statements = {
  update: async (_rows: readonly (Row & { id: number })[]): Promise<unknown> => undefined,
  insert: async (rows: readonly Row[]) => new Map(rows.map(({ name }, at) => [name, 100 + at])),
  key: ({ name }: Row) => name,
  problems: { rows_name_key: () => invalid({ name: ['はすでに存在します'] }) },
}

it('answers every row with its id, in the order given', async () => {
  const sent: unknown[] = []
  const update = async (rows: readonly (Row & { id: number })[]) => sent.push(...rows)
  const saved = await saveRows([change('a'), change('b', 7), change('c')], { ...statements, update })
  expect(saved.map(({ id, after }) => [id, after.name])).toEqual([
    [100, 'a'],
    [7, 'b'],
    [101, 'c'],
  ])
  expect(sent).toEqual([{ id: 7, name: 'b' }])
})

it('gives no row an id that the database did not give', async () => {
  await expect(saveRows([change('a')], { ...statements, insert: async () => new Map() })).rejects.toThrow('a new row has no id')
})

it('has the words of the list for what its table refuses', async () => {
  const insert = () => Promise.reject(Object.assign(new Error(), { code: '23505', constraint: 'rows_name_key' }))
  await expect(saveRows([change('a')], { ...statements, insert })).rejects.toMatchObject({ fields: { name: ['はすでに存在します'] } })
})
