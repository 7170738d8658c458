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

/**
 * Renders a template with its data into a PDF, in a process of its own: the compiler works synchronously and gives no memory back.
 * The data is data, never template: what a user typed cannot become Typst. Throws with the compiler's message.
 */
export const renderTypst = (template: string, data: unknown, parts?: InParts): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const process_ = spawn(process.execPath, [child, template, ...(parts ? [String(parts.pagesAtOnce)] : [])], {
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    })
    const out: Buffer[] = []
    const errors: Buffer[] = []
    process_.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    process_.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
    const progress = process_.stdio[3] as Readable
    if (parts) createInterface({ input: progress }).on('line', line => parts.onProgress(Number(line)))
    else progress.resume()
    process_.on('error', reject)
    process_.on('close', code => {
      if (code === 0) resolve(Buffer.concat(out))
      else reject(new Error(`typst: ${Buffer.concat(errors).toString('utf8').slice(0, 2_000)}`))
    })
    process_.stdin.on('error', reject)
    process_.stdin.end(JSON.stringify(data))
  })
