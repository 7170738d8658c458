import { type FileHandle, open } from 'node:fs/promises'
import { documentMegabytes, extensionOf, type FileKind, fileKinds } from '@toguchi/domain/documents/file-kinds'
import { invalid, Problem } from '../platform/problem.ts'
import type { StagedFile } from '../platform/storage.ts'

const notOfAKind = () =>
  invalid({ file: ['はPDF、JPEG、PNG、Excel（xlsx）、Word（docx）のいずれかを選択してください'] }, 'file_kind_unknown')
const oldOffice = () =>
  invalid({ file: ['は保管できない形式です。パスワードを外し、xlsxまたはdocxで保存し直してください'] }, 'file_kind_unknown')
const misnamed = (label: string) => invalid({ file: [`の拡張子が中身（${label}）と一致していません`] }, 'file_misnamed')
const unreadable = () => invalid({ file: ['を読み取れませんでした。ファイルが壊れていないか確認してください'] }, 'file_unreadable')

/** What to keep a document as: its type, and a name that ends as its kind does. */
export interface ExaminedFile {
  contentType: string
  fileName: string
}

/**
 * Says what a file is by its first bytes (an Office file by what its container holds), not by its name or what the sender claims
 * (G-BLD-06). Refuses other kinds, containers of macros, and names that promise another kind: 422; more than 20 MB: 413.
 */
export const examineFile = async ({ path, byteSize, fileName }: StagedFile): Promise<ExaminedFile> => {
  if (byteSize > documentMegabytes * 1024 * 1024)
    throw new Problem(413, 'file_too_large', `ファイルサイズは${documentMegabytes}MB以下にしてください。`)
  const file = await open(path)
  try {
    const { label, contentType, extensions } = fileKinds[await kindOf(file, byteSize)]
    const extension = extensionOf(fileName)
    if (extension === '') return { contentType, fileName: `${fileName}.${extensions[0]}` }
    if (!(extensions as readonly string[]).includes(extension)) throw misnamed(label)
    return { contentType, fileName }
  } finally {
    await file.close()
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

const kindOf = async (file: FileHandle, byteSize: number): Promise<FileKind> => {
  const head = await bytes(file, 0, 1024)
  const begins = (signature: Buffer) => head.subarray(0, signature.length).equals(signature)
  // Readers allow for a little before the header, and so do programs that write one.
  if (head.includes('%PDF-')) return 'pdf'
  if (begins(jpeg)) return 'jpeg'
  if (begins(png)) return 'png'
  if (begins(compoundFile)) throw oldOffice()
  if (begins(zip)) return officeKindOf(await entriesOf(file, byteSize))
  throw notOfAKind()
}

const officeKindOf = (names: readonly string[]): FileKind => {
  if (names.some(name => name.endsWith('/vbaProject.bin')))
    throw invalid({ file: ['にマクロが含まれています。マクロを除いて保存し直してください'] }, 'file_has_macros')
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
  if (end < 0 || tail.length < end + 22) throw unreadable()
  const length = tail.readUInt32LE(end + 12)
  const from = tail.readUInt32LE(end + 16)
  if (length > longestDirectory || from + length > byteSize) throw unreadable()
  const directory = await bytes(file, from, length)
  const names: string[] = []
  for (let at = 0; at + 46 <= directory.length;) {
    if (directory.readUInt32LE(at) !== 0x02014b50) throw unreadable()
    const nameLength = directory.readUInt16LE(at + 28)
    names.push(directory.subarray(at + 46, at + 46 + nameLength).toString())
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return names
}
