import { isOffice, only } from '../access/actor.ts'

/** Support histories are the office's own: never shown to craftsmen or residents (G-BLD-07, G-ROOM-17). */
export const canKeepSupport = isOffice
/** What was said is erased on request by the company's administrators (decision 048). */
export const canEraseSupport = only('admin', 'staffAdmin')
