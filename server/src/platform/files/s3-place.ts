import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { S3Settings } from '../settings.ts'
import { digestOf, firstBytesOf, joinedStream } from './joined-stream.ts'
import type { Place } from './place.ts'
import { attempting, isMissing, WrittenOtherwise, meaningOf } from './s3-attempts.ts'
import { openClient } from './s3-client.ts'
import { day, type StorageOptions } from './staging.ts'
import { NoSuchBytes, type StagedFile } from './storage.ts'

const megabyte = 1024 * 1024
/** Larger files go up in parts: one request takes 5 GB at most, and one that broke would begin again. */
const partsFrom = 64 * megabyte
const partSize = 16 * megabyte
const chunkSize = 256 * 1024
/** Milliseconds for a file, all attempts together, and bytes that have to pass in each beside: below what a transaction may stand idle. */
const patience = 12_000
const leastBytesEach = 2_000

/**
 * Keeps in a bucket. Our SHA-256 goes with the bytes, for the server to compare, and is compared with what the object says afterwards, or with
 * what is read back, before anybody is told that they are kept. Reading goes on where a connection broke. Throws a 503 when the server does
 * not answer.
 */
export const s3Place = (settings: S3Settings, { onError = () => undefined }: StorageOptions = {}): Place => {
  const client = openClient(settings)
  const { bucket: Bucket } = settings
  const steadily = attempting(onError)
  const openRead = async (Key: string, from: number, etag: string | undefined, signal?: AbortSignal) => {
    const rest = from === 0 ? {} : { Range: `bytes=${from}-`, IfMatch: etag }
    const answer = await client.send(new GetObjectCommand({ Bucket, Key, ...rest }), signal && { abortSignal: signal })
    // In Node a body is a stream of Node's.
    return { body: answer.Body as Readable, length: answer.ContentLength ?? 0, etag: answer.ETag }
  }

  /** The body from there on, once its first bytes have come: until then an attempt may fail without anybody noticing. */
  const begin = async (key: string, from: number, known: string | undefined) => {
    const { body, length, etag } = await openRead(key, from, known)
    if (length > 0) await firstBytesOf(body)
    return { body, total: from + length, etag }
  }

  const openStream = (key: string): Readable => {
    let total = Infinity
    let etag: string | undefined
    // A body that broke goes on where it ended.
    return joinedStream(async ({ read }) => {
      if (read >= total) return null
      const part = await steadily(() => begin(key, read, etag), key)
      ;({ total, etag } = part)
      return part.body
    })
  }

  /** Of what lies there; null where nothing does, whatever the server said of it. */
  const readDigest = async (key: string, signal: AbortSignal): Promise<Buffer | null> => {
    try {
      return await digestOf((await openRead(key, 0, undefined, signal)).body)
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  /** Whether what lies there now is what was sent: of its length, and kept by the server together with the SHA-256 that it compared. */
  const isSent = async ({ byteSize, sha256 }: StagedFile, Key: string, abortSignal: AbortSignal): Promise<boolean> => {
    try {
      const { ContentLength, Metadata } = await client.send(new HeadObjectCommand({ Bucket, Key }), { abortSignal })
      return ContentLength === byteSize && Metadata?.['sha256'] === sha256.toString('hex')
    } catch (error) {
      if (isMissing(error)) return false
      throw error
    }
  }

  const write = async (staged: StagedFile, key: string, signal: AbortSignal): Promise<void> => {
    const isLarge = staged.byteSize > partsFrom
    const answered = isLarge ? await sendInParts(client, settings, staged, key, signal) : await send(client, settings, staged, key, signal)
    const isKept = answered ?? (await isSent(staged, key, signal))
    // Of parts each was compared by itself, and nobody waits for what is that large.
    if (isKept && !(isLarge || settings.readBack)) return
    if (isKept && (await readDigest(key, signal))?.equals(staged.sha256)) return
    await client.send(new DeleteObjectCommand({ Bucket, Key: key }), { abortSignal: signal })
    throw new WrittenOtherwise(`what was written to ${key} is not what was sent`)
  }

  return {
    keep: async (staged, key) => {
      const signal = AbortSignal.timeout(patience + Math.ceil(staged.byteSize / leastBytesEach))
      await steadily(() => write(staged, key, signal), key)
      await rm(staged.path, { force: true })
    },
    read: openStream,
    remove: key => steadily(async () => void (await client.send(new DeleteObjectCommand({ Bucket, Key: key }))), key),
    async *keysIn(folder, names) {
      const Prefix = `${folder}/`
      const from = names && { StartAfter: `${Prefix}${names.after}` }
      for (let token: string | undefined, isMore = true; isMore;) {
        const page = await steadily(
          () => client.send(new ListObjectsV2Command({ Bucket, Prefix, ...from, ContinuationToken: token })),
          folder,
        )
        const keys = (page.Contents ?? []).map(({ Key }) => Key ?? '')
        const wanted = names ? keys.filter(key => key < `${Prefix}${names.before}`) : keys
        if (wanted.length > 0) yield wanted
        token = page.NextContinuationToken
        // They come in their order: nothing behind the last wanted one is.
        isMore = token !== undefined && wanted.length === keys.length
      }
    },
    keptAt: key =>
      steadily(() => client.send(new HeadObjectCommand({ Bucket, Key: key })), key).then(
        ({ LastModified }) => LastModified?.getTime() ?? null,
        (error: unknown) => {
          if (error instanceof NoSuchBytes) return null
          throw error
        },
      ),
    freeBytes: async () => null,
    check: async () => {
      await client.send(new HeadBucketCommand({ Bucket })).catch((error: unknown) => {
        throw new Error(`the bucket cannot be used${meaningOf(error)}`, { cause: error })
      })
    },
    async folders() {
      const names: string[] = []
      for (let token: string | undefined, isMore = true; isMore;) {
        const page = await steadily(
          () => client.send(new ListObjectsV2Command({ Bucket, Delimiter: '/', ContinuationToken: token })),
          'the bucket',
        )
        names.push(...(page.CommonPrefixes ?? []).map(({ Prefix = '' }) => Prefix.slice(0, -1)))
        token = page.NextContinuationToken
        isMore = token !== undefined
      }
      return names
    },
    async sweep(at = Date.now()) {
      const { Uploads = [] } = await steadily(() => client.send(new ListMultipartUploadsCommand({ Bucket })), 'the bucket')
      const old = Uploads.filter(({ Initiated }) => Initiated !== undefined && at - Initiated.getTime() > day)
      for (const { Key, UploadId } of old) await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
      return old.length
    },
  }
}

/**
 * One request for the whole file, with its SHA-256 in the signature: a server that received anything else refuses it. Says whether the server has
 * what was sent, by the SHA-256 that it answers; null where it says nothing.
 */
const send = async (
  client: S3Client,
  { bucket: Bucket, checksums }: S3Settings,
  { path, byteSize, sha256 }: StagedFile,
  Key: string,
  abortSignal: AbortSignal,
): Promise<boolean | null> => {
  const Body = createReadStream(path, { highWaterMark: chunkSize })
  const given = checksums ? sha256.toString('base64') : undefined
  try {
    const Metadata = { sha256: sha256.toString('hex') }
    const command = new PutObjectCommand({ Bucket, Key, Body, ContentLength: byteSize, ChecksumSHA256: given, Metadata })
    command.middlewareStack.add(
      next => args => {
        // Without it a streamed body is not part of the signature.
        ;(args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = Metadata.sha256
        return next(args)
      },
      { step: 'build', name: 'signWhatWasHashed' },
    )
    const { ChecksumSHA256 } = await client.send(command, { abortSignal })
    return checksums && ChecksumSHA256 !== undefined ? ChecksumSHA256 === given : null
  } finally {
    Body.destroy()
  }
}

const sendInParts = async (
  client: S3Client,
  { bucket: Bucket }: S3Settings,
  { path, sha256 }: StagedFile,
  Key: string,
  signal: AbortSignal,
): Promise<null> => {
  const Body = createReadStream(path)
  const upload = new Upload({ client, params: { Bucket, Key, Body, Metadata: { sha256: sha256.toString('hex') } }, partSize, queueSize: 2 })
  const giveUp = () => void upload.abort()
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    await upload.done()
    return null
  } finally {
    signal.removeEventListener('abort', giveUp)
    Body.destroy()
  }
}
