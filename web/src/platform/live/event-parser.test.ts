import fc from 'fast-check'
import { expect, it } from 'vitest'
import { eventParser, type ServerEvent } from './event-parser.ts'

const read = (...pieces: string[]) => {
  const parse = eventParser()
  return pieces.flatMap(piece => parse(piece).events)
}

it.each<[what: string, text: string, events: ServerEvent[]]>([
  ['an event with name, data and id', 'id: 7\nevent: changed\ndata: {"a":1}\n\n', [{ name: 'changed', data: '{"a":1}', id: '7' }]],
  ['a nameless one', 'data: x\n\n', [{ name: 'message', data: 'x', id: null }]],
  ['data of several lines', 'data: one\ndata\ndata: three\n\n', [{ name: 'message', data: 'one\n\nthree', id: null }]],
  ['one blank after the colon at most', 'data:  x\ndata:y\n\n', [{ name: 'message', data: ' x\ny', id: null }]],
  ['comments and unknown fields as nothing', ': hello\nfoo: bar\n\n:\n\n', []],
  [
    'an id that stays',
    'id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n',
    [
      { name: 'message', data: 'a', id: '1' },
      { name: 'message', data: 'b', id: '1' },
      { name: 'message', data: 'c', id: '' },
    ],
  ],
  ['no id with NUL in it', 'id: a\0b\ndata: x\n\n', [{ name: 'message', data: 'x', id: null }]],
  ['no event without data, and its name is forgotten', 'event: lost\n\ndata: x\n\n', [{ name: 'message', data: 'x', id: null }]],
  ['nothing that was not finished', 'data: x\n', []],
  ['a byte order mark', '\uFEFFdata: x\n\n', [{ name: 'message', data: 'x', id: null }]],
  ['CR, LF and both', 'data: a\rdata: b\r\ndata: c\n\r\n', [{ name: 'message', data: 'a\nb\nc', id: null }]],
])('reads %s', (_, text, events) => expect(read(text)).toEqual(events))

it('says when the server wants to be asked again', () => {
  const parse = eventParser()
  expect(parse('retry: 1500\n\n').retry).toBe(1500)
  expect(parse('retry: soon\n\n').retry).toBeNull()
})

it('takes one LF for the second half of a CRLF, not the next one too', () => {
  expect(read('data\r', '\n', '\n')).toEqual(read('data\r\n\n'))
})

it('reads the same however the stream is cut', () => {
  const line = fc.constantFrom('data: x', 'data: 日本', 'event: e', 'id: 3', ': comment', 'retry: 9', '', 'data', 'foo: bar')
  const end = fc.constantFrom('\n', '\r', '\r\n')
  fc.assert(
    fc.property(
      fc.array(fc.tuple(line, end), { maxLength: 30 }).map(lines => lines.flat().join('')),
      fc.array(fc.nat(200), { maxLength: 20 }),
      (text, cuts) => {
        const at = [0, ...cuts.map(cut => cut % (text.length + 1)).toSorted((one, other) => one - other), text.length]
        const pieces = at.slice(1).map((to, index) => text.slice(at[index], to))
        expect(pieces.join('')).toBe(text)
        // A piece may end between CR and LF, whose LF then ends no line.
        expect(read(...pieces)).toEqual(read(text))
      },
    ),
    { numRuns: 2_000 },
  )
})
