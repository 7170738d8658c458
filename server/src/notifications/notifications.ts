/** Front door of the notifications: who hears of an event at a construction, and how. */
export { notify, notifyInClient, notifyOfRooms, notifyProxy } from './notify.ts'
export { releaseProxy } from './release-proxy.ts'
export { preparationColumns } from './preparation.ts'
