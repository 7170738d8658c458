import { fileKinds } from '../documents/file-kinds.ts'

const kinds = [fileKinds.pdf, fileKinds.jpeg, fileKinds.png]

/** What a scan of an answer may be, in words. */
export const acceptedSlips = 'PDF、JPEG、PNG'
/** For the browser's `accept`. */
export const acceptedSlipFiles = kinds.flatMap(({ extensions }) => extensions.map(extension => `.${extension}`)).join(',')
export const isSlip = (contentType: string): boolean => kinds.some(kind => kind.contentType === contentType)
