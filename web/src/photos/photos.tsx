// Front door of the photos: the matrix that a room's page shows.
export { PhotoMatrix } from './PhotoMatrix.tsx'
