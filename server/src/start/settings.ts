import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrationNames, migrationsFolder, programVersion } from '../migrate/migrations.ts'
import { logLevels } from '../platform/observing/log.ts'
import { lineApi, type SmsSettings, type PaymentSettings, type ServerSettings } from '../platform/settings.ts'
import { readReplicas } from './replica-settings.ts'
import { readFileStorage } from './storage-settings.ts'
import { areProxies } from './trusted-proxies.ts'

/** What the environment says about this installation; `main.ts` adds the database and the secret of the trial. */
export interface Settings {
  /** Folder of everything a trial keeps: its database, its files, its secret. */
  dataDir: string
  /** Of the owner of the tables. Null: the embedded database in the data folder, or another command migrates. */
  databaseUrl: string | null
  /** Of the application's own login, through a pooler or not. Null: follows from the owner's. */
  databaseAppUrl: string | null
  /** Of the application's own login on the server itself. Null: the owner's server, else the application's URL. */
  databaseSessionUrl: string | null
  /** Null: one is made and kept in the data folder. */
  secretKey: string | null
  server: Omit<ServerSettings, 'databaseUrl' | 'databaseSessionUrl' | 'secretKey'>
}

/** Everything that is wrong with the environment, one line each: name and what it is for. */
export interface Missing {
  missing: string[]
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the settings. Without any this is the trial of D-20; `NODE_ENV=production` demands its own and has neither
 * the test clock nor the mail reader (D-18). An empty variable counts as unset.
 */
export const readSettings = (env: Environment): Settings | Missing => {
  const missing: string[] = []
  const text = (name: string): string | null => env[name]?.trim() || null
  const isProduction = env.NODE_ENV === 'production'
  const demand = (name: string, purpose: string): string | null => {
    const value = text(name)
    if (value === null && isProduction) missing.push(`${name} … ${purpose}`)
    return value
  }
  const check = (name: string, holds: (value: string) => boolean, rule: string): void => {
    const value = text(name)
    if (value !== null && !holds(value)) missing.push(`${name} … ${rule}（現在の値が正しくありません）`)
  }
  const refuseInProduction = (name: string): void => {
    if (isProduction && text(name) !== null) missing.push(`${name} … 本番環境では使えません。設定を外してください`)
  }

  const port = text('PORT') ?? '3000'
  const databaseAppUrl = text('DATABASE_APP_URL')
  const databaseUrl = text('DATABASE_URL')
  // The owner's URL does as well, and is for other commands: a server that knows it could change its own walls.
  if (databaseUrl === null)
    demand('DATABASE_APP_URL', 'データベース（アプリケーションのログイン）。例: postgres://toguchi_login:password@host:5432/toguchi')
  const poolSize = text('DATABASE_POOL_SIZE') ?? '10'
  const drainSeconds = text('DRAIN_SECONDS') ?? '0'
  const hosts = demand('API_HOST_TEMPLATE', '公開するホスト。例: https://{client}.example.jp')
  const secretKey = demand('SECRET_KEY', '署名と暗号化の鍵。32文字以上の乱数')
  const smtpUrl = demand('SMTP_URL', 'メールの送信。例: smtps://user:password@host:465')
  const mailFrom = demand('MAIL_FROM', 'メールの差出人。例: トグチ <no-reply@example.jp>')
  const storageDir = demand('STORAGE_DIR', '写真と書類を保存するフォルダー')
  const callCenterPhone = demand('CALL_CENTER_PHONE', 'コールセンターの電話番号。居住者の画面と案内状に載ります')
  check('PORT', value => /^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535, '1〜65535の数字')
  for (const name of ['DATABASE_URL', 'DATABASE_APP_URL', 'DATABASE_SESSION_URL'])
    check(
      name,
      isDatabaseUrl,
      /^postgres(ql)?:\/\/.*@/.test(text(name) ?? '')
        ? 'postgres:// で始まるURL。パスワードの記号は、@ を %40、/ を %2F、# を %23、? を %3F、% を %25 のように書いてください'
        : 'postgres:// で始まるURL',
    )
  check('DATABASE_POOL_SIZE', value => /^\d+$/.test(value) && Number(value) >= 2 && Number(value) <= 200, '2〜200の数字')
  check('DRAIN_SECONDS', value => /^\d+$/.test(value) && Number(value) <= 60, '0〜60の数字')
  check('API_HOST_TEMPLATE', isHostTemplate, 'http:// または https:// で始まるホスト。{client} は1回まで')
  if (isProduction)
    check(
      'API_HOST_TEMPLATE',
      value => value.startsWith('https://') || !isHostTemplate(value),
      'https:// で始まるホスト。個人情報を扱います',
    )
  check('SECRET_KEY', isUnguessable, '32文字以上の乱数。例: openssl rand -base64 32')
  check('SMTP_URL', value => /^smtps?:\/\/./.test(value) && URL.canParse(value), 'smtp:// または smtps:// で始まるURL')
  check('MAIL_FROM', value => /^[^\r\n@]*[^\s@]@[^\s@]+$/.test(value), 'メールアドレス')
  check('CALL_CENTER_PHONE', value => /^0[\d-]{8,13}$/.test(value), '0で始まる電話番号')
  check(
    'TRUSTED_PROXIES',
    areProxies,
    'プロキシのIPアドレスだけを指定してください。利用者を含む広い範囲（0.0.0.0/0 など）を指定すると、だれでも接続元を偽れます',
  )
  check(
    'CHATBOT_GATEWAY_URL',
    value => URL.canParse(value) && (value.startsWith('https://') || (!isProduction && value.startsWith('http://'))),
    'https:// で始まるURL。居住者の質問を送ります',
  )
  check('CHATBOT_GATEWAY_PATH', value => /^\/\S*gateway\S*$/.test(value), '/gateway を含むパス')
  check('LOG_LEVEL', value => logLevels.some(level => level === value), `${logLevels.join('、')} のいずれか`)
  const metricsPort = text('METRICS_PORT')
  check(
    'METRICS_PORT',
    value => /^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535 && value !== port,
    '1〜65535の数字で、PORT と違うもの',
  )
  check('METRICS_HOST', value => isIP(value) !== 0 || value === 'localhost', '監視サーバーから届くIPアドレス。例: 127.0.0.1')
  const tracesUrl = text('OTEL_EXPORTER_OTLP_ENDPOINT')
  check('OTEL_EXPORTER_OTLP_ENDPOINT', value => /^https?:\/\/./.test(value) && URL.canParse(value), 'http:// または https:// で始まるURL')
  check('TEST_NOW', value => !Number.isNaN(Date.parse(value)), 'ISO 8601 の日時')
  const payments = readPayments(text, isProduction, missing)
  const sms = readSms(text, isProduction, missing)
  const files = readFileStorage(text, missing)
  const replicas = readReplicas(text, missing)
  const secondFactor = readSecondFactor(text, isProduction, missing)
  refuseInProduction('TEST_NOW')
  refuseInProduction('DEV_MAILS')
  refuseInProduction('TWILIO_API_URL')
  refuseInProduction('LINE_API_URL')
  if (missing.length > 0) return { missing }

  const dataDir = resolve(text('DATA_DIR') ?? fileURLToPath(new URL('../../../.data', import.meta.url)))
  const appName = text('APP_NAME') ?? 'トグチ'
  return {
    dataDir,
    databaseUrl,
    databaseAppUrl,
    databaseSessionUrl: text('DATABASE_SESSION_URL'),
    secretKey,
    server: {
      databasePoolSize: Number(poolSize),
      ...replicas,
      drainSeconds: Number(drainSeconds),
      version: programVersion,
      migrations: migrationNames(migrationsFolder),
      // The trial's accounts and their password are public, so it talks to this machine alone unless it is told otherwise.
      host: text('HOST') ?? (isProduction ? null : 'localhost'),
      mode: isProduction ? 'production' : env.NODE_ENV === 'test' ? 'test' : 'trial',
      port: Number(port),
      previousSecretKey: text('PREVIOUS_SECRET_KEY'),
      apiHostTemplate: hosts ?? `http://{client}.localhost:${port}`,
      trustedProxies: text('TRUSTED_PROXIES'),
      storageDir: resolve(storageDir ?? `${dataDir}/storage`),
      ...files,
      publishedFilesDir: text('PUBLISHED_FILES_DIR') === null ? null : resolve(text('PUBLISHED_FILES_DIR') ?? ''),
      webDir: null,
      smtpUrl,
      mailFrom: mailFrom ?? `${appName} <no-reply@localhost>`,
      sms,
      lineApiUrl: text('LINE_API_URL') ?? lineApi,
      appName,
      callCenterPhone: callCenterPhone ?? '0120-000-000',
      backOfficeOrderUrl: text('BACK_OFFICE_ORDER_URL') ?? '',
      payments,
      operator: { name: text('OPERATOR_NAME'), address: text('OPERATOR_ADDRESS'), representative: text('OPERATOR_REPRESENTATIVE') },
      // Whether a subsidy was used, and for what the pages stand, only the installation knows: production says nothing of itself.
      footerAbout: text('FOOTER_ABOUT') ?? (isProduction ? '' : `${appName}は、建物の改修・点検工事を調整するためのシステムです。`),
      footerSubsidy: text('FOOTER_SUBSIDY') ?? (isProduction ? '' : '本システムは補助金を活用して作成されました。'),
      chatbot: {
        allowedClientCodes: listOf(text('CHATBOT_ALLOWED_CLIENT_CODES') ?? '001,002,003'),
        gatewayUrl: text('CHATBOT_GATEWAY_URL')?.replace(/\/$/, '') ?? null,
        gatewayPath: text('CHATBOT_GATEWAY_PATH') ?? '/gateway/chatbot/messages',
        gatewayKey: text('CHATBOT_GATEWAY_KEY'),
      },
      craftsmanAppIosUrl: text('CRAFTSMAN_APP_IOS_URL') ?? '',
      craftsmanAppAndroidUrl: text('CRAFTSMAN_APP_ANDROID_URL') ?? '',
      allowedOrigins: listOf(text('ALLOWED_ORIGINS') ?? ''),
      secondFactor,
      logLevel: logLevels.find(level => level === text('LOG_LEVEL')) ?? (isProduction ? 'info' : 'warn'),
      metrics: metricsPort === null ? null : { host: text('METRICS_HOST') ?? '127.0.0.1', port: Number(metricsPort) },
      tracesUrl,
      backupDir: text('BACKUP_DIR') === null ? null : resolve(text('BACKUP_DIR') ?? ''),
      testNow: text('TEST_NOW'),
      mailReader: !isProduction,
      checkAnswers: !isProduction,
    },
  }
}

const secondFactors: readonly ServerSettings['secondFactor'][] = ['off', 'optional', 'required']

/** Production demands second factors, and nothing turns that off; the trial offers them and demands none, unless SECOND_FACTOR says so (D-39). */
const readSecondFactor = (
  text: (name: string) => string | null,
  isProduction: boolean,
  missing: string[],
): ServerSettings['secondFactor'] => {
  const named = text('SECOND_FACTOR')
  if (named !== null && isProduction) missing.push('SECOND_FACTOR … 本番環境では使えません。設定を外してください')
  const secondFactor = secondFactors.find(value => value === named)
  if (named !== null && secondFactor === undefined)
    missing.push('SECOND_FACTOR … off、optional、required のいずれか（現在の値が正しくありません）')
  return isProduction ? 'required' : (secondFactor ?? 'optional')
}

/**
 * The payment service (D-10): PAYMENT_ADAPTER, else Stripe as soon as one of its settings is there, else the sandbox in the trial and
 * none in production. Half of Stripe's settings would take money that nobody hears of, so both are demanded.
 */
const readPayments = (text: (name: string) => string | null, isProduction: boolean, missing: string[]): PaymentSettings => {
  const secretKey = text('STRIPE_SECRET_KEY')
  const webhookSecret = text('STRIPE_WEBHOOK_SECRET')
  const named = text('PAYMENT_ADAPTER')
  if (named !== null && !['stripe', 'sandbox', 'none'].includes(named))
    missing.push('PAYMENT_ADAPTER … stripe、sandbox、none のいずれか（現在の値が正しくありません）')
  if (named === 'sandbox' && isProduction) missing.push('PAYMENT_ADAPTER … 本番環境ではsandboxを使えません。stripe か none にしてください')
  const adapter = named ?? (secretKey !== null || webhookSecret !== null ? 'stripe' : isProduction ? 'none' : 'sandbox')
  if (adapter !== 'stripe') return { adapter: adapter === 'none' ? 'none' : 'sandbox' }
  if (secretKey === null) missing.push('STRIPE_SECRET_KEY … Stripeの秘密鍵。例: sk_live_…')
  else if (!/^(sk|rk)_(live|test)_\w+$/.test(secretKey)) missing.push('STRIPE_SECRET_KEY … Stripeの秘密鍵（現在の値が正しくありません）')
  if (webhookSecret === null) missing.push('STRIPE_WEBHOOK_SECRET … Stripeの通知の署名鍵。例: whsec_…')
  else if (!/^whsec_\w+$/.test(webhookSecret)) missing.push('STRIPE_WEBHOOK_SECRET … Stripeの通知の署名鍵（現在の値が正しくありません）')
  return { adapter: 'stripe', secretKey: secretKey ?? '', webhookSecret: webhookSecret ?? '', apiUrl: null }
}

/** Long, and not something that a person typed: letters that differ, in no order that repeats (review M7). */
const isUnguessable = (key: string): boolean => {
  if (key.length < 32 || `${key}${key}`.indexOf(key, 1) < key.length || countNeighbours(key) > key.length / 2) return false
  const counts = [...Map.groupBy(key, letter => letter).values()].map(({ length }) => length / key.length)
  const bitsPerLetter = -counts.reduce((sum, share) => sum + share * Math.log2(share), 0)
  return bitsPerLetter * key.length >= leastKeyBits
}
/** How often a letter follows the one before it in the alphabet, either way: abcdef, 987. */
const countNeighbours = (key: string): number =>
  key.split('').filter((letter, at) => Math.abs(letter.charCodeAt(0) - key.charCodeAt(at - 1)) === 1).length
/** 32 random hexadecimal digits have about 115 bits by this count; a word written four times has under 90. */
const leastKeyBits = 100

/**
 * Who carries short messages (D-35): SMS_CARRIER, else Twilio as soon as one of its settings is there, else the trial's reader in the trial
 * and nobody in production. Half of Twilio's settings would send nothing, so all are demanded.
 */
const readSms = (text: (name: string) => string | null, isProduction: boolean, missing: string[]): SmsSettings => {
  const twilio = [
    ['TWILIO_ACCOUNT_SID', /^AC[0-9a-f]{32}$/, 'TwilioのアカウントSID。例: AC…（32桁）'],
    ['TWILIO_AUTH_TOKEN', /^\S{16,}$/, 'Twilioの認証トークン'],
    ['TWILIO_SENDER', /^(\+\d{7,15}|MG[0-9a-f]{32}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/, 'SMSの送信元。例: +815012345678 または MG…'],
  ] as const
  const named = text('SMS_CARRIER')
  if (named !== null && !['twilio', 'outbox', 'none'].includes(named))
    missing.push('SMS_CARRIER … twilio、outbox、none のいずれか（現在の値が正しくありません）')
  if (named === 'outbox' && isProduction) missing.push('SMS_CARRIER … 本番環境ではoutboxを使えません。twilio か none にしてください')
  const carrier = named ?? (twilio.some(([name]) => text(name) !== null) ? 'twilio' : isProduction ? 'none' : 'outbox')
  if (carrier !== 'twilio') return { carrier: carrier === 'none' ? 'none' : 'outbox' }
  for (const [name, pattern, purpose] of twilio) {
    const value = text(name)
    if (value === null) missing.push(`${name} … ${purpose}`)
    else if (!pattern.test(value)) missing.push(`${name} … ${purpose}（現在の値が正しくありません）`)
  }
  const of = (name: string) => text(name) ?? ''
  return {
    carrier: 'twilio',
    accountSid: of('TWILIO_ACCOUNT_SID'),
    authToken: of('TWILIO_AUTH_TOKEN'),
    sender: of('TWILIO_SENDER'),
    apiUrl: text('TWILIO_API_URL'),
  }
}

/** Of a password with `/`, `?` or `#` in it the rest and its `@` stand where no `@` belongs; one `%` too many is no letter. */
const isDatabaseUrl = (value: string): boolean => {
  if (!/^postgres(ql)?:\/\/./.test(value) || !URL.canParse(value)) return false
  const { username, password, pathname, search, hash } = new URL(value)
  const isWhole = !/@/.test(pathname + hash) && (username !== '' || !search.includes('@'))
  return isWhole && [username, password].every(isEncoded)
}

const isEncoded = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

const isHostTemplate = (value: string): boolean =>
  value.split('{client}').length <= 2 &&
  !/[{}]/.test(value.replace('{client}', '')) &&
  /^https?:\/\/[^/]+\/?$/.test(value) &&
  URL.canParse(value.replace('{client}', 'www'))

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
