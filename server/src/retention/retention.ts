/** Front door of the retention slice. */
export { erasePeople } from './erase-people.ts'
export { eraseClients } from './erase-clients.ts'
