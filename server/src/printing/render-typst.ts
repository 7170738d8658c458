import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const child = fileURLToPath(new URL('./typst-child.ts', import.meta.url))

/** Drawing the data's `rooms`, a page or more each, in parts. */
export interface InParts {
  /** Rooms drawn at a time: what memory grows with. */
  pagesAtOnce: number
  /** Told after each part how many rooms are done. */
  onProgress: (done: number) => void
}

/** A letter of one page became longer than its page. */
export class PagesOverflow extends Error {}

/** What the child ends with where a letter is longer than it may be. */
export const overflowExit = 3

/**
 * Renders a template with its data into a PDF, in a process of its own: the compiler works synchronously and gives no memory back.
 * The data is data, never template: what a user typed cannot become Typst. Throws with the compiler's message. Where the data says how
 * many `pages` it is to have, more of them are a `PagesOverflow`.
 */
export const renderTypst = (template: string, data: unknown, parts?: InParts): Promise<Buffer> =>
  run([template, ...(parts ? [String(parts.pagesAtOnce)] : [])], data, parts?.onProgress)

/** The first page as a picture (SVG), and how many pages there are. */
export interface DrawnPage {
  picture: string
  pages: number
}
/** Lays a document out as `renderTypst` does, and draws its first page instead of writing the file. */
export const drawFirstPage = async (template: string, data: unknown): Promise<DrawnPage> => {
  const drawn: DrawnPage = JSON.parse((await run([template, 'picture'], data)).toString('utf8'))
  return drawn
}

const run = (args: readonly string[], data: unknown, onProgress?: (done: number) => void): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const process_ = spawn(process.execPath, [child, ...args], { stdio: ['pipe', 'pipe', 'pipe', 'pipe'] })
    const out: Buffer[] = []
    const errors: Buffer[] = []
    process_.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    process_.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
    const progress = process_.stdio[3] as Readable
    if (onProgress) createInterface({ input: progress }).on('line', line => onProgress(Number(line)))
    else progress.resume()
    process_.on('error', reject)
    process_.on('close', code => {
      if (code === 0) resolve(Buffer.concat(out))
      else if (code === overflowExit) reject(new PagesOverflow('more pages than they may be'))
      else reject(new Error(`typst: ${Buffer.concat(errors).toString('utf8').slice(0, 2_000)}`))
    })
    process_.stdin.on('error', reject)
    process_.stdin.end(JSON.stringify(data))
  })
