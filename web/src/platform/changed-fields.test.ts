import { describe, expect, it } from 'vitest'
import { changedFields } from './changed-fields.ts'

describe('what a form changed', () => {
  const before = { name: '電気錠', price: 5_000 as number | string, people: [{ id: 1, name: '佐藤', _destroy: false }] }

  it('is what differs from what it was laid out with', () => {
    expect(changedFields(before, { ...before, name: '電子錠' })).toEqual({ name: '電子錠' })
    expect(changedFields(before, structuredClone(before))).toEqual({})
  })

  it('takes of rows what was changed of each, and an emptied field is a change', () => {
    const added = { name: '鈴木', _destroy: false }
    expect(changedFields(before, { ...before, people: [...before.people, added] })).toEqual({ people: [{ id: 1 }, added] })
    const removed = { id: 1, name: '佐藤', _destroy: true }
    expect(changedFields(before, { ...before, people: [removed] })).toEqual({ people: [{ id: 1, _destroy: true }] })
    const units = (name: string) => ({
      rows: [
        {
          id: 5,
          units: [
            { id: 6, name },
            { id: 7, name: '良' },
          ],
        },
      ],
    })
    expect(changedFields(units('可'), units('不可'))).toEqual({ rows: [{ id: 5, units: [{ id: 6, name: '不可' }, { id: 7 }] }] })
    expect(changedFields(before, { ...before, people: [] })).toEqual({ people: [] })
    expect(changedFields(before, { ...before, price: '' })).toEqual({ price: '' })
  })

  it('sees a field that was not there before, and none in a key without a value', () => {
    expect(changedFields<{ name: string; remove_pdf?: boolean }>({ name: 'a' }, { name: 'a', remove_pdf: true })).toEqual({
      remove_pdf: true,
    })
    expect(changedFields<{ rows: { id?: number | undefined }[] }>({ rows: [{}] }, { rows: [{ id: undefined }] })).toEqual({})
  })
})
