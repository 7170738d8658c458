import { readFile } from 'node:fs/promises'
import { degrees, PDFDocument, type PDFPage } from '@cantoo/pdf-lib'
import type { ReadPdfPages } from './readings.ts'

/** Points of A4 and A3, the short side first. */
const a4 = [595.28, 841.89] as const
const a3 = [841.89, 1190.55] as const
/** A drawing that is a little larger than A4 is printed on A4. */
const leeway = 1.1
/** What stays free at the head and the foot, where a book writes its numbers: 8 mm each. */
const margin = 22.7
/** More is a book of its own. */
const mostPages = 300

/**
 * The pages of a PDF, each put as a drawing on a page of A4 or A3 of ours: what the file did beside showing pages is left behind. Why not,
 * where it is behind a password, cannot be opened, or has too many pages.
 */
export const readPdfPages = async (path: string): Promise<ReadPdfPages> => {
  const none = (whyNot: NonNullable<ReadPdfPages['whyNot']>): ReadPdfPages => ({ pages: null, whyNot, bytes: null })
  const source = await PDFDocument.load(await readFile(path), { ignoreEncryption: true, updateMetadata: false }).catch(() => null)
  if (source === null) return none('unreadable')
  if (source.isEncrypted) return none('encrypted')
  try {
    const pages = source.getPages()
    if (pages.length === 0) return none('unreadable')
    if (pages.length > mostPages) return none('too_large')
    const target = await PDFDocument.create({ updateMetadata: false })
    for (const page of pages) await putPage(target, page)
    return { pages: pages.length, whyNot: null, bytes: await target.save({ updateFieldAppearances: false }) }
  } catch {
    return none('unreadable')
  }
}

const putPage = async (target: PDFDocument, page: PDFPage): Promise<void> => {
  const { x, y, width, height } = page.getCropBox()
  const turns = ((Math.round(page.getRotation().angle / 90) % 4) + 4) % 4
  const [wide, high] = turns % 2 === 1 ? [height, width] : [width, height]
  if (!(width > 0 && height > 0)) throw new Error('a page without a size')
  const isLarge = Math.min(wide, high) > a4[0] * leeway || Math.max(wide, high) > a4[1] * leeway
  const [short, long] = isLarge ? a3 : a4
  const size: [number, number] = wide > high ? [long, short] : [short, long]
  const own = target.addPage(size)
  // A page without contents stays empty.
  if (page.node.Contents() === undefined) return
  const drawing = await target.embedPage(page, { left: x, bottom: y, right: x + width, top: y + height })
  const scale = Math.min(1, size[0] / wide, (size[1] - 2 * margin) / high)
  const [left, bottom] = [(size[0] - wide * scale) / 2, (size[1] - high * scale) / 2]
  // Rotation is clockwise as the page says it, and turns around the lower left corner of what is drawn.
  const dx = turns >= 2 ? wide : 0
  const dy = turns === 1 || turns === 2 ? high : 0
  own.drawPage(drawing, {
    x: left + dx * scale,
    y: bottom + dy * scale,
    width: width * scale,
    height: height * scale,
    rotate: degrees(-90 * turns),
  })
}
