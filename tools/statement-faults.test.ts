import { parse } from 'libpg-query'
import { describe, expect, it } from 'vitest'
import { nullsOf, silentInserts, unboundTables } from './statement-faults.ts'

const tenantTables = new Set(['rooms', 'orders', 'order_details'])
const unbound = async (text: string, isPlain = true) => unboundTables(await parse(text), tenantTables, { isPlain })

describe('whose rows of a table are meant', () => {
  it.each([
    'select id from rooms where client_id = $1',
    'select id from rooms where client_id = $1::bigint and id = 3',
    'select 1 from rooms r join orders o on o.client_id = r.client_id and o.room_id = r.id where r.client_id = $1',
    'select 1 from rooms r left join orders o on o.client_id = $1 and o.room_id = r.id where $1 = r.client_id',
    'select 1 from rooms r where r.client_id = $1 and exists (select from orders o where o.client_id = $1 and o.room_id = r.id)',
    'update rooms r set name = $2 from orders o where r.client_id = $1 and o.client_id = r.client_id and o.room_id = r.id',
    'delete from rooms where client_id = $1',
    'insert into rooms (client_id, name) values ($1, $2)',
    'insert into rooms (client_id, name) select $1, name from orders where client_id = $1',
    'with rooms as (select id from orders where client_id = $1) select id from rooms',
    'select id from clients',
  ])('is said by %s', async text => {
    expect(await unbound(text)).toEqual([])
  })

  it('takes only the first parameter of plain text for the client, and any value that a template brings', async () => {
    expect(await unbound('select id from rooms where client_id = $2')).toEqual(['rooms'])
    expect(await unbound('select id from rooms where client_id = $2', false)).toEqual([])
  })

  it.each([
    ['select id from rooms where id = $1', ['rooms']],
    ['select id from rooms where client_id = $1 or id = $2', ['rooms']],
    ['select id from rooms where client_id <> $1', ['rooms']],
    ['select 1 from rooms r, orders o where r.client_id = $1 and o.room_id = r.id', ['orders o']],
    ['select 1 from rooms r where r.client_id = $1 and exists (select from orders o where o.client_id = r.client_id)', ['orders o']],
    ['select (select max(id) from orders o where o.client_id = r.client_id) from rooms r where r.client_id = $1', ['orders o']],
    [
      'select 1 from rooms r cross join lateral (select id from orders o where o.client_id = r.client_id) l where r.client_id = $1',
      ['orders o'],
    ],
    ['update rooms r set name = $2 where r.id = $1', ['rooms r']],
    ['delete from orders where id in (select order_id from order_details where client_id = $1)', ['orders']],
    ['insert into rooms (client_id, name) select $1, name from orders', ['orders']],
    ['select id from rooms where client_id = $1 union all select id from orders', ['orders']],
    ['with own as (select id from orders) select id from own', ['orders']],
  ])('is not said by %s', async (text, tables) => {
    expect(await unbound(text)).toEqual(tables)
  })
})

describe('what a statement does to a column that may be null', () => {
  it.each([
    ['select r.id, r.closed_at from rooms r where r.client_id = $1', ['as the column', 'as the column']],
    ['select r.closed_at from rooms r where r.closed_at is not null', ['refused']],
    ['select r.closed_at from rooms r where r.closed_at < $1', ['refused']],
    ['select r.id, o.id from rooms r left join orders o on o.room_id = r.id', ['as the column', 'made']],
    ['select r.id, o.id from rooms r right join orders o on o.room_id = r.id', ['made', 'as the column']],
    ['select r.id, o.id from rooms r full join orders o on o.room_id = r.id', ['made', 'made']],
    ['select * from rooms', undefined],
    ['select id from rooms union all select id from orders', undefined],
  ])('is told of %s', async (text, nulls) => {
    expect(nullsOf(await parse(text))).toEqual(nulls)
  })
})

describe('rows put in out of a select', () => {
  it.each([
    ['insert into rooms (client_id, name) select $1, name from unnest($2::text[]) as given (name)', ['rooms']],
    ['with given as (select 1) insert into rooms (client_id) select $1 from given on conflict do nothing', ['rooms']],
    ['with room as (insert into rooms (client_id) select $1 from clients) select 1', ['rooms']],
    ['insert into rooms (client_id, name) select $1, name from unnest($2::text[]) as given (name) returning id', []],
    ['insert into rooms (client_id, name) values ($1, $2), ($1, $3)', []],
    ['insert into clients (name) select $1', []],
  ])('%s', async (text, tables) => expect(silentInserts(await parse(text), tenantTables)).toEqual(tables))
})
