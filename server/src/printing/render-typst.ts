import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Bookmark } from './join-pdfs.ts'

const child = fileURLToPath(new URL('./typst-child.ts', import.meta.url))

/** Some pages of a document, drawn at a time: what memory grows with. */
export interface Part {
  /** What the template draws. Of what stands in `rooms`, each gets the QR of its `url`. */
  data: object
  /** Drawn by the template as `image("/name")`: JPEG or PNG of our own, for nothing else looks at them before they are drawn. */
  pictures?: readonly { name: string; bytes: Uint8Array }[]
  /** How far the job is once this is drawn. */
  done: number
}

/** What holds the parts together. */
export interface PartedDocument {
  title: string
  bookmarks?: readonly Bookmark[]
}

interface Taking<T> {
  /** Takes the PDF as it comes; the stream fails where the drawing does. */
  take: (pdf: Readable) => Promise<T>
  /** Told after each part how far the job is. */
  onProgress: (done: number) => void
}

/** Parts that are with the engine at a time: one that is drawn, one that lies ready. */
const mostAhead = 2

/**
 * Renders a template with its data into a PDF, in a process of its own: the compiler works synchronously and gives no memory back.
 * The data is data, never template: what a user typed cannot become Typst. Throws with the compiler's message.
 */
export const renderTypst = async (template: string, data: unknown): Promise<Buffer> => {
  const engine = startEngine(template)
  engine.stdin.end(JSON.stringify(data))
  return buffer(engine.pdf())
}

/**
 * The same for a document of many pages, part after part: while one is drawn the next is made ready, and no more than that is held here or
 * there, pictures included. The pages are joined as a stream (decision 037).
 */
export const renderParts = async <T>(
  template: string,
  document: PartedDocument,
  parts: Iterable<Part> | AsyncIterable<Part>,
  { take, onProgress }: Taking<T>,
): Promise<T> => {
  const engine = startEngine(template, 'parts')
  const send = async (line: unknown) => {
    if (!engine.stdin.write(`${asLine(line)}\n`)) await Promise.race([once(engine.stdin, 'drain'), engine.ended])
  }
  const feed = async () => {
    const drawn = createInterface({ input: engine.progress })[Symbol.asyncIterator]()
    let ahead = 0
    const settle = async () => {
      const { value, done } = await drawn.next()
      // It ended early, and says why.
      if (done) return engine.ended
      ahead -= 1
      onProgress(Number(value))
    }
    await send(document)
    for await (const { data, done, pictures = [] } of parts) {
      await send({ data, done, pictures: pictures.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') })) })
      ahead += 1
      while (ahead >= mostAhead) await settle()
    }
    engine.stdin.end()
    while (ahead > 0) await settle()
  }
  const fed = feed()
  // What stops the feeding is why the engine ends without all of its parts.
  fed.catch(() => engine.kill())
  const pdf = async function* () {
    yield* engine.pdf(fed)
  }
  try {
    return await take(Readable.from(pdf(), { objectMode: false }))
  } finally {
    engine.kill()
  }
}

/** The two separators end a line where it is read, and may stand in what people wrote. */
const asLine = (value: unknown) =>
  JSON.stringify(value).replaceAll(/[\u2028\u2029]/g, separator => `\\u${separator.charCodeAt(0).toString(16)}`)

const startEngine = (template: string, ...mode: ['parts'] | []) => {
  const engine = spawn(process.execPath, [child, template, ...mode], { stdio: ['pipe', 'pipe', 'pipe', 'pipe'] })
  const errors: Buffer[] = []
  engine.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    engine.on('error', reject)
    engine.on('close', code => {
      if (code === 0) resolve()
      else reject(new Error(`typst: ${Buffer.concat(errors).toString('utf8').slice(0, 2_000)}`))
    })
  })
  ended.catch(() => undefined)
  // That it ended early is told by how it ended.
  engine.stdin.on('error', () => undefined)
  const progress = engine.stdio[3] as Readable
  if (mode.length === 0) progress.resume()
  return {
    stdin: engine.stdin,
    progress,
    ended,
    kill: () => engine.kill('SIGKILL'),
    /** Fails where the engine does, or what it was fed by. */
    async *pdf(fed?: Promise<void>): AsyncGenerator<Buffer> {
      for await (const chunk of engine.stdout) yield chunk as Buffer
      await fed
      await ended
    },
  }
}
