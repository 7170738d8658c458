import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler'
import { joinPdfs } from './join-pdfs.ts'
import { qrPicture } from './qr-picture.ts'
import { overflowExit } from './render-typst.ts'

// The process behind renderTypst: template by name, data on stdin, PDF on stdout. With a number as second argument the data's `rooms` are
// drawn so many at a time, and how many are done is told on the fourth pipe: memory does not grow with the job. A room's `url` is drawn as
// a QR; its `pictures` are files that the template finds under the same names. With `picture` instead of a number, the first page as SVG
// and the number of pages come out as JSON.
const fonts = path.dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans-jp/package.json')))
const [, , template = '', mode = ''] = process.argv
const compiler = NodeCompiler.create({
  workspace: import.meta.dirname,
  // Static TTF of all Japanese characters in use: 髙﨑𠮷①㈱㎡ are in it, subsets lack them.
  fontArgs: [{ fontPaths: [path.join(fonts, '400Regular'), path.join(fonts, '700Bold')] }],
})
const mainFileContent = await readFile(path.join(import.meta.dirname, template), 'utf8')

/** What can be kept for as long as the law asks: fonts inside, colours defined, nothing that runs. */
const archive = 'a-2b'

/** Lays the document out; ends the process where it is longer than it may be. */
const layOut = (data: string, most: number | undefined): NodeTypstDocument => {
  const compiled = compiler.compile({ mainFileContent, inputs: { data } })
  const document = compiled.result
  if (document === null) {
    const diagnostics = compiled.takeDiagnostics()
    throw new Error(diagnostics === null ? 'nothing was laid out' : JSON.stringify(compiler.fetchDiagnostics(diagnostics)))
  }
  if (most !== undefined && document.numOfPages > most) process.exit(overflowExit)
  return document
}

let isArchive = true
/**
 * A PDF of the standard; where somebody typed what the fonts do not have (an emoji, a Thai name), which the standard forbids, the paper
 * shows a box there and is no archive: a paper that is missing helps nobody.
 */
const draw = (data: string, most: number | undefined, options: { pdfTags?: boolean } = {}): Buffer => {
  const document = layOut(data, most)
  if (isArchive)
    try {
      return compiler.pdf(document, { ...options, pdfStandard: archive })
    } catch (error) {
      if (!String(error instanceof Error ? error.message : error).includes('could not be displayed')) throw error
      isArchive = false
    }
  return compiler.pdf(document, options)
}

interface Sheets {
  title: string
  /** The most a room may take; as many as it needs when absent. */
  pages_each?: number
  rooms: readonly { url?: string; pictures?: readonly string[] }[]
}

/** Makes the files of these rooms known to the template; returns what forgets them again. */
const lendPictures = async (rooms: Sheets['rooms']): Promise<() => void> => {
  const lent = rooms.flatMap(({ pictures = [] }) => pictures)
  for (const picture of lent) compiler.mapShadow(path.join(import.meta.dirname, picture), await readFile(picture))
  return () => {
    for (const picture of lent) compiler.unmapShadow(path.join(import.meta.dirname, picture))
  }
}

const drawInParts = async ({ rooms, ...data }: Sheets, size: number): Promise<void> => {
  const progress = createWriteStream('', { fd: 3 })
  const whole = joinPdfs(
    async bytes => {
      if (!process.stdout.write(bytes)) await once(process.stdout, 'drain')
    },
    { title: data.title, at: new Date() },
  )
  for (let from = 0; from < rooms.length; from += size) {
    const some = rooms.slice(from, from + size)
    const pages = some.map(room => ({ ...room, ...(room.url === undefined ? {} : qrPicture(room.url)) }))
    const forgetPictures = await lendPictures(some)
    // Tags tie pages to the document they were drawn in.
    const most = data.pages_each === undefined ? undefined : some.length * data.pages_each
    const part = draw(JSON.stringify({ ...data, rooms: pages }), most, { pdfTags: false })
    forgetPictures()
    compiler.evictCache(0)
    await whole.append(part)
    progress.write(`${Math.min(from + size, rooms.length)}\n`)
  }
  await whole.end({ isArchive })
  await new Promise(resolve => progress.end(resolve))
  process.stdout.end()
}

const input = await text(process.stdin)
const asked: Sheets & { pages?: number } = JSON.parse(input)
if (mode === 'picture') {
  const document = layOut(input, undefined)
  process.stdout.end(JSON.stringify({ picture: compiler.plainSvg(document), pages: document.numOfPages }))
} else if (mode === '') process.stdout.end(draw(input, asked.pages))
else await drawInParts(asked, Number(mode))
