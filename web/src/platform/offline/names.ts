/** Where the service worker looks for pictures of today's and tomorrow's rooms. */
export const picturesCache = 'toguchi-pictures'
