import { ApiError, type SendOptions } from '../platform/api/request.ts'

/** The loader whose page stands on the screen. */
let lastLoad: unknown = null

/**
 * The loader of a page that also asks again while it stands: after every change, for links that grow old, when a step enters the address.
 * Then it makes no sign, and without a network the page keeps what it shows; the first time a failure is one.
 */
export const keepingLast = <T>(load: (options: SendOptions) => Promise<T>) => {
  let last: { data: T } | null = null
  return async ({ request }: { request: Request }): Promise<T> => {
    const again = lastLoad === load && new URL(request.url).pathname === location.pathname ? last : null
    try {
      const data = await load(again === null ? {} : { silent: true })
      lastLoad = load
      last = { data }
      return data
    } catch (error) {
      if (again !== null && error instanceof ApiError && error.status === 0) return again.data
      throw error
    }
  }
}
