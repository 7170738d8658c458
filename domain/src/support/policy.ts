import { isOffice } from '../access/actor.ts'

/** Support histories are the office's own: never shown to craftsmen or residents (G-BLD-07, G-ROOM-17). */
export const canKeepSupport = isOffice
