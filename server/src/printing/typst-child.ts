import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { joinPdfs } from './join-pdfs.ts'
import { qrPicture } from './qr-picture.ts'

// The process behind renderTypst: template by name, data on stdin, PDF on stdout. With a number as second argument the data's `rooms` are
// drawn so many at a time, and how many are done is told on the fourth pipe: memory does not grow with the job. A room's `url` is drawn as
// a QR; its `pictures` are files that the template finds under the same names.
const fonts = path.dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans-jp/package.json')))
const [, , template = '', pagesAtOnce = ''] = process.argv
const compiler = NodeCompiler.create({
  workspace: import.meta.dirname,
  // Static TTF of all Japanese characters in use: 髙﨑𠮷①㈱㎡ are in it, subsets lack them.
  fontArgs: [{ fontPaths: [path.join(fonts, '400Regular'), path.join(fonts, '700Bold')] }],
})
const mainFileContent = await readFile(path.join(import.meta.dirname, template), 'utf8')

/** What can be kept for as long as the law asks: fonts inside, colours defined, nothing that runs. */
const archive = 'a-2b'

let isArchive = true
/**
 * A PDF of the standard; where somebody typed what the fonts do not have (an emoji, a Thai name), which the standard forbids, the paper
 * shows a box there and is no archive: a paper that is missing helps nobody.
 */
const draw = (data: string, options: { pdfTags?: boolean } = {}): Buffer => {
  const asked = { mainFileContent, inputs: { data } }
  if (isArchive)
    try {
      return compiler.pdf(asked, { ...options, pdfStandard: archive })
    } catch (error) {
      if (!String(error instanceof Error ? error.message : error).includes('could not be displayed')) throw error
      isArchive = false
    }
  return compiler.pdf(asked, options)
}

interface Sheets {
  title: string
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
    const part = draw(JSON.stringify({ ...data, rooms: pages }), { pdfTags: false })
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
if (pagesAtOnce === '') process.stdout.end(draw(input))
else await drawInParts(JSON.parse(input) as Sheets, Number(pagesAtOnce))
