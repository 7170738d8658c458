// Front door of the photos: those that a room's page shows.
export { OwnCameraInput } from './camera/OwnCameraInput.tsx'
export { RoomPhotos } from './RoomPhotos.tsx'
export { isTooLarge, tooLargeText } from './taken-slots.ts'
export { useWaitingPhotos } from './waiting-photos.ts'
