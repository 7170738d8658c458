import { describe, expect, it } from 'vitest'
import { conflict, invalid, onConstraint } from './problem.ts'

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

describe('a refusal of fields', () => {
  const sentences = (field: string, text: string) =>
    (invalid({ [field]: [text] }).body({ 'rows[].name': '部屋番号', days: '休日' }) as { errors: { full_messages: string[] } }).errors
      .full_messages

  it('names the field in Japanese, in rows and lists too', () => {
    expect(sentences('rows[3].name', 'を入力してください')).toEqual(['部屋番号を入力してください'])
    expect(sentences('days[0]', 'は一覧にありません')).toEqual(['休日は一覧にありません'])
  })
  it('says no name that only we have', () =>
    expect(sentences('schedule_settings', 'を入力してください')).toEqual([
      '送信された内容に誤りがあります。画面を再読み込みして、もう一度お試しください。',
    ]))
  it('leaves a sentence as it is', () => expect(sentences('file', '20MBまで登録できます。')).toEqual(['20MBまで登録できます。']))
})
