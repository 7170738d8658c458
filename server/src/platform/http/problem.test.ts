import { describe, expect, it } from 'vitest'
import { conflict, onConstraint } from './problem.ts'

const refusal = (message: string, more: Record<string, unknown>) => Object.assign(new Error(message), more)
const taken = () => conflict('この部屋番号はすでにあります。', 'name_taken')
const caught = (error: Error) =>
  onConstraint(Promise.reject(error), { rooms_name_key: taken }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )

describe('onConstraint', () => {
  it.each([
    ['by its name', refusal('duplicate key', { code: '23505', constraint: 'rooms_name_key' })],
    ['by the message alone', refusal('duplicate key value violates unique constraint "rooms_name_key"', { code: '23505' })],
    ['by the name of its shard', refusal('duplicate key value violates unique constraint "rooms_name_key_102175"', { code: '23505' })],
  ])('knows a violated constraint %s', async (_how, error) => expect(await caught(error)).toMatchObject({ code: 'name_taken' }))

  it.each([
    ['another constraint', refusal('violates unique constraint "rooms_cell_key"', { code: '23505', constraint: 'rooms_cell_key' })],
    ['another fault that names it', refusal('permission denied for constraint "rooms_name_key"', { code: '42501' })],
    ['no fault of the database', refusal('constraint "rooms_name_key"', {})],
  ])('throws on what is %s', async (_what, error) => expect(await caught(error)).not.toHaveProperty('status'))
})
