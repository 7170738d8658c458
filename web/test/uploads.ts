import { vi } from 'vitest'

/** Uploads that a test answers itself: they stay on their way until then. */
export const stubUploads = () => {
  const sent: string[] = []
  /** Of each, in the order in which they were sent. */
  const headers: Record<string, string>[] = []
  const onTheirWay: Upload[] = []
  class Upload extends XMLHttpRequest {
    payload: unknown = null
    override open(method: string, url: string | URL) {
      sent.push(`${method} ${String(url)}`)
      headers.push({})
    }
    override setRequestHeader(name: string, value: string) {
      Object.assign(headers.at(-1) ?? {}, { [name]: value })
    }
    override send(body?: unknown) {
      this.payload = body
      onTheirWay.push(this)
    }
    override abort() {
      this.dispatchEvent(new ProgressEvent('abort'))
    }
    override getAllResponseHeaders() {
      return 'content-type: application/json'
    }
    arrive(status = 201, body = '{}') {
      onTheirWay.splice(onTheirWay.indexOf(this), 1)
      for (const [name, value] of Object.entries({ status, response: body, responseText: body }))
        Object.defineProperty(this, name, { value })
      this.dispatchEvent(new ProgressEvent('load'))
    }
    /** The line is down. */
    fail() {
      onTheirWay.splice(onTheirWay.indexOf(this), 1)
      this.dispatchEvent(new ProgressEvent('error'))
    }
  }
  vi.stubGlobal('XMLHttpRequest', Upload)
  return { sent, headers, onTheirWay }
}
