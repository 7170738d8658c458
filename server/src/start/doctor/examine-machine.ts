import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, rmdir, stat, statfs } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import type { S3Settings } from '../../platform/settings.ts'
import { openPlaces, type StorageSettings } from '../../platform/files/open-storage.ts'
import { digestOf } from '../../platform/files/joined-stream.ts'
import type { Place } from '../../platform/files/place.ts'
import { statusOf } from '../../platform/files/s3-attempts.ts'
import type { Staging } from '../../platform/files/staging.ts'
import { isOfUnknownAuthority, reasonOf } from '../../migrate/reason-of.ts'
import { messageOf } from '../../platform/http/error-code.ts'
import { notTakenOf } from '../../platform/messages/carriers/carrier.ts'
import { smtpCarrier, trySmtp } from '../../platform/messages/carriers/smtp.ts'
import { tableOfZipcodes } from '../../zipcodes/zipcodes.ts'
import { finishedAmong, logArchiveOf, unfinishedAmong } from '../backup/kept-backups.ts'
import { type Finding, good, note, orWrong, wrong } from './findings.ts'

/** Writes a file as an upload is written, reads it back, and takes it away again. */
export const examineStorage = async (settings: StorageSettings): Promise<Finding[]> => {
  const { storageDir: folder, storage: kind, s3 } = settings
  if (!existsSync(folder))
    return [wrong(`STORAGE_DIR のフォルダー ${folder} がありません。作成し、サーバーの利用者が書き込めるようにしてください。`)]
  const reasons: unknown[] = []
  const { disk, s3: bucket, staging } = await openPlaces(settings, { onError: error => reasons.push(error.cause ?? error) })
  const onDisk = () =>
    orWrong(
      async () => {
        const findings = await examinePlace(staging, disk, `フォルダー ${folder}`)
        await rmdir(join(folder, 'files', 'doctor')).catch(() => undefined)
        return findings
      },
      reason => `写真と書類の保存先 ${folder} に書き込めません。サーバーの利用者の権限とディスクを確認してください: ${reason}`,
    )
  if (bucket === null || s3 === null) return onDisk()
  const saying = (reason: unknown) => `バケット ${s3.bucket} に書き込み、読み出すことができません。${adviceOf(reason)}: ${wordsOf(reason)}`
  const refusal = await bucket.check().then(
    () => null,
    (error: unknown) => (error instanceof Error && error.cause !== undefined ? error.cause : error),
  )
  const inBucket =
    refusal !== null
      ? [wrong(saying(refusal))]
      : await orWrong(
          async () => [...(await examinePlace(staging, bucket, `バケット ${s3.bucket}`)), await examineComparing(staging, bucket, s3)],
          reason => saying(reasons[0] ?? reason),
        )
  return [
    ...(kind === 'disk' ? await onDisk() : []),
    ...inBucket,
    ...(s3.endpoint?.startsWith('http://') && !isThisMachine(s3.endpoint)
      ? [note(`バケットへの通信が暗号化されていません（${s3.endpoint}）。外を通らないネットワークの中だけで使ってください。`)]
      : []),
  ]
}

/** A server answers a wrong name or key with a bare status. */
const adviceOf = (reason: unknown): string => {
  const status = statusOf(reason)
  if (status === 404) return 'その名前のバケットがありません。S3_BUCKET の綴りと、バケットを作成したことを確認してください'
  if (status === 403)
    return 'キーが正しくないか、読み書きの権限がありません。S3_ACCESS_KEY_ID、S3_SECRET_ACCESS_KEY と、キーの権限を確認してください'
  if (isOfUnknownAuthority(reason))
    return 'バケットの証明書の認証局を確認できません。自前の認証局のときは、その証明書のファイルを NODE_EXTRA_CA_CERTS で指定してください'
  return 'S3_ENDPOINT、S3_REGION、S3_BUCKET、キーとその権限を確認してください'
}

/** The SDK calls a bare status `UnknownError`. */
const wordsOf = (reason: unknown): string => {
  const status = statusOf(reason)
  return status === null ? messageOf(reason) : `HTTP ${status}`
}

