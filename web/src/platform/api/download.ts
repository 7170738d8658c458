import { begin, end } from '../overlay/overlay.ts'
import { ApiError, ask, type Parts, reportError, type SendOptions } from './request.ts'

/**
 * Calls an endpoint that answers with a file and hands the file to the browser under the server's name for it. A link would not do:
 * it cannot carry the session.
 */
export const download = async (key: string, input: Parts, options: SendOptions = {}): Promise<void> => {
  const { message, signal, errors = 'page' } = options
  begin(message)
  try {
    const response = await ask(key, input, signal)
    const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'download'
    const address = URL.createObjectURL(await response.blob())
    const link = document.createElement('a')
    link.href = address
    link.download = decodeURIComponent(name)
    link.click()
    // The browser has taken the bytes by the next minute; until then they must not vanish.
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  } catch (error) {
    if (error instanceof ApiError) reportError(error, errors, key, input)
    throw error
  } finally {
    end()
  }
}
