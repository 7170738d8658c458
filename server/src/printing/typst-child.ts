import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { type Bookmark, joinPdfs } from './join-pdfs.ts'
import { qrPicture } from './qr-picture.ts'

// The process behind renderTypst: template by name, data on stdin, PDF on stdout. With `parts` as second argument stdin holds a line that
// says what the document is, and a line for each of its parts with the pictures it shows; how far the job is after each is told on the
// fourth pipe. Memory does not grow with the job.
const fonts = path.dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans-jp/package.json')))
const [, , template = '', mode = ''] = process.argv
const compiler = NodeCompiler.create({
  workspace: import.meta.dirname,
  // Static TTF of all Japanese characters in use: 髙﨑𠮷①㈱㎡ are in it, subsets lack them.
  fontArgs: [{ fontPaths: [path.join(fonts, '400Regular'), path.join(fonts, '700Bold')] }],
})
const mainFileContent = await readFile(path.join(import.meta.dirname, template), 'utf8')

/** What can be kept for as long as the law asks: fonts inside, colours defined, nothing that runs. */
const pdfStandard = 'a-2b'

interface Document {
  title: string
  bookmarks?: readonly Bookmark[]
}
interface Part {
  data: { rooms?: readonly { url: string }[] }
  done: number
  pictures: readonly { name: string; base64: string }[]
}

const withCodes = ({ rooms, ...data }: Part['data']) =>
  rooms === undefined ? data : { ...data, rooms: rooms.map(room => ({ ...room, ...qrPicture(room.url) })) }

const drawPart = ({ data, pictures }: Part): Buffer => {
  for (const { name, base64 } of pictures) compiler.mapShadow(path.join(import.meta.dirname, name), Buffer.from(base64, 'base64'))
  const part = compiler.pdf(
    { mainFileContent, inputs: { data: JSON.stringify(withCodes(data)) } },
    // Tags tie pages to the document they were drawn in.
    { pdfTags: false, pdfStandard },
  )
  compiler.resetShadow()
  compiler.evictCache(0)
  return part
}

const drawInParts = async (): Promise<void> => {
  const progress = createWriteStream('', { fd: 3 })
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity })[Symbol.asyncIterator]()
  const { title, bookmarks } = JSON.parse((await lines.next()).value ?? '') as Document
  const whole = joinPdfs(
    async bytes => {
      if (!process.stdout.write(bytes)) await once(process.stdout, 'drain')
    },
    { title, at: new Date(), isArchive: true },
  )
  for await (const line of lines) {
    const part = JSON.parse(line) as Part
    await whole.append(drawPart(part))
    progress.write(`${part.done}\n`)
  }
  await whole.end(bookmarks)
  await new Promise(resolve => progress.end(resolve))
  process.stdout.end()
}

if (mode === 'parts') await drawInParts()
else process.stdout.end(compiler.pdf({ mainFileContent, inputs: { data: await text(process.stdin) } }, { pdfStandard }))
