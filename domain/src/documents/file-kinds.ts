/** Files that documents may be (G-BLD-06), by what they contain. */
export const fileKinds = {
  pdf: { label: 'PDF', contentType: 'application/pdf', extensions: ['pdf'], preview: 'pdf' },
  jpeg: { label: 'JPEG', contentType: 'image/jpeg', extensions: ['jpg', 'jpeg', 'jpe', 'jfif'], preview: 'image' },
  png: { label: 'PNG', contentType: 'image/png', extensions: ['png'], preview: 'image' },
  xlsx: {
    label: 'Excel',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extensions: ['xlsx'],
    preview: null,
  },
  docx: {
    label: 'Word',
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['docx'],
    preview: null,
  },
} as const satisfies Record<string, Kind>

interface Kind {
  /** As people call it. */
  label: string
  contentType: string
  /** In small letters; the first one is given to files without any. */
  extensions: readonly [string, ...string[]]
  /** How a browser shows it; null: it is only downloaded. */
  preview: 'pdf' | 'image' | null
}
export type FileKind = keyof typeof fileKinds

/** Megabytes one file may have (G-BLD-06). */
export const documentMegabytes = 20

/** For the browser's `accept`: .pdf,.jpg,… */
export const acceptedDocuments = Object.values(fileKinds)
  .flatMap(({ extensions }) => extensions.map(extension => `.${extension}`))
  .join(',')

/** In small letters, without the dot; empty when the name has none. */
export const extensionOf = (fileName: string): string => /[^.]\.([^.\s/\\]{1,10})$/.exec(fileName)?.[1]?.toLowerCase() ?? ''

const most = 100
/** What a document is called unless somebody says otherwise: the file's name without its extension, at most 100 UTF-16 units, as lengths are counted. */
export const titleOfFile = (fileName: string): string => {
  const extension = extensionOf(fileName)
  const name = (extension === '' ? fileName : fileName.slice(0, -extension.length - 1)).normalize().trim()
  const cut = name.slice(0, most)
  // Never half of a character such as 𠮷.
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)).trim()
}

const kindOf = (contentType: string): Kind | undefined => Object.values(fileKinds).find(kind => kind.contentType === contentType)
export const previewOf = (contentType: string): Kind['preview'] => kindOf(contentType)?.preview ?? null
/** 「PDF」, 「Excel」 */
export const fileKindLabel = (contentType: string): string => kindOf(contentType)?.label ?? 'ファイル'
