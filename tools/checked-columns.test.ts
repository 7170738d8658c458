import { describe, expect, it } from 'vitest'
import { withClientIds, withUnions, wordsOf } from './checked-columns.ts'

describe('the words of a check', () => {
  it.each([
    [`CHECK ((status = ANY (ARRAY['open'::text, 'it''s'::text])))`, { column: 'status', words: ['open', "it's"] }],
    [`CHECK ((kind = 'day_before'::text))`, { column: 'kind', words: ['day_before'] }],
    [`CHECK (("row" = ANY (ARRAY['a'::text])))`, { column: 'row', words: ['a'] }],
    [`CHECK (((status = 'a'::text) = (closed_at IS NOT NULL)))`, undefined],
    [`CHECK (((kind = ANY (ARRAY['a'::text])) OR (other IS NOT NULL)))`, undefined],
    [`CHECK ((position > 0))`, undefined],
  ])('are read from %s', (definition, read) => {
    expect(wordsOf(definition)).toEqual(read)
  })
})

const generated = `export interface Doors {
  color: Generated<string>;
  kind: string;
  kind_before: string | null;
}

export interface DoorKeys {
  kind: string;
}

export interface DB {
  door_keys: DoorKeys;
  doors: Doors;
}
`

describe('the union of a checked column', () => {
  it('takes the place of string, whether generated, nullable or plain, in its own table', () => {
    const columns = ['color', 'kind', 'kind_before'].map(column => ({ table: 'doors', column, words: ['a', 'b'] }))
    const text = withUnions(generated, columns)
    expect(text).toContain("color: Generated<'a' | 'b'>;")
    expect(text).toContain("kind: 'a' | 'b';")
    expect(text).toContain("kind_before: 'a' | 'b' | null;")
    expect(text).toContain('export interface DoorKeys {\n  kind: string;')
  })

  it('is demanded of a column that is no text there', () => {
    expect(() => withUnions(generated, [{ table: 'doors', column: 'gone', words: ['a'] }])).toThrow('doors.gone is checked')
  })
})

describe('the id of a client', () => {
  it('is a ClientId in every table, and no other id is', () => {
    const text = withClientIds(
      'import type { ColumnType } from "kysely";\nexport interface Clients {\n  cd: string;\n  id: Generated<number>;\n}\n' +
        'export interface Rooms {\n  client_id: number;\n  id: Generated<number>;\n}\nexport interface Sessions {\n  client_id: number | null;\n}\n',
    )
    expect(text).toContain('import type { ClientId } from "@toguchi/domain/access/actor";')
    expect(text).toContain('  cd: string;\n  id: Generated<ClientId>;')
    expect(text).toContain('  client_id: ClientId;\n  id: Generated<number>;')
    expect(text).toContain('  client_id: ClientId | null;')
  })
})
