import { only } from '../access/actor.ts'

/** All clients at once: role 1 (G-ADM-10). */
export const canReadAllClients = only('admin')

/** What the platform says to its clients. */
export const canInformClients = only('admin')
