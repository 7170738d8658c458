import { createHash } from 'node:crypto'
import {
  type PDFPage,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'
import { linkedPage } from './engine-messages.ts'

/** An entry of the table of contents that viewers show beside the pages. */
export interface Bookmark {
  title: string
  /** From 0. */
  page: number
  children?: readonly Bookmark[]
}

interface Size {
  width: number
  height: number
}
/** A page that is shown over others: written once, in points. */
export interface Drawing extends Size {
  ref: PDFRef
}
/** Where it is shown, from the lower left corner. */
export interface Overlay {
  drawing: Drawing
  x: number
  y: number
}
/** What is shown over a page of the whole, from 0. */
export type OverlaysOf = (page: number, size: Size) => Promise<readonly Overlay[]>

export interface JoinedPdf {
  /** Writes the pages of a PDF of the engine, with what is shown over each, and forgets it. Returns how many pages it had. */
  append(part: Uint8Array, overlaysOf?: OverlaysOf): Promise<number>
  /** Writes the pages of a PDF of the engine as drawings, to be shown over pages that are appended later. */
  take(part: Uint8Array): Promise<Drawing[]>
  /**
   * Writes what holds the pages together; `isArchive` says that every part is PDF/A-2b, and so the whole. Returns how many pages there are,
   * and the hash of everything that was written.
   */
  end(whole?: { bookmarks?: readonly Bookmark[]; isArchive?: boolean }): Promise<{ pages: number; sha256: Buffer }>
}

export interface WholeDocument {
  title: string
  at: Date
}

const name = PDFName.of
const textOf = (text: string) => PDFHexString.fromText(text).toString()
const bytesOf = (object: PDFObject): Uint8Array => {
  const bytes = new Uint8Array(object.sizeInBytes())
  object.copyBytesInto(bytes, 0)
  return bytes
}

/** The bytes of an object; those of a stream as they lie there, for a picture is large and is copied by nobody. */
const piecesOf = (object: PDFObject): Uint8Array[] => {
  if (!(object instanceof PDFRawStream)) return [bytesOf(object)]
  object.updateDict()
  return [bytesOf(object.dict), Buffer.from('\nstream\n', 'latin1'), object.contents, Buffer.from('\nendstream', 'latin1')]
}

/** What a page may have from the tree above it, and what ties it to that tree. */
const inherited = ['Resources', 'MediaBox', 'CropBox', 'Rotate']
const tied = ['Parent', 'StructParents', 'Tabs']
/** By what a page's contents show a drawing; the engine's own names are shorter. */
const overlayName = (at: number) => `ToguchiOverlay${at}`

/**
 * Joins PDFs of the engine into one as a stream: each part is read, numbered anew and written at once, so that memory holds a part and never
 * the whole (D-28). Only what pages need is taken over; the engine's own contents, tags and names are left behind, because they tie
 * a page to the document it was drawn in.
 */
export const joinPdfs = (write: (bytes: Uint8Array) => Promise<void>, { title, at }: WholeDocument): JoinedPdf => {
  const offsets: number[] = []
  const pages: string[] = []
  const hash = createHash('sha256')
  /** Pages that links lead to; where those stand is written when all of them are known. */
  const linked = new Set<number>()
  let length = 0
  let outputIntents: string | undefined

  const send = async (bytes: Uint8Array) => {
    length += bytes.length
    hash.update(bytes)
    await write(bytes)
  }
  const sendText = (text: string) => send(Buffer.from(text, 'latin1'))
  const reserve = (): number => offsets.push(0)
  const sendObject = async (number: number, ...body: Uint8Array[]) => {
    offsets[number - 1] = length
    await sendText(`${number} 0 obj\n`)
    for (const piece of body) await send(piece)
    await sendText('\nendobj\n')
  }
  const sendNew = async (body: string | Uint8Array): Promise<string> => {
    const number = reserve()
    await sendObject(number, typeof body === 'string' ? Buffer.from(body, 'latin1') : body)
    return `${number} 0 R`
  }

  const tree = reserve()
  let header: Promise<void> | undefined
  const start = () => (header ??= send(Buffer.from('%PDF-1.7\n%âãÏÓ\n', 'latin1')))

  /** Takes objects of a document over: those that `renumber` met are written by `sendPending`, each once. */
  const takeFrom = ({ context }: PDFDocument) => {
    const numbered = new Map<PDFRef, PDFRef>()
    const pending: PDFRef[] = []
    const renumberDict = (dict: PDFDict): PDFDict => {
      const own = PDFDict.withContext(context)
      for (const [key, value] of dict.entries()) own.set(key, renumber(value))
      return own
    }
    /** A copy with the numbers of the whole: what pages share stays as it was for the next of them. */
    const renumber = (object: PDFObject): PDFObject => {
      if (object instanceof PDFRef) {
        const known = numbered.get(object)
        if (known) return known
        pending.push(object)
        return numberOf(object)
      }
      if (object instanceof PDFRawStream) return PDFRawStream.of(renumberDict(object.dict), object.contents)
      if (object instanceof PDFDict) return renumberDict(object)
      if (!(object instanceof PDFArray)) return object
      const own = PDFArray.withContext(context)
      for (const value of object.asArray()) own.push(renumber(value))
      return own
    }
    /** Its number in the whole, for what is written by whoever asks. */
    const numberOf = (ref: PDFRef): PDFRef => {
      const own = numbered.get(ref) ?? PDFRef.of(reserve())
      numbered.set(ref, own)
      return own
    }
    const sendPending = async () => {
      for (let ref = pending.pop(); ref; ref = pending.pop()) {
        const object = context.lookup(ref)
        const own = numbered.get(ref)
        if (!object || !own) throw new Error(`nothing stands behind ${ref.toString()}`)
        await sendObject(own.objectNumber, ...piecesOf(renumber(object)))
      }
    }
    return { renumber, renumberDict, numberOf, sendPending }
  }

  /** Contents that only place drawings are the same for most pages, and are written once. */
  const contents = new Map<string, string>()
  const sendContents = async (operators: string): Promise<PDFRef> => {
    const known = contents.get(operators) ?? (await sendNew(`<< /Length ${operators.length} >>\nstream\n${operators}\nendstream`))
    contents.set(operators, known)
    return PDFRef.of(Number.parseInt(known, 10))
  }
  /** Shows drawings over a page that is numbered anew: after its own contents, in a state that those did not touch. */
  const showOver = async (page: PDFDict, resources: PDFDict, xObjects: PDFDict, overlays: readonly Overlay[]) => {
    for (const [at, { drawing }] of overlays.entries()) xObjects.set(name(overlayName(at)), drawing.ref)
    resources.set(name('XObject'), xObjects)
    page.set(name('Resources'), resources)
    const shown = overlays.map(({ x, y }, at) => `q 1 0 0 1 ${x.toFixed(3)} ${y.toFixed(3)} cm /${overlayName(at)} Do Q`)
    const before = page.get(name('Contents'))
    const all = PDFArray.withContext(page.context)
    all.push(await sendContents('q'))
    for (const each of before instanceof PDFArray ? before.asArray() : before ? [before] : []) all.push(each)
    all.push(await sendContents(`Q ${shown.join(' ')}`))
    page.set(name('Contents'), all)
  }

  /** Links to pages of the whole, which may come in a later part, get the name of a place instead of an address. */
  const leadLinks = ({ node }: PDFPage) => {
    for (const each of node.Annots()?.asArray() ?? []) {
      const annotation = node.context.lookup(each)
      if (!(annotation instanceof PDFDict)) continue
      const address = annotation.lookupMaybe(name('A'), PDFDict)?.lookup(name('URI'))
      const page = linkedPage(address instanceof PDFString || address instanceof PDFHexString ? address.decodeText() : '')
      if (page === null) continue
      linked.add(page)
      annotation.delete(name('A'))
      annotation.delete(name('StructParent'))
      annotation.set(name('Dest'), name(placeOf(page)))
    }
  }

  return {
    async append(part, overlaysOf) {
      await start()
      const document = await PDFDocument.load(part, { updateMetadata: false })
      const { renumber, renumberDict, numberOf, sendPending } = takeFrom(document)
      const leaves = document.getPages()
      // Links inside the part lead to its pages, which must not bring the part's tree along.
      for (const { ref } of leaves) numberOf(ref)
      for (const leaf of leaves) {
        leadLinks(leaf)
        const { node, ref } = leaf
        const page = node.clone(document.context)
        for (const key of inherited) {
          const value = node.getInheritableAttribute(name(key))
          if (value) page.set(name(key), value)
        }
        for (const key of tied) page.delete(name(key))
        const overlays = (await overlaysOf?.(pages.length, leaf.getSize())) ?? []
        const resources = page.lookupMaybe(name('Resources'), PDFDict)
        // With drawings over it a page has resources of its own.
        if (overlays.length > 0) page.delete(name('Resources'))
        const numberedPage = renumberDict(page)
        if (overlays.length > 0) {
          const own = (dict: PDFDict | undefined) => (dict ? renumberDict(dict) : PDFDict.withContext(document.context))
          const contentsOf = page.lookup(name('Contents'))
          if (contentsOf instanceof PDFArray) numberedPage.set(name('Contents'), renumber(contentsOf))
          await showOver(numberedPage, own(resources), own(resources?.lookupMaybe(name('XObject'), PDFDict)), overlays)
        }
        numberedPage.set(name('Parent'), PDFRef.of(tree))
        const own = numberOf(ref)
        await sendObject(own.objectNumber, bytesOf(numberedPage))
        pages.push(own.toString())
      }
      const intents = document.catalog.get(name('OutputIntents'))
      if (outputIntents === undefined && intents) outputIntents = renumber(intents).toString()
      await sendPending()
      return leaves.length
    },

    async take(part) {
      await start()
      const document = await PDFDocument.load(part, { updateMetadata: false })
      const embedded = await document.embedPages(document.getPages())
      await document.flush()
      const { renumber, sendPending } = takeFrom(document)
      const drawings = embedded.map(({ ref, width, height }) => {
        const own = renumber(ref)
        if (!(own instanceof PDFRef)) throw new Error('a drawing without a number')
        return { ref: own, width, height }
      })
      await sendPending()
      return drawings
    },

    async end({ bookmarks = [], isArchive = false } = {}) {
      await start()
      await sendObject(tree, Buffer.from(`<< /Type /Pages /Count ${pages.length} /Kids [ ${pages.join(' ')} ] >>`, 'latin1'))
      const outlines = bookmarks.length === 0 ? undefined : await sendOutlines(bookmarks)
      const places = linked.size === 0 ? undefined : await sendPlaces()
      const metadata = await sendNew(metadataOf(title, at, isArchive))
      const info = await sendNew(
        `<< /Title ${textOf(title)} /Creator (Toguchi) /CreationDate ${PDFString.fromDate(at).toString()} /ModDate ${PDFString.fromDate(at).toString()} >>`,
      )
      const catalog = await sendNew(
        `<< /Type /Catalog /Pages ${tree} 0 R /Lang (ja) /Metadata ${metadata}${outlines ? ` /Outlines ${outlines} /PageMode /UseOutlines` : ''}${places ? ` /Dests ${places}` : ''}${isArchive && outputIntents ? ` /OutputIntents ${outputIntents}` : ''} /ViewerPreferences << /DisplayDocTitle true >> >>`,
      )
      const table = length
      const id = hash.copy().digest('hex').slice(0, 32)
      await sendText(
        `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')}trailer\n<< /Size ${offsets.length + 1} /Root ${catalog} /Info ${info} /ID [ <${id}> <${id}> ] >>\nstartxref\n${table}\n%%EOF\n`,
      )
      return { pages: pages.length, sha256: hash.digest() }
    },
  }

  function sendPlaces(): Promise<string> {
    const places = [...linked].flatMap(page =>
      pages[page] === undefined ? [] : `/${placeOf(page)} [ ${pages[page]} /XYZ null null null ]`,
    )
    return sendNew(`<< ${places.join(' ')} >>`)
  }
  async function sendOutlines(bookmarks: readonly Bookmark[]): Promise<string> {
    const root = reserve()
    const { first, last } = await sendLevel(bookmarks, root)
    await sendObject(root, Buffer.from(`<< /Type /Outlines /First ${first} 0 R /Last ${last} 0 R /Count ${bookmarks.length} >>`, 'latin1'))
    return `${root} 0 R`
  }
  /** One level of bookmarks; children are folded. */
  async function sendLevel(bookmarks: readonly Bookmark[], parent: number): Promise<{ first: number; last: number }> {
    const numbers = bookmarks.map(reserve)
    for (const [at, { title: text, page, children = [] }] of bookmarks.entries()) {
      const number = numbers[at] ?? 0
      const inside = children.length > 0 ? await sendLevel(children, number) : undefined
      const parts = [
        `/Title ${textOf(text)} /Parent ${parent} 0 R /Dest [ ${pages[page] ?? pages[0]} /XYZ null null null ]`,
        at > 0 ? `/Prev ${numbers[at - 1]} 0 R` : '',
        at < numbers.length - 1 ? `/Next ${numbers[at + 1]} 0 R` : '',
        inside ? `/First ${inside.first} 0 R /Last ${inside.last} 0 R /Count -${children.length}` : '',
      ]
      await sendObject(number, Buffer.from(`<< ${parts.filter(Boolean).join(' ')} >>`, 'latin1'))
    }
    return { first: numbers[0] ?? 0, last: numbers.at(-1) ?? 0 }
  }
}

const placeOf = (page: number): string => `page-${page}`

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** XMP: what PDF/A asks a document to say of itself, and the same as in the information dictionary. */
const metadataOf = (title: string, at: Date, isArchive: boolean): Uint8Array => {
  const moment = `${at.toISOString().slice(0, 19)}Z`
  const packet = Buffer.from(
    `<?xpacket begin="\u{feff}" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"${isArchive ? ' xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"' : ''}>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title><dc:language><rdf:Bag><rdf:li>ja</rdf:li></rdf:Bag></dc:language>
<xmp:CreatorTool>Toguchi</xmp:CreatorTool><xmp:CreateDate>${moment}</xmp:CreateDate><xmp:ModifyDate>${moment}</xmp:ModifyDate>
${isArchive ? '<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>' : ''}
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`,
    'utf8',
  )
  return Buffer.concat([
    Buffer.from(`<< /Type /Metadata /Subtype /XML /Length ${packet.length} >>\nstream\n`, 'latin1'),
    packet,
    Buffer.from('\nendstream', 'latin1'),
  ])
}
