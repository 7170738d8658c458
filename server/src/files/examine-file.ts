import { documentMegabytes, extensionOf, fileKinds } from '@toguchi/domain/documents/file-kinds'
import { type Asker, readDocument } from '../file-reader/file-reader.ts'
import type { Platform } from '../platform/platform.ts'
import { invalid, Problem } from '../platform/http/problem.ts'
import type { StagedFile } from '../platform/files/storage.ts'

const misnamed = (label: string) => invalid({ file: [`の拡張子が中身（${label}）と一致していません`] }, 'file_misnamed')

/** What to keep a document as: its type, a name that ends as its kind does, and of a picture what is shown instead of it (`viewUrl`). */
export interface ExaminedFile {
  contentType: string
  fileName: string
  view: Uint8Array | null
}

/**
 * Says what a file is by its content, not by its name or what the sender claims (G-BLD-06). Refuses other kinds, containers of macros,
 * what cannot be opened, and names that promise another kind: 422; more than 20 MB: 413.
 */
export const examineFile = async (platform: Platform, asker: Asker, { path, byteSize, fileName }: StagedFile): Promise<ExaminedFile> => {
  if (byteSize > documentMegabytes * 1024 * 1024)
    throw new Problem(413, 'file_too_large', `ファイルサイズは${documentMegabytes}MB以下にしてください。`)
  const { kind, view } = await readDocument(platform, asker, path)
  const { label, contentType, extensions } = fileKinds[kind]
  const extension = extensionOf(fileName)
  if (extension === '') return { contentType, fileName: `${fileName}.${extensions[0]}`, view }
  if (!extensions.some(one => one === extension)) throw misnamed(label)
  return { contentType, fileName, view }
}
