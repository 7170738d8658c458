import { type FileHandle, open } from 'node:fs/promises'
import type { FileKind } from '@toguchi/domain/documents/file-kinds'
import { Problem } from '../platform/http/problem.ts'
import type { ReadDocument } from './readings.ts'
import { documentUnreadable, notOfAKind, oldOffice, withMacros } from './refusals.ts'

/** The kind of a document; a picture is drawn, a PDF opened, an Office file told by the names in its container. */
export const readDocument = async (path: string): Promise<ReadDocument> => {
  const kind = await kindOf(path)
  if (kind === 'pdf') await (await import('./read-pdf.ts')).checkPdf(path)
  if (kind !== 'jpeg' && kind !== 'png') return { kind, view: null }
  return { kind, view: await (await import('./read-pictures.ts')).drawDocument(path, documentUnreadable) }
}

/** The kind alone; null when it is none of those, or not to be opened. */
export const findKind = async (path: string): Promise<FileKind | null> => {
  try {
    return (await readDocument(path)).kind
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

const bytes = async (file: FileHandle, from: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from)
  return buffer.subarray(0, bytesRead)
}

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const jpeg = Buffer.from([0xff, 0xd8, 0xff])
const zip = Buffer.from('PK\u0003\u0004', 'latin1')
/** Office files of before 2007, and today's behind a password. */
const compoundFile = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])

const kindOf = async (path: string): Promise<FileKind> => {
  const file = await open(path)
  try {
    const head = await bytes(file, 0, 1024)
    const begins = (signature: Buffer) => head.subarray(0, signature.length).equals(signature)
    // Readers allow for a little before the header, and so do programs that write one.
    if (head.includes('%PDF-')) return 'pdf'
    if (begins(jpeg)) return 'jpeg'
    if (begins(png)) return 'png'
    if (begins(compoundFile)) throw oldOffice()
    if (begins(zip)) return officeKindOf(await entriesOf(file, (await file.stat()).size))
    throw notOfAKind()
  } finally {
    await file.close()
  }
}

const officeKindOf = (names: readonly string[]): FileKind => {
  if (names.some(name => name.endsWith('/vbaProject.bin'))) throw withMacros()
  if (!names.includes('[Content_Types].xml')) throw notOfAKind()
  if (names.includes('xl/workbook.xml')) return 'xlsx'
  if (names.includes('word/document.xml')) return 'docx'
  throw notOfAKind()
}

/** The end of a ZIP: 22 bytes and a comment of at most 65,535. */
const longestEnd = 22 + 65_535
/** A workbook of many sheets and pictures has some hundred entries; a directory above this is no document. */
const longestDirectory = 4 * 1024 * 1024

/** Names of a ZIP's entries, from the directory at its end; nothing is unpacked. */
const entriesOf = async (file: FileHandle, byteSize: number): Promise<string[]> => {
  const tailAt = Math.max(0, byteSize - longestEnd)
  const tail = await bytes(file, tailAt, byteSize - tailAt)
  const end = tail.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  if (end < 0 || tail.length < end + 22) throw documentUnreadable()
  const length = tail.readUInt32LE(end + 12)
  const from = tail.readUInt32LE(end + 16)
  if (length > longestDirectory || from + length > byteSize) throw documentUnreadable()
  const directory = await bytes(file, from, length)
  const names: string[] = []
  for (let at = 0; at + 46 <= directory.length;) {
    if (directory.readUInt32LE(at) !== 0x02014b50) throw documentUnreadable()
    const nameLength = directory.readUInt16LE(at + 28)
    names.push(directory.subarray(at + 46, at + 46 + nameLength).toString())
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return names
}
