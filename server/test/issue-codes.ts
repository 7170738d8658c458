import { issueAuthenticationCodes } from '../src/authentication-codes/authentication-codes.ts'
import type { PlannedConstruction } from './planned-construction.ts'
import type { World } from './world.ts'

/** Gives every dwelling of a planned construction the code that its letters show. */
export const issueCodes = (world: World, { client, construction }: PlannedConstruction) =>
  world.inClient(client.id, db =>
    issueAuthenticationCodes(
      world.platform,
      db,
      client.id,
      construction.rooms.map(room => room.id),
    ),
  )
