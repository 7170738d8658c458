import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
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
import type { Place } from './place.ts'
import { attempting, isMissing, WrittenOtherwise } from './s3-attempts.ts'
import { openClient } from './s3-client.ts'
import { day, type StorageOptions } from './staging.ts'
import { NoSuchBytes, type StagedFile } from './storage.ts'

const megabyte = 1024 * 1024
/** Larger files go up in parts: one request takes 5 GB at most, and one that broke would begin again. */
const partsFrom = 64 * megabyte
const partSize = 16 * megabyte
/** Milliseconds for a file, all attempts together, and bytes that have to pass in each beside: below what a transaction may stand idle. */
const patience = 12_000
const leastBytesEach = 2_000

/**
 * Keeps in a bucket. Written bytes are read back and their SHA-256 is compared before anybody is told that they are kept, unless the server
 * says itself what it has received; reading goes on where a connection broke. Throws a 503 when the server does not answer.
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

  /** The body from there on and its first bytes: until then an attempt may fail without anybody noticing. */
  const begin = async (key: string, from: number, known: string | undefined) => {
    const { body, length, etag } = await openRead(key, from, known)
    const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    const first = length === 0 ? undefined : (await chunks.next()).value
    if (first === undefined && length > 0) throw new Error('the body ended before its first byte')
    return { body, chunks, first: first as Buffer | undefined, total: from + length, etag }
  }

  async function* bytesOf(key: string): AsyncGenerator<Buffer> {
    let read = 0
    let total = Infinity
    let etag: string | undefined
    while (read < total) {
      const part = await steadily(() => begin(key, read, etag), key)
      total = part.total
      etag = part.etag
      try {
        for (let chunk = part.first; chunk !== undefined;) {
          read += chunk.length
          yield chunk
          // A body that broke goes on where it ended.
          chunk = await part.chunks.next().then(
            ({ value }) => value as Buffer | undefined,
            () => undefined,
          )
        }
      } finally {
        part.body.destroy()
      }
    }
  }

  /** Of what lies there; null where nothing does, whatever the server said of it. */
  const digestOf = async (key: string, signal: AbortSignal): Promise<Buffer | null> => {
    try {
      const { body } = await openRead(key, 0, undefined, signal)
      const hash = createHash('sha256')
      for await (const chunk of body) hash.update(chunk as Buffer)
      return hash.digest()
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  const write = async (staged: StagedFile, key: string, signal: AbortSignal): Promise<void> => {
    const proven =
      staged.byteSize > partsFrom
        ? await sendInParts(client, settings, staged, key, signal)
        : await send(client, settings, staged, key, signal)
    if (proven ?? (await digestOf(key, signal))?.equals(staged.sha256)) return
    await client.send(new DeleteObjectCommand({ Bucket, Key: key }), { abortSignal: signal })
    throw new WrittenOtherwise(`what was written to ${key} was read back otherwise`)
  }

  return {
    keep: async (staged, key) => {
      const signal = AbortSignal.timeout(patience + Math.ceil(staged.byteSize / leastBytesEach))
      await steadily(() => write(staged, key, signal), key)
      await rm(staged.path, { force: true })
    },
    read: key => Readable.from(bytesOf(key), { objectMode: false }),
    remove: key => steadily(async () => void (await client.send(new DeleteObjectCommand({ Bucket, Key: key }))), key),
    async *keysIn(folder) {
      for (let token: string | undefined, isMore = true; isMore;) {
        const page = await steadily(
          () => client.send(new ListObjectsV2Command({ Bucket, Prefix: `${folder}/`, ContinuationToken: token })),
          folder,
        )
        const keys = (page.Contents ?? []).map(({ Key }) => Key ?? '')
        if (keys.length > 0) yield keys
        token = page.NextContinuationToken
        isMore = token !== undefined
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
    check: async () => void (await client.send(new HeadBucketCommand({ Bucket }))),
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
    async sweep() {
      const { Uploads = [] } = await steadily(() => client.send(new ListMultipartUploadsCommand({ Bucket })), 'the bucket')
      const old = Uploads.filter(({ Initiated }) => Initiated !== undefined && Date.now() - Initiated.getTime() > day)
      for (const { Key, UploadId } of old) await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
      return old.length
    },
  }
}

/**
 * One request for the whole file. Its SHA-256 is part of the signature, so a server that received anything else refuses it. Answers true
 * or false where the server said which SHA-256 it has, null where it said nothing.
 */
const send = async (
  client: S3Client,
  { bucket: Bucket, checksums }: S3Settings,
  { path, byteSize, sha256 }: StagedFile,
  Key: string,
  abortSignal: AbortSignal,
): Promise<boolean | null> => {
  const Body = createReadStream(path, { highWaterMark: 256 * 1024 })
  const given = sha256.toString('base64')
  const command = new PutObjectCommand({ Bucket, Key, Body, ContentLength: byteSize, ...(checksums ? { ChecksumSHA256: given } : {}) })
  command.middlewareStack.add(
    next => args => {
      const { headers } = args.request as { headers: Record<string, string> }
      headers['x-amz-content-sha256'] = sha256.toString('hex')
      return next(args)
    },
    { step: 'build', name: 'signWhatWasHashed' },
  )
  try {
    const { ChecksumSHA256 } = await client.send(command, { abortSignal })
    return checksums && ChecksumSHA256 !== undefined ? ChecksumSHA256 === given : null
  } finally {
    Body.destroy()
  }
}

const sendInParts = async (
  client: S3Client,
  { bucket: Bucket }: S3Settings,
  { path }: StagedFile,
  Key: string,
  signal: AbortSignal,
): Promise<null> => {
  const Body = createReadStream(path)
  const upload = new Upload({ client, params: { Bucket, Key, Body }, partSize, queueSize: 2 })
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
