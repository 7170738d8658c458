/** One server-sent event. `id` is the last one that the stream named up to here, or null. */
export interface ServerEvent {
  name: string
  data: string
  id: string | null
}

interface Parsed {
  events: ServerEvent[]
  /** Milliseconds after which the server wants to be asked again, when it said so. */
  retry: number | null
}

/**
 * Reads a text/event-stream in whatever pieces it comes (the HTML standard, "Interpreting an event stream"): lines end with CR, LF or both,
 * a line of nothing sends the event, comments are signs of life only.
 */
export const eventParser = (): ((piece: string) => Parsed) => {
  let unread = ''
  let begun = false
  let afterReturn = false
  let id: string | null = null
  let name = ''
  let data: string[] = []

  return piece => {
    const parsed: Parsed = { events: [], retry: null }
    const readLine = (line: string) => {
      if (line === '') {
        if (data.length > 0) parsed.events.push({ name: name === '' ? 'message' : name, data: data.join('\n'), id })
        name = ''
        data = []
        return
      }
      const colon = line.indexOf(':')
      const field = colon < 0 ? line : line.slice(0, colon)
      const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
      if (field === 'event') name = value
      if (field === 'data') data.push(value)
      if (field === 'id' && !value.includes('\0')) id = value
      if (field === 'retry' && /^\d+$/.test(value)) parsed.retry = Number(value)
    }
    let text = unread + piece
    if (!begun && text !== '') {
      begun = true
      if (text.startsWith('\uFEFF')) text = text.slice(1)
    }
    // The second half of a CRLF whose first half ended the piece before.
    const rest = afterReturn && text.startsWith('\n') ? text.slice(1) : text
    if (text !== '') afterReturn = false
    text = rest
    let from = 0
    for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) {
      readLine(text.slice(from, index))
      from = index + end.length
      afterReturn = end === '\r' && from === text.length
    }
    unread = text.slice(from)
    return parsed
  }
}