/** Sends what is not what it says to be: a server that takes it would keep a damaged photo. */
const examineComparing = async (staging: Staging, bucket: Place, { readBack }: S3Settings): Promise<Finding> => {
  if (readBack) return good('バケットに書いた内容は、毎回読み出して照合します（S3_READ_BACK）。')
  const key = `doctor/${randomUUID()}`
  const staged = await staging.stage(Readable.from([randomBytes(1024)]), { fileName: 'doctor', contentType: 'application/octet-stream' })
  try {
    await bucket.keep({ ...staged, sha256: randomBytes(32) }, key)
  } catch {
    return good('バケットのサーバーは、届いた内容のSHA-256を照合し、違うものを拒みます。')
  } finally {
    await staging.discard(staged)
    await bucket.remove(key)
  }
  return wrong('バケットのサーバーは、届いた内容を照合していません。S3_READ_BACK=on を指定し、書いた内容を毎回読み出して照合してください。')
}

const isThisMachine = (endpoint: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(endpoint).hostname)

const examinePlace = async (staging: Staging, place: Place, name: string): Promise<Finding[]> => {
  const bytes = randomBytes(64 * 1024)
  const key = `doctor/${randomUUID()}`
  const staged = await staging.stage(Readable.from([bytes]), { fileName: 'doctor', contentType: 'application/octet-stream' })
  let read: Buffer
  try {
    await place.keep(staged, key)
    read = await digestOf(place.read(key))
    await place.remove(key)
  } finally {
    await staging.discard(staged)
  }
  if (!read.equals(staged.sha256))
    return [wrong(`${name}に書いたファイルが、違う内容で読み出されました。保存先を検査し、バックアップを確認してください。`)]
  return [good(`写真と書類の保存先（${name}）に書き込み、同じ内容を読み出せます。`)]
}

const gigabyte = 1024 ** 3

export const examineDisk = (folder: string, leastBytes = 2 * gigabyte): Promise<Finding[]> =>
  orWrong(
    async () => {
      const { bavail, bsize, blocks } = await statfs(existsSync(folder) ? folder : '/')
      const free = `${(Math.floor((bavail * bsize * 10) / gigabyte) / 10).toFixed(1)}GB（${Math.floor((bavail / blocks) * 100)}%）`
      if (bavail * bsize >= leastBytes) return [good(`ディスクの空きは${free}です。`)]
      return [
        wrong(
          `ディスクの空きが${free}しかありません。不要なファイルを消すか、ディスクを広げてください。いっぱいになると写真を受け付けられません。`,
        ),
      ]
    },
    reason => `ディスクの空きを調べられません: ${reason}`,
  )

/** Hours after which a daily backup is missing. */
const backupsComeEvery = 26
const hour = 3_600_000

export const examineBackups = (folder: string | null, now: number): Promise<Finding[]> =>
  orWrong(
    async () => {
      if (folder === null) return [note('バックアップの場所が分かりません。BACKUP_DIR にフォルダーを指定すると、新しさを確認します。')]
      const times = await timesIn(folder)
      if (times.length === 0)
        return [
          wrong(
            `BACKUP_DIR のフォルダー ${folder} にバックアップがありません。bin/admin backup を定期的に実行してください（deploy/toguchi-backup.timer）。`,
          ),
        ]
      const hours = Math.floor((now - times.reduce((newest, time) => Math.max(newest, time))) / hour)
      if (hours >= backupsComeEvery)
        return [wrong(`最も新しいバックアップが${hours}時間前のものです。バックアップの定期実行が動いているか確認してください。`)]
      return [good(`最も新しいバックアップは${Math.max(hours, 0)}時間前のものです。`)]
    },
    reason => `BACKUP_DIR のフォルダー ${folder ?? ''} を読めません: ${reason}`,
  )

/**
 * When the backups in the folder were made. Ours say it by their names, which they have once they are complete, so whoever may not look into
 * them still sees it; those of the files alone say nothing of the database where there are others. Anything else that lies there, but for
 * what was broken off and the archive of the log, is a backup of somebody else's making: as old as it was written.
 */
