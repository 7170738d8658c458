import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { PDFDocument } from '@cantoo/pdf-lib'
import { qrPicture } from './qr-picture.ts'

// The process behind renderTypst: template by name, data on stdin, PDF on stdout. With a number of pages as second argument the data's
// `rooms`, a page each with the QR of its address, are drawn so many at a time, and how many are done is told on the fourth pipe: memory
// does not grow with the job.
const fonts = path.dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans-jp/package.json')))
const [, , template = '', pagesAtOnce = ''] = process.argv
const compiler = NodeCompiler.create({
  workspace: import.meta.dirname,
  // Static TTF of all Japanese characters in use: 髙﨑𠮷①㈱㎡ are in it, subsets lack them.
  fontArgs: [{ fontPaths: [path.join(fonts, '400Regular'), path.join(fonts, '700Bold')] }],
})
const mainFileContent = await readFile(path.join(import.meta.dirname, template), 'utf8')

interface Sheets {
  title: string
  rooms: readonly { url: string }[]
}

const drawInParts = async ({ rooms, ...data }: Sheets, size: number): Promise<Uint8Array> => {
  const progress = createWriteStream('', { fd: 3 })
  const whole = await PDFDocument.create()
  for (let from = 0; from < rooms.length; from += size) {
    const pages = rooms.slice(from, from + size).map(room => ({ ...room, ...qrPicture(room.url) }))
    const part = compiler.pdf(
      { mainFileContent, inputs: { data: JSON.stringify({ ...data, rooms: pages }) } },
      // Tags tie pages to the document they were drawn in.
      { pdfTags: false },
    )
    compiler.evictCache(0)
    const drawn = await PDFDocument.load(part)
    for (const page of await whole.copyPages(drawn, drawn.getPageIndices())) whole.addPage(page)
    progress.write(`${Math.min(from + size, rooms.length)}\n`)
  }
  whole.setTitle(data.title)
  whole.setLanguage('ja')
  await new Promise(resolve => progress.end(resolve))
  return whole.save()
}

const input = await text(process.stdin)
const pdf =
  pagesAtOnce === ''
    ? compiler.pdf({ mainFileContent, inputs: { data: input } })
    : await drawInParts(JSON.parse(input) as Sheets, Number(pagesAtOnce))
process.stdout.end(pdf)
