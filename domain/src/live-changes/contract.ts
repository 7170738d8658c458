import { z } from 'zod'
import { isWorker } from '../access/actor.ts'
import { contract } from '../http/endpoint.ts'
import { query } from '../http/fields.ts'

/** The data of the stream's events, by their names. */
export interface ChangeNews {
  /** Something was committed at this construction; null: something may have been missed, wherever. */
  changed: { construction_id: number | null }
  /** The room that the stream asked for got a photo, or lost one. */
  photographed: { construction_id: number; room_id: number }
}

/** Pages that several people have open hear that somebody else acted (feature 16): what is read anew they know themselves. */
export const liveChanges = contract({
  /**
   * Server-sent events (`ChangeNews`) of the constructions that the caller reaches, or of one, and of the photos of a room; 404 where they reach none. 429 from the
   * eleventh stream of a person, schedules' included. It ends by itself after two minutes, with the session, and with the contract.
   */
  'GET /api/live': {
    access: isWorker,
    query: z.strictObject({ construction_id: query.id.optional(), room_id: query.id.optional() }),
    response: z.never(),
  },
})
