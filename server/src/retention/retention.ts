/** Front door of the retention slice. */
export { erasePeople } from './erase-people.ts'
export { eraseClients, eraseDueClient } from './erase-clients.ts'
