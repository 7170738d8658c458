import { nameForComparison } from '@toguchi/domain/rooms/room-names'
import { describe, expect, it } from 'vitest'
import { buildRandomCompany, randomDay } from '../../../test/random-company.ts'
import { openWorld } from '../../../test/world.ts'
import { anyNumber, like, likeName } from '../../platform/database/listing.ts'
import { rowsOf } from '../../platform/database/rows.ts'
import { searchRooms } from '../list-queries.ts'
import { roomTables } from '../queries.ts'

const world = await openWorld()
world.setNow(`${randomDay}T12:00:00+09:00`)

/** As it stood before indexes could serve it; rooms of one name in one construction do not exist, so the order is whole. */
const amongAllRooms = `select r.id, r.name, r.construction_id, c.name as construction_name, b.name as building_name, res.name as resident_name, a.date, f.start_at, f.end_at, r.status
     from ${roomTables}
     join constructions c on c.client_id = r.client_id and c.id = r.construction_id and c.discarded_at is null
     join buildings b on b.client_id = c.client_id and b.id = c.building_id
     where r.client_id = $1 and (r.name_key ilike $2 or r.name_key ~ $6 or res.name_key like $3 or $4 in (res.phone, res.unproven_phone))
     order by (lower(r.name_key) = lower($5)) desc, (r.name_key ilike $2) desc, coalesce(r.name_key ~ $6, false) desc, (r.closed_at is null) desc, c.id desc, r.name_key limit 50`

const keywords = [
  '203',
  '2',
  '01',
  'A203',
  'a2',
  'b1',
  '2-203',
  '２０３号室',
  '店舗',
  '店舗203',
  '1-2',
  '清水',
  '清水太郎',
  'しみず',
  '佐藤',
  'grand',
  '09011110001',
  '090-1111-0002',
  '0901111',
  '%',
  '_',
  '203-1',
  'A',
  '号室',
  'ー',
]

describe('a room, a resident or a telephone that is looked for, by indexes (decision 089)', () => {
  it.each([2_000, 5])('finds the very rows that a look at all rooms finds, where %i are many', async many => {
    for (let round = 0; round < 3; round += 1) {
      const { client } = await buildRandomCompany(world)
      for (const keyword of keywords)
        await world.inClient(client.id, async db => {
          const plain = nameForComparison(keyword).replace(/号室?$/, '')
          const values = [client.id, like(plain).slice(1), likeName(plain), plain.replaceAll(/[-\s]/g, ''), plain, anyNumber([plain])]
          expect([keyword, await searchRooms(db, client.id, keyword, many)]).toEqual([keyword, await rowsOf(db, amongAllRooms, values)])
        })
    }
  })
})
