import { ApiError } from '../api/request.ts'

/**
 * What keeps and sends: it comes once the page stands (ui/unsent), and a press before that waits for it. On a phone that has been here it
 * lies in the service worker's cache.
 */
export const fetchedOutbox = async (): Promise<Pick<typeof import('./outbox.ts'), 'drop' | 'send'>> => {
  try {
    // Taken out here: a module that did not arrive is none (start.tsx).
    const { drop, send } = await import('./outbox.ts')
    return { drop, send }
  } catch {
    throw new ApiError(0, { message: '電波がなく、この端末にも保存できませんでした。電波のよい場所でもう一度お試しください。' })
  }
}
