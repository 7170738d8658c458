import { afterAll, beforeAll, expect, it } from 'vitest'
import { openRace, type Race } from '../../../bench/race.ts'
import { freshDatabase, type FreshDatabase } from '../../test/database.ts'

/** `node bench/booking-race.ts` runs a hundred rounds of the same on a database that waits for its disk. */
const [rounds, residents, processes] = [5, 50, 3]

let database: FreshDatabase
let race: Race
beforeAll(async () => {
  database = await freshDatabase()
  race = await openRace(database.url, { processes, residents, rounds })
})
afterAll(async () => {
  await race.close()
  await database.drop()
})

it('gives a frame to one of fifty residents who ask three server processes at once, and the others keep theirs', async () => {
  for (let round = 0; round < rounds; round += 1) expect(await race.run()).toMatchObject({ winners: 1, losers: residents - 1, faults: [] })
})
