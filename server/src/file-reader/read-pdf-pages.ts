import { readFile } from 'node:fs/promises'
import { degrees, PDFDict, PDFDocument, type PDFEmbeddedPage, PDFName, type PDFPage } from '@cantoo/pdf-lib'
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

/** What of a page is drawn, or says how. Anything else may lead to other pages (links, threads) or do something (actions). */
const drawnKeys = ['Type', 'Parent', 'Contents', 'Resources', 'MediaBox', 'CropBox', 'Rotate', 'UserUnit']
const resourceKeys = ['Font', 'XObject', 'ExtGState', 'ColorSpace', 'Pattern', 'Shading', 'ProcSet']
/** Annotations of which nobody misses that they are not printed: all others (fields, stamps, drawings) are part of what the page says. */
const unseenAnnotations = ['Link', 'Popup', 'Text']

/**
 * The pages of a PDF, each put as a drawing on a page of A4 or A3 of ours: what the file did beside showing pages is left behind. Why not,
 * where it is behind a password, is torn, or has too many pages.
 */
export const readPdfPages = async (path: string): Promise<ReadPdfPages> => {
  const none = (whyNot: NonNullable<ReadPdfPages['whyNot']>): ReadPdfPages => ({ pages: null, whyNot, bytes: null })
  const source = await PDFDocument.load(await readFile(path), { ignoreEncryption: true, updateMetadata: false }).catch(() => null)
  if (source === null) return none('torn')
  if (source.isEncrypted) return none('encrypted')
  try {
    const pages = source.getPages()
    if (pages.length === 0) return none('torn')
    if (pages.length > mostPages) return none('too_large')
    const leavesOut = pages.some(hasAnnotations)
    return { pages: pages.length, whyNot: null, bytes: await drawAnew(pages), leavesOut }
  } catch {
    return none('torn')
  }
}

/** Form fields are annotations as well. */
const hasAnnotations = ({ node }: PDFPage): boolean =>
  (node.Annots()?.asArray() ?? []).some(entry => {
    const annotation = node.context.lookup(entry)
    const subtype = annotation instanceof PDFDict ? annotation.lookupMaybe(PDFName.of('Subtype'), PDFName)?.decodeText() : undefined
    return subtype !== undefined && !unseenAnnotations.includes(subtype)
  })

/** All pages at once: fonts and pictures that several of them show are copied once. */
const drawAnew = async (pages: readonly PDFPage[]): Promise<Uint8Array> => {
  const target = await PDFDocument.create({ updateMetadata: false })
  // A page without contents stays empty.
  const shown = pages.filter(({ node }) => node.Contents() !== undefined)
  for (const page of shown) leaveDrawing(page)
  const boxes = shown.map(page => {
    const { x, y, width, height } = page.getCropBox()
    return { left: x, bottom: y, right: x + width, top: y + height }
  })
  const drawings = await target.embedPages(shown, boxes)
  const drawingOf = new Map(shown.map((page, at) => [page, drawings[at]]))
  for (const page of pages) putPage(target, page, drawingOf.get(page))
  return target.save({ updateFieldAppearances: false })
}

const leaveDrawing = ({ node }: PDFPage): void => {
  const resources = node.Resources()
  for (const key of node.keys()) if (!drawnKeys.includes(key.decodeText())) node.delete(key)
  const known = resources?.entries().filter(([key]) => resourceKeys.includes(key.decodeText())) ?? []
  node.set(PDFName.of('Resources'), PDFDict.fromMapWithContext(new Map(known), node.context))
}

const putPage = (target: PDFDocument, page: PDFPage, drawing: PDFEmbeddedPage | undefined): void => {
  const { width, height } = page.getCropBox()
  const turns = ((Math.round(page.getRotation().angle / 90) % 4) + 4) % 4
  const [wide, high] = turns % 2 === 1 ? [height, width] : [width, height]
  if (!(width > 0 && height > 0)) throw new Error('a page without a size')
  const isLarge = Math.min(wide, high) > a4[0] * leeway || Math.max(wide, high) > a4[1] * leeway
  const [short, long] = isLarge ? a3 : a4
  const size: [number, number] = wide > high ? [long, short] : [short, long]
  const own = target.addPage(size)
  if (drawing === undefined) return
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
