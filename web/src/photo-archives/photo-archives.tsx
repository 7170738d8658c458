// Front door of the photo archives: the way to a zip, from wherever photos are shown.
export { PhotoArchiveButton } from './PhotoArchiveButton.tsx'
