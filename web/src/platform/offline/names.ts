/** Where the service worker looks for pictures of today's and tomorrow's rooms. */
export const picturesCache = 'toguchi-pictures'

/**
 * A link to a file without what makes it run out: `/api/files/7.31v.1764000000000.signature` shows the same as the one of ten minutes
 * later, so a picture is carried once and found under each of its links.
 */
export const pictureKey = (url: string, origin: string): string => {
  const { pathname } = new URL(url, origin)
  return `${origin}${pathname.replace(/^(\/api\/files\/\d+\.\d+v?)\..*$/, '$1')}`
}
