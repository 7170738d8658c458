import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { BookSection } from '@toguchi/domain/completion-books/sections'
import type { AttachmentRow } from '../content-queries.ts'

/** A picture of a page: which one it is, told without reading its bytes, and how they come to lie on disk. */
export interface PlannedPicture {
  /** By which the template shows it: `/photo-1`. */
  name: string
  /** Two of one version are the same picture. */
  version: string
  /** Writes it to a file; null where there is none to show, else the file's place. */
  lay(to: string): Promise<string | null>
  /** What to say of it where it cannot be shown: which room, place and stage. */
  title: string
}

/** Pages that a template draws: a pure function of what stands here, so what was drawn once is good for as long as nothing of it changes. */
export interface TypstContent {
  kind: 'typst'
  /** By its name, from the folder of the engine. */
  template: string
  data: object
  pictures: readonly PlannedPicture[]
}
/** The pages of an attached PDF. */
export interface AttachmentContent {
  kind: 'attachment'
  attachment: AttachmentRow
}
/** Pages that say on which page everything else stands: drawn last, and for each edition anew. */
export interface LateContent {
  kind: 'late'
  section: 'cover' | 'contents'
}

/** Pages of a book that are drawn together. */
export interface PlannedChunk {
  section: BookSection
  content: TypstContent | AttachmentContent | LateContent
  /** What a bookmark below that of its section calls it; null: goes on with what stands before it. */
  title: string | null
  /** The room that it is of. */
  roomId: number | null
}

/** Goes up when the engine draws the same page otherwise. */
const drawing = 1
/** Goes up when the file reader draws the pages of an attached PDF otherwise. */
const drawingOfAttachments = 2
const printing = new URL('../../printing/', import.meta.url)
const templates = new Map<string, Promise<string>>()
const templateHash = (template: string): Promise<string> => {
  const known = templates.get(template)
  if (known) return known
  const hash = readFile(fileURLToPath(new URL(template, printing))).then(bytes => createHash('sha256').update(bytes).digest('hex'))
  templates.set(template, hash)
  return hash
}

/** The hash of everything that pages are drawn from. */
export const keyOf = async (content: TypstContent | AttachmentContent): Promise<Buffer> =>
  createHash('sha256')
    .update(
      JSON.stringify(
        content.kind === 'attachment'
          ? [drawingOfAttachments, 'attachment', content.attachment.sha256.toString('hex')]
          : [drawing, await templateHash(content.template), content.data, content.pictures.map(({ name, version }) => [name, version])],
      ),
    )
    .digest()