const timesIn = async (folder: string): Promise<number[]> => {
  const names = await readdir(folder)
  const ours = finishedAmong(names)
  const whole = ours.filter(({ hasDatabase }) => hasDatabase)
  const times = (whole.length > 0 ? whole : ours).map(({ startedAt }) => startedAt.getTime())
  const known = new Set([...ours.map(({ name }) => name), ...unfinishedAmong(names), basename(logArchiveOf(folder))])
  for (const name of names.filter(each => !known.has(each))) {
    // One that is being thrown away is gone by now.
    const found = await stat(join(folder, name)).catch(() => null)
    if (found !== null) times.push(found.mtimeMs)
  }
  return times
}

export interface MailSettings {
  smtpUrl: string
  mailFrom: string
}

/** One mail to whoever is named, by the carrier that the outbox uses; without anybody, the connection and the login alone. */
export const examineMail = async (settings: MailSettings, to: string | null): Promise<Finding[]> => {
  const { smtpUrl, mailFrom } = settings
  if (to === null) return [...(await examineRelay(smtpUrl)), ...examineEncryption(smtpUrl)]
  const carrier = smtpCarrier({ smtpUrl, mailFrom }, { urgent: 1, ordinary: 1 })
  const letter = {
    clientId: null,
    id: Date.now(),
    attempt: 1,
    urgent: true,
    recipients: [to],
    cc: [],
    bcc: [],
    subject: 'トグチ: メール送信の確認',
    retryKey: null,
    body: 'bin/admin doctor が送信しました。このメールが届けば、送信の設定は正しく働いています。',
  }
  try {
    const { remark } = await carrier.deliver(letter, AbortSignal.timeout(60_000))
    if (remark) return [wrong(`メールサーバーが宛先を受け付けませんでした: ${remark.text}`)]
    return [
      good(
        `${to} へのメールをメールサーバーに渡しました。届いたか、迷惑メールに入っていないかを確認してください。差出人は ${mailFrom} です。`,
      ),
    ]
  } catch (error) {
    return [wrong(`メールを送れません。SMTP_URL と MAIL_FROM、メールサーバーの許可を確認してください: ${reasonOf(notTakenOf(error))}`)]
  } finally {
    carrier.close()
  }
}

/** Says hello and signs in, as before each letter; none is sent. */
const examineRelay = async (smtpUrl: string): Promise<Finding[]> => {
  const reason = await trySmtp(smtpUrl).then(
    () => null,
    (error: unknown) => reasonOf(error),
  )
  return [
    reason === null
      ? good('メールサーバーに接続し、ログインできます。')
      : wrong(`メールサーバーに接続できないか、ログインできません。SMTP_URL とメールサーバーを確認してください: ${reason}`),
    note('メールは送っていません。--mail-to あなたのアドレス を付けると、1通送って確認します。'),
  ]
}

const examineEncryption = (smtpUrl: string): Finding[] => {
  const { protocol, hostname, searchParams } = new URL(smtpUrl)
  if (protocol === 'smtps:' || searchParams.get('requireTLS') === 'true' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    return []
  return [
    note(
      'SMTP_URL が smtp:// のため、メールサーバーがSTARTTLSに応じないときは暗号化されずに送られます。URLの末尾に ?requireTLS=true を付けると、暗号化できないときは送りません。',
    ),
  ]
}

const day = 24 * hour
/** Renewed about twice a year (README); after more than a year new towns are missing. */
const zipcodesLast = 400
/** The calendar is held equal to a maintained library up to this year (domain/src/calendar/holidays.test.ts). */
const holidaysCheckedUntil = 2050

export const examineData = (now: Date, knownOn: string = tableOfZipcodes.knownOn): Finding[] => {
  const days = Math.floor((now.getTime() - Date.parse(knownOn)) / day)
  return [
    days > zipcodesLast
      ? wrong(`郵便番号のデータが${knownOn}のもので、1年以上前です。プログラムを新しい版にしてください。`)
      : good(`郵便番号のデータは${knownOn}のものです。`),
    now.getFullYear() >= holidaysCheckedUntil
      ? wrong(`祝日の計算は${holidaysCheckedUntil}年までしか確認されていません。プログラムを新しい版にしてください。`)
      : good(`祝日は法律から計算され、${holidaysCheckedUntil}年まで確認されています。法改正のときはプログラムを新しい版にしてください。`),
  ]
}
