import type { MultipartValue } from '@fastify/multipart'
import type { UploadLimits } from '@toguchi/domain/http/endpoint'
import type { FastifyRequest } from 'fastify'
import qs from 'qs'
import type { Platform } from '../platform.ts'
import { Problem, invalid } from './problem.ts'
import { FileTooLarge, type StagedFile } from '../files/storage.ts'

/** Files of a request by their Rails name: `room_image[file]`. */
export type Uploads = Record<string, StagedFile>

/** The largest file anyone may send (G-PHO-01). */
const maximumFileBytes = 20 * 1024 * 1024
const tooLarge = () => new Problem(413, 'file_too_large', 'ファイルサイズは20MB以下にしてください。')

export const parseNested = (pairs: string): Record<string, unknown> =>
  qs.parse(pairs, { arrayLimit: 2_000, depth: 8, parameterLimit: 10_000, allowPrototypes: false })

/** Of a field that is not named larger, and of all fields together: what is more is no form of ours (review M4). */
const usualFieldBytes = 64 * 1024
const mostBytesOfFields = 1024 * 1024
const usualFields = 30
const tooMuch = () => new Problem(413, 'form_too_large', '送信されたデータが大きすぎます。')

/**
 * A multipart body with Rails names, as the JSON it stands for (G-API-09), and its one file, staged and hashed on the way. Nothing is
 * kept of a body that breaks a limit: 413, or 422 `torn_upload` when it ended too early.
 */
export const readMultipart = async (
  platform: Platform,
  request: FastifyRequest,
  { fields = usualFields, fieldBytes = {} }: UploadLimits = {},
): Promise<{ body: unknown; files: Uploads }> => {
  const files: Uploads = {}
  const pairs: string[] = []
  const fieldSize = Math.max(usualFieldBytes, ...Object.values(fieldBytes))
  let bytes = 0
  try {
    for await (const part of request.parts({
      limits: { fileSize: maximumFileBytes, files: 1, fields, fieldSize, fieldNameSize: 200, parts: fields + 1 },
    })) {
      if (part.type === 'field') {
        const value = valueOf(part, fieldBytes[part.fieldname] ?? usualFieldBytes)
        bytes += Buffer.byteLength(value)
        demandAtMost(bytes, mostBytesOfFields)
        pairs.push(`${encodeURIComponent(part.fieldname)}=${encodeURIComponent(value)}`)
        continue
      }
      const staged = await platform.storage.stage(part.file, {
        fileName: part.filename
          .normalize()
          .replaceAll(/\p{Cc}/gu, '')
          .slice(-200),
        contentType: part.mimetype,
        tooLarge: () => part.file.truncated,
      })
      files[part.fieldname] = staged
      platform.meter.upload(staged.byteSize)
    }
  } catch (error) {
    await discardAll(platform, files)
    throw refusalOf(error)
  }
  return { body: parseNested(pairs.join('&').replaceAll('%5B', '[').replaceAll('%5D', ']')), files }
}

const demandAtMost = (bytes: number, most: number): void => {
  if (bytes > most) throw tooMuch()
}

/** The text of a field that came whole and is no larger than it may be. */
const valueOf = (field: MultipartValue, most: number): string => {
  if (field.valueTruncated || field.fieldnameTruncated) throw tooMuch()
  const value = String(field.value)
  demandAtMost(Buffer.byteLength(value), most)
  return value
}

const refusalOf = (error: unknown): Error => {
  if (error instanceof Problem) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (error instanceof FileTooLarge || code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge()
  if (/^FST_(FILES|FIELDS|PARTS)_LIMIT$/.test(code)) return tooMuch()
  return invalid({ file: ['を最後まで受け取れませんでした'] }, 'torn_upload')
}

/** Throws away what no handler kept; a kept file is no longer where it was staged, so nothing happens to it. */
export const discardAll = (platform: Platform, files: Uploads): Promise<unknown> =>
  Promise.all(Object.values(files).map(file => platform.storage.discard(file)))
