// Front door of the photos: those that a room's page shows.
export { RoomPhotos } from './RoomPhotos.tsx'
export { useWaitingPhotos } from './waiting-photos.ts'
