import { Problem } from '../platform/http/problem.ts'
import type { Ended, ProcessMessage } from '../platform/processes/limited-work.ts'
import type { Readings } from './readings.ts'

/*
 * The process in which foreign files are read. Whatever comes over the channel is one piece of work; each library is loaded when it is
 * first needed, so that a process that has read tables only has room for tables only.
 */
type Readers = {
  [Name in keyof Readings]: (asked: Readings[Name]['asked'], send: (part: unknown) => void) => Promise<Readings[Name]['answer']>
}

const readers: Readers = {
  table: async ({ path }, send) => (await import('./read-table.ts')).readTable(path, send),
  photo: async ({ path }) => (await import('./read-pictures.ts')).readPhoto(path),
  document: async ({ path }) => (await import('./read-document.ts')).readDocument(path),
  kind: async ({ path }) => (await import('./read-document.ts')).findKind(path),
  pdfPages: async ({ path }) => (await import('./read-pdf-pages.ts')).readPdfPages(path),
  logo: async ({ path }) => (await import('./read-pictures.ts')).drawLogo(path),
  smaller: async asked => (await import('./read-pictures.ts')).drawSmaller(asked),
  board: async asked => (await import('./draw-board.ts')).drawBoard(asked),
  signature: async ({ bytes }) => (await import('./read-pictures.ts')).checkSignature(bytes),
}

const send = (message: ProcessMessage) => process.send?.(message)

/** After that nothing here is to be relied on: the process ends, and is replaced. */
const ranOutOfMemory = (error: unknown) => error instanceof Error && /allocat|out of memory/i.test(error.message)

const endOf = async (name: keyof Readings, asked: never): Promise<Ended> => {
  try {
    return { answer: await readers[name](asked, part => send({ part })) }
  } catch (error) {
    if (ranOutOfMemory(error)) process.exit(1)
    if (!(error instanceof Problem)) return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    const { status, code, message: sentence, fields } = error
    return { problem: { status, code, sentence, fields } }
  }
}

process.on('message', async ({ name, asked }: { name: keyof Readings; asked: never }) => {
  const ended = await endOf(name, asked)
  const { user, system } = process.cpuUsage()
  send({ ended, megabytes: process.memoryUsage.rss() / 1024 / 1024, cpuSeconds: (user + system) / 1e6 })
})
// Whom it reads for is gone.
process.on('disconnect', () => process.exit())
send({ ready: true })
