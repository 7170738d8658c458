import type {} from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import qs from 'qs'
import type { Platform } from './platform.ts'
import { Problem, invalid } from './problem.ts'
import { FileTooLarge, type StagedFile } from './storage.ts'

/** Files of a request by their Rails name: `room_image[file]`. */
export type Uploads = Record<string, StagedFile>

/** The largest file anyone may send (G-PHO-01). */
const maximumFileBytes = 20 * 1024 * 1024
const tooLarge = () => new Problem(413, 'file_too_large', 'ファイルサイズは20MB以下にしてください。')

export const parseNested = (pairs: string): Record<string, unknown> =>
  qs.parse(pairs, { arrayLimit: 2_000, depth: 8, parameterLimit: 10_000, allowPrototypes: false }) as Record<string, unknown>

/** A multipart body with Rails names, as the JSON it stands for (G-API-09), and its files, staged and hashed on the way. */
export const readMultipart = async (platform: Platform, request: FastifyRequest): Promise<{ body: unknown; files: Uploads }> => {
  const files: Uploads = {}
  const pairs: string[] = []
  try {
    for await (const part of request.parts({ limits: { fileSize: maximumFileBytes, files: 10, fields: 500, fieldSize: 1_000_000 } })) {
      if (part.type === 'field') {
        pairs.push(`${encodeURIComponent(part.fieldname)}=${encodeURIComponent(String(part.value))}`)
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
      const before = files[part.fieldname]
      if (before) await platform.storage.discard(before)
      files[part.fieldname] = staged
    }
  } catch (error) {
    await discardAll(platform, files)
    if (error instanceof FileTooLarge || (error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE'))
      throw tooLarge()
    if (error instanceof Problem) throw error
    throw invalid({ file: ['を最後まで受け取れませんでした'] }, 'torn_upload')
  }
  return { body: parseNested(pairs.join('&').replaceAll('%5B', '[').replaceAll('%5D', ']')), files }
}

/** Throws away what no handler kept; a kept file is no longer where it was staged, so nothing happens to it. */
export const discardAll = (platform: Platform, files: Uploads): Promise<unknown> =>
  Promise.all(Object.values(files).map(file => platform.storage.discard(file)))
