import type { FileKind } from '@toguchi/domain/documents/file-kinds'
import type { SignboardCorner, SignboardPlace } from '@toguchi/domain/photos/signboard-layout'
import type { SignboardLine } from '@toguchi/domain/photos/signboard'
import type { PictureType } from '@toguchi/domain/photos/picture-formats'
import type { Cell } from '@toguchi/domain/spreadsheets/read-cell'

export interface FileRow {
  /** As the spreadsheet numbers it, from 1. */
  number: number
  cells: Cell[]
}

export interface ReadPhoto {
  contentType: PictureType
  /** Upright. */
  width: number
  height: number
  /** As the camera wrote it, in Japanese time when it names no zone; null when it wrote none (G-PHO-03). */
  filmingAt: Date | null
  /** 1600 px, upright, without any EXIF: what people see who are not staff (D-05). */
  view: Uint8Array
  /** 400 px, without any EXIF: what lists show (D-05). */
  thumbnail: Uint8Array
}

export interface ReadDocument {
  kind: FileKind
  /** Of a picture: a JPEG of it, upright and still fit to be read, without any EXIF. */
  view: Uint8Array | null
}

/** A board as people correct it, on a picture that we drew ourselves. */
export interface AskedBoard {
  path: string
  lines: readonly SignboardLine[]
  place: SignboardPlace
  corner: SignboardCorner
}

/** The pages of a PDF as drawings on pages of ours, or why there are none. */
export interface ReadPdfPages {
  pages: number | null
  /** `unreadable`: it took too much this time; with the others it is never going to be read. */
  whyNot: 'encrypted' | 'torn' | 'too_large' | 'unreadable' | null
  bytes: Uint8Array | null
  /** Form fields, stamps or the like stand on a page and are not drawn. */
  leavesOut?: boolean
}

/** A JPEG of one of our own with fewer pixels. */
export interface AskedSmaller {
  bytes: Uint8Array
  /** At most, and exactly where it is padded. */
  width: number
  height: number
  /** With white beside it where it is of another shape. */
  padded?: boolean
}

interface File {
  path: string
}

/** What the reader can be asked for. The rows of a table are told in parts, before the answer: the last row that is in a merge, or 0. */
export interface Readings {
  table: { asked: File; answer: { lastMerged: number } }
  photo: { asked: File; answer: ReadPhoto }
  document: { asked: File; answer: ReadDocument }
  /** Null: of none that documents may be, or not to be opened. */
  kind: { asked: File; answer: FileKind | null }
  pdfPages: { asked: File; answer: ReadPdfPages }
  logo: { asked: File; answer: { format: 'png' | 'jpeg'; bytes: Uint8Array } }
  smaller: { asked: AskedSmaller; answer: Uint8Array }
  board: { asked: AskedBoard; answer: Uint8Array }
  signature: { asked: { bytes: Uint8Array }; answer: null }
}
