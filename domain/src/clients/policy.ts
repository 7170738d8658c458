import { only } from '../access/actor.ts'

/** Role 1 keeps the companies; operators choose among the contracted ones (G-ADM-01). */
export const canManageClients = only('admin')
export const canChooseClients = only('admin', 'operator')
/** The company's own settings (G-MAS-09). */
export const canChangeSettings = only('admin', 'staffAdmin')
