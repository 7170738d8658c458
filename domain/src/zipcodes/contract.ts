import { z } from 'zod'
import { isWorker } from '../access/actor.ts'
import { contract } from '../http/endpoint.ts'

export const zipcodes = contract({
  /** Unknown code: 422 with `message`, never 404, because the user typed it (G-API-10). Several towns give a choice (D-08). */
  'GET /api/zipcodes/:zipcode': {
    access: isWorker,
    scope: 'platform',
    response: z.object({ address: z.string(), addresses: z.array(z.string()) }),
  },
})
