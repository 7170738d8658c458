import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Bookmark } from './join-pdfs.ts'
import { asLine } from './engine-messages.ts'

const child = fileURLToPath(new URL('./engine-child.ts', import.meta.url))

/** A file on disk; the template shows it as `image("/name")`. JPEG, PNG or WebP of our own, for nothing else looks at it before it is drawn. */
export interface Picture {
  name: string
  path: string
}

/** What a template draws. */
export interface Pages {
  /** By its name, from this folder. */
  template: string
  /** Data, never template: what a user typed cannot become Typst. Of what stands in `rooms`, each gets the QR of its `url`. */
  data: object
  pictures?: readonly Picture[]
  /** More of them are a `PagesOverflow`; as many as it needs when absent. */
  mostPages?: number
  /** A sheet that is to hold all of it: by how many lines it is too long is told where it is drawn as a picture. */
  isSheet?: boolean
  /** A paper of its own keeps the tags by which it is read aloud; they tie pages to the document they were drawn in. */
  isWhole?: boolean
}

/** Pages in a file of their own. They do not know where they will stand, so they can be kept and used again. */
export interface DrawnPart {
  path: string
  pages: number
  /** PDF/A-2b: what can be kept for as long as the law asks. Not where a glyph is missing. */
  isArchive: boolean
}

/** A page as a picture (SVG), and how many pages there are. */
export interface DrawnPicture {
  /** Null: there is no such page. */
  picture: string | null
  pages: number
  /** Of a sheet: printed lines that are too many (`lines-over.typ`); null where it fits, absent of other papers. */
  linesOver?: number | null
}

/** What is written over pages where they are joined. */
export interface Stamp {
  /** The number of the first page; it stands at the foot as `12 / 40`. */
  first: number
  total: number
  /** At the head of every page: 途中版 … */
  note?: string
  /** What the whole is called, before its number on pages that have a number of their own: 完成図書 12 / 40. Of those their running numbers. */
  told?: { title: string; numbers: readonly number[] }
}

/** What holds parts together. */
export interface Whole {
  title: string
  bookmarks?: readonly Bookmark[]
  stamp?: Stamp
}

export type JoinedPart = Pick<DrawnPart, 'path' | 'isArchive'>

export interface JoinedParts {
  pages: number
  bytes: number
  /** Of the file, in hexadecimal. */
  sha256: string
}

/** The typesetter, in a process of its own: it works synchronously and gives no memory back. Fails with the compiler's message. */
export interface Engine extends AsyncDisposable {
  /** Lays pages out and writes their PDF to the file `to`. */
  draw(pages: Pages, to: string): Promise<DrawnPart>
  /** Lays pages out and draws one of them, from 1, instead of writing the file. */
  drawPicture(pages: Pages, page: number): Promise<DrawnPicture>
  /** Writes the pages of all parts to the file `to`, as a stream (decision 037). */
  join(parts: readonly JoinedPart[], whole: Whole, to: string): Promise<JoinedParts>
}

/** A letter became longer than its pages. */
export class PagesOverflow extends Error {}

/** What the process is asked, a line each. What is large goes through files. */
export type EngineCommand =
  | { verb: 'draw'; pages: Pages; to: string }
  | { verb: 'drawPicture'; pages: Pages; page: number }
  | { verb: 'join'; parts: readonly JoinedPart[]; whole: Whole; to: string }
/** What it answers, in the order of the commands. */
export type EngineAnswer<T> = { done: T } | { error: string; isOverflow: boolean }

export interface EngineOptions {
  /** The program of the process. */
  program?: string
  /** Milliseconds that a command may take; who takes longer is stuck, and ended. */
  patience?: Readonly<Record<EngineCommand['verb'], number>>
}

const usualPatience = { draw: 120_000, drawPicture: 120_000, join: 900_000 }

interface Asked {
  verb: EngineCommand['verb']
  /** Throws where the line is no answer. */
  answered: (line: string) => void
  failed: (error: Error) => void
}

/** One engine draws one document at a time, command after command; to be disposed of with the document. */
export const openEngine = ({ program = child, patience = usualPatience }: EngineOptions = {}): Engine => {
  const engine = spawn(process.execPath, ['--expose-gc', program], { stdio: ['pipe', 'pipe', 'pipe'] })
  const waiting: Asked[] = []
  const errors: Buffer[] = []
  let why = ''
  let ending: Error | undefined
  let deadline: NodeJS.Timeout | undefined
  const end = (error: Error) => {
    clearTimeout(deadline)
    ending ??= error
    for (const { failed } of waiting.splice(0)) failed(ending)
  }
  const stop = (reason: string) => {
    why ||= reason
    engine.kill('SIGKILL')
  }
  /** They are worked in their order: the time of a command begins when the one before it is answered. */
  const watch = () => {
    clearTimeout(deadline)
    const verb = waiting[0]?.verb
    if (verb !== undefined) deadline = setTimeout(() => stop(`${verb} took more than ${patience[verb] / 1_000} s; `), patience[verb])
  }
  const hear = (line: string) => {
    if (why !== '') return
    try {
      waiting[0]?.answered(line)
    } catch {
      // It ended while it wrote; whoever waits for this answer hears how when it is closed.
      stop(`a torn answer of ${line.length} characters; `)
      return
    }
    waiting.shift()
    watch()
  }
  engine.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
  createInterface({ input: engine.stdout }).on('line', hear)
  // That it ended early is told by how it ended.
  engine.stdin.on('error', () => undefined)
  const closed = new Promise<void>(resolve => {
    engine.on('error', error => {
      end(error)
      resolve()
    })
    engine.on('close', (code, signal) => {
      const words = Buffer.concat(errors).toString('utf8').slice(0, 2_000)
      end(new Error(`typst: ${why}ended by ${signal ?? `exit code ${code}`} ${words}`.trimEnd()))
      resolve()
    })
  })

  const ask = <T>(command: EngineCommand): Promise<T> =>
    new Promise((resolve, reject) => {
      if (ending) {
        reject(ending)
        return
      }
      const answered = (line: string) => {
        const answer: EngineAnswer<T> = JSON.parse(line)
        if ('done' in answer) resolve(answer.done)
        else reject(answer.isOverflow ? new PagesOverflow(answer.error) : new Error(`typst: ${answer.error.slice(0, 2_000)}`))
      }
      waiting.push({ verb: command.verb, answered, failed: reject })
      if (waiting.length === 1) watch()
      engine.stdin.write(asLine(command))
    })

  return {
    draw: (pages, to) => ask({ verb: 'draw', pages, to }),
    drawPicture: (pages, page) => ask({ verb: 'drawPicture', pages, page }),
    join: (parts, whole, to) => ask({ verb: 'join', parts, whole, to }),
    async [Symbol.asyncDispose]() {
      engine.kill('SIGKILL')
      await closed
    },
  }
}
