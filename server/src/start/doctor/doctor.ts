import { databasesOf } from '../databases.ts'
import type { SecretKeys } from '../key-mark.ts'
import { readSettings, type Settings } from '../settings.ts'
import { mistypedSettings } from './mistyped-settings.ts'
import { examineDatabase } from './examine-database.ts'
import { examineBackups, examineData, examineDisk, examineMail, examineStorage } from './examine-machine.ts'
import { examineReplicas } from './examine-replicas.ts'
import { type Finding, good, note, orWrong, wrong } from './findings.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Examines an installation as its server would meet it (`bin/admin doctor`, decision 095): every finding is a sentence that says how it is
 * or what to do. Settings that are wrong are named, and the rest is looked at all the same. It changes nothing.
 */
export const examine = async (env: Environment, mailTo: string | null): Promise<Finding[]> => {
  const read = readSettings({ ...env, NODE_ENV: 'production' })
  const lines = 'missing' in read ? read.missing : []
  const settings = 'missing' in read ? readRest(env, lines) : read
  return [
    ...(env['NODE_ENV'] === 'production'
      ? []
      : [wrong('NODE_ENV が production ではありません。本番環境では NODE_ENV=production を指定してください。')]),
    ...(lines.length === 0
      ? [good('必要な設定がそろい、SECRET_KEY は推測されにくいものです。')]
      : lines.map(line => wrong(`設定 ${line}`))),
    ...mistypedSettings(env).map(wrong),
    ...(settings === null
      ? [note('設定を直すまで、データベース・メール・保存先・ディスク・バックアップは調べられません。')]
      : await examineParts(settings, env, mailTo)),
  ]
}

/** What the settings say besides those that are wrong. */
const readRest = (env: Environment, lines: readonly string[]): Settings | null => {
  const names = lines.map(line => line.split(' … ')[0])
  const rest = readSettings({ ...Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name))), NODE_ENV: undefined })
  return 'missing' in rest ? null : rest
}

const examineParts = async (settings: Settings, env: Environment, mailTo: string | null): Promise<Finding[]> => {
  const { server } = settings
  const hasStorage = Boolean(env['STORAGE_DIR']?.trim())
  const hasDatabase = settings.databaseUrl !== null || settings.databaseAppUrl !== null
  return [
    // One that is wrong was named already.
    ...(server.trustedProxies === null && env['TRUSTED_PROXIES']?.trim() ? [] : [proxies(server.trustedProxies)]),
    ...(hasDatabase
      ? await orWrong(
          () => examineDatabases(settings),
          reason => `データベースを確認できません: ${reason}`,
        )
      : [leftOut('DATABASE_APP_URL', 'データベース')]),
    ...(server.smtpUrl === null
      ? [leftOut('SMTP_URL', 'メール')]
      : await examineMail({ smtpUrl: server.smtpUrl, mailFrom: server.mailFrom }, mailTo)),
    ...(server.payments.adapter === 'stripe' || env['PAYMENT_ADAPTER']?.trim() ? [] : [note(unpaid)]),
    ...(server.sms.carrier === 'none' ? [note('SMSを送信する設定（TWILIO_…）がないため、SMSは使われません。')] : []),
    ...(hasStorage
      ? [...(await examineStorage(server)), ...(await examineDisk(server.storageDir))]
      : [leftOut('STORAGE_DIR', '写真と書類の保存先と、ディスクの空き')]),
    ...(await examineBackups(server.backupDir, Date.now())),
    ...examineData(new Date()),
  ]
}

const examineDatabases = async (settings: Settings): Promise<Finding[]> => {
  const { server } = settings
  const databases = databasesOf(settings.databaseUrl, settings)
  const hasStripe = server.payments.adapter === 'stripe'
  return [
    ...(await examineDatabase(databases, { keys: keysOf(settings), backupDir: server.backupDir, hasStripe })),
    ...(await examineReplicas(databases.databaseUrl, server)),
  ]
}

const unpaid = '決済の設定（STRIPE_SECRET_KEY と STRIPE_WEBHOOK_SECRET）がないため、居住者はカードとコンビニエンスストアで支払えません。'

/** Silence would look as if all were well. */
const leftOut = (setting: string, what: string): Finding => note(`${setting} がないため、${what}は調べていません。`)

const keysOf = ({ secretKey, server }: Settings): SecretKeys | null =>
  secretKey === null ? null : { secretKey, previousSecretKey: server.previousSecretKey }

/** The pages are https and the server itself speaks http: something stands in front, and without its name everybody shares its address. */
const proxies = (named: string | null): Finding =>
  named === null
    ? wrong(
        'TRUSTED_PROXIES が指定されていません。HTTPSを受け持つプロキシ（nginxなど）のIPアドレスを指定してください。指定しないと、全員が同じ接続元とみなされ、ログインの制限を分け合います。',
      )
    : good(`プロキシ ${named} からの接続元を信頼します。`)
