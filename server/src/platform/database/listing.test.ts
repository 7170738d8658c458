import { describe, expect, it } from 'vitest'
import { openWorld } from '../../../test/world.ts'
import { countedRoom, listing } from './listing.ts'

const world = await openWorld()

describe('a list by room', () => {
  const names = async (sort_desc: boolean) => {
    const { rows } = await world.inClient(null, db =>
      listing<{ id: number; room_name: string | null }>(
        db,
        `select at as id, name as room_name from unnest(array['1111', 'A-1003', null, '206', 'A-203', '管理室', '106', '1111-2', '1-1003', '1111-10', '１０７', 'a-5', '1-203', '第1棟1003', '第1棟203', '105']) with ordinality of_room (name, at)`,
        [],
        { sort_by: 'room_name', sort_desc },
        { room_name: countedRoom('room_name') },
      ),
    )
    return rows.map(({ room_name }) => room_name)
  }

  it('goes by the numbers as people count them, what has no room last in both directions', async () => {
    const numbered = ['1-203', '1-1003', '105', '106', '１０７', '206', '1111', '1111-2', '1111-10']
    const counted = numbered.concat('a-5', 'A-203', 'A-1003', '第1棟203', '第1棟1003', '管理室')
    expect(await names(false)).toEqual([...counted, null])
    expect(await names(true)).toEqual([...counted.toReversed(), null])
  })
})
