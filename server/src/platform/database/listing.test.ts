import { describe, expect, it } from 'vitest'
import { openWorld } from '../../../test/world.ts'
import { listing } from './listing.ts'

const world = await openWorld()

describe('a list by room', () => {
  const names = async (sort_desc: boolean) => {
    const { rows } = await world.inClient(null, db =>
      listing<{ id: number; room_name: string | null }>(
        db,
        `select at as id, name as room_name from unnest(array['1111', 'A-1003', null, '206', 'A-203', '管理室', '106', '1111-2']) with ordinality of_room (name, at)`,
        [],
        { sort_by: 'room_name', sort_desc },
      ),
    )
    return rows.map(({ room_name }) => room_name)
  }

  it('goes by the numbers as people count them, what has no room last in both directions', async () => {
    const counted = ['106', '206', '1111', '1111-2', 'A-203', 'A-1003', '管理室']
    expect(await names(false)).toEqual([...counted, null])
    expect(await names(true)).toEqual([...counted.toReversed(), null])
  })
})
