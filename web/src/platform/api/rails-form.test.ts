import { expect, it } from 'vitest'
import { bracketed, holdsFile, multipart, searchOf } from './rails-form.ts'

it.each([
  [{ status: ['a', 'b'] }, 'status[]=a&status[]=b'],
  [{ craftsman: { contractor_id: 3 } }, 'craftsman[contractor_id]=3'],
  [{ exclude_pagination: true, page: undefined, name: null }, 'exclude_pagination=true&name='],
  [{ rows: [{ a: 1, b: 2 }, { a: 3 }] }, 'rows[0][a]=1&rows[0][b]=2&rows[1][a]=3'],
  [{ 名: '青 葉&=' }, '名=青 葉&='],
  [{}, ''],
])('%o', (query, expected) => {
  expect(searchOf(query).split('&').map(decodeURIComponent).join('&')).toBe(expected)
})

it('sends files under their Rails names', () => {
  const file = new File(['x'], '写真.jpg', { type: 'image/jpeg' })
  const form = multipart({ room_image: { timing: 'before_construction', file } }, { 'room_image[sign]': file })
  expect([...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.name])).toEqual([
    ['room_image[timing]', 'before_construction'],
    ['room_image[file]', '写真.jpg'],
    ['room_image[sign]', '写真.jpg'],
  ])
  expect(holdsFile({ a: [{ b: file }] })).toBe(true)
  expect(holdsFile({ a: [{ b: 'file' }] })).toBe(false)
  expect(bracketed(file, 'file')).toEqual([['file', file]])
})
