import { isChatbotAllowed } from '@toguchi/domain/chatbot/policy'
import { describe, expect, it } from 'vitest'
import { productionWith } from '../../test/production.ts'
import { greetProduction } from './greeting.ts'
import { readSettings, type Missing, type Settings } from './settings.ts'

const production = {
  ...productionWith('/var/lib/toguchi'),
  DATABASE_URL: 'postgres://toguchi:secret@db.example.jp/toguchi',
  SMTP_URL: 'smtps://user:password@mail.example.jp:465',
  MAIL_FROM: 'トグチ <no-reply@example.jp>',
}
const settingsOf = (env: Record<string, string>): Settings => {
  const settings = readSettings(env)
  if ('missing' in settings) throw new Error(settings.missing.join('\n'))
  return settings
}
const namesOf = (env: Record<string, string | undefined>): string[] =>
  (readSettings(env) as Missing).missing.map(line => line.split(' … ')[0] ?? '')

describe('readSettings', () => {
  it('says in production of the installation and of a subsidy what it is told, and else nothing', () => {
    expect(settingsOf(production).server).toMatchObject({
      footerAbout: '',
      footerSubsidy: '',
      operator: { name: null, address: null, representative: null },
    })
    const told = { FOOTER_ABOUT: '港区の工事案内です。', FOOTER_SUBSIDY: 'IT導入補助金を利用しました。', OPERATOR_NAME: '港区設備株式会社' }
    expect(settingsOf({ ...production, ...told }).server).toMatchObject({
      footerAbout: told.FOOTER_ABOUT,
      footerSubsidy: told.FOOTER_SUBSIDY,
      operator: { name: told.OPERATOR_NAME, address: null, representative: null },
    })
    expect(settingsOf({}).server.footerSubsidy).toContain('補助金')
  })

  it('is the trial when nothing is set', () => {
    const { dataDir, databaseUrl, secretKey, server } = settingsOf({})
    expect({ databaseUrl, secretKey }).toEqual({ databaseUrl: null, secretKey: null })
    // The accounts of the trial are public: nobody but this machine reaches it.
    expect(server.host).toBe('localhost')
    expect(dataDir).toMatch(/\/\.data$/)
    expect(server).toMatchObject({
      mode: 'trial',
      port: 3000,
      apiHostTemplate: 'http://{client}.localhost:3000',
      storageDir: `${dataDir}/storage`,
      smtpUrl: null,
      testNow: null,
      mailReader: true,
      appName: 'トグチ',
    })
  })

  it('takes the port into the hosts, and the test clock, in the trial', () => {
    const { server, dataDir } = settingsOf({
      PORT: '4100',
      DATA_DIR: '/tmp/two',
      TEST_NOW: '2026-04-01T09:00:00+09:00',
      DATABASE_URL: '  ',
    })
    expect(server).toMatchObject({ port: 4100, apiHostTemplate: 'http://{client}.localhost:4100', testNow: '2026-04-01T09:00:00+09:00' })
    expect(dataDir).toBe('/tmp/two')
  })

  it('names everything that production lacks in one list', () => {
    const needed = ['DATABASE_APP_URL', 'API_HOST_TEMPLATE', 'SECRET_KEY', 'SMTP_URL', 'MAIL_FROM', 'STORAGE_DIR', 'CALL_CENTER_PHONE']
    expect(namesOf({ NODE_ENV: 'production' })).toEqual(needed)
    const { DATABASE_URL: owner, ...rest } = production
    const whole = { ...rest, DATABASE_APP_URL: owner }
    for (const name of needed) expect(namesOf({ ...whole, [name]: undefined })).toEqual([name])
  })

  it('has neither test clock nor mail reader in production (D-18)', () => {
    expect(settingsOf(production).server).toMatchObject({ mode: 'production', testNow: null, mailReader: false, checkAnswers: false })
    expect(namesOf({ ...production, TEST_NOW: '2026-04-01T09:00:00+09:00' })).toEqual(['TEST_NOW'])
    expect(namesOf({ ...production, DEV_MAILS: '1' })).toEqual(['DEV_MAILS'])
  })

  it('demands https in production, and a key that nobody typed (review M7)', () => {
    expect(namesOf({ ...production, API_HOST_TEMPLATE: 'http://{client}.toguchi.example.jp' })).toEqual(['API_HOST_TEMPLATE'])
    for (const guessable of [
      'a'.repeat(32),
      'passwordpasswordpasswordpassword',
      '0123456789'.repeat(4),
      'abcdefghijklmnopqrstuvwxyz012345',
      'abababababababababababababababab',
    ])
      expect(namesOf({ ...production, SECRET_KEY: guessable })).toEqual(['SECRET_KEY'])
    for (const random of ['4f1d8a03c7be52960d3f7ea1b8c4592e', 'q3v8Yt0Zb1xK7mNd5RfLw2Js9HcPgA4E'])
      expect(settingsOf({ ...production, SECRET_KEY: random }).secretKey).toBe(random)
    // Whatever it was: it only opens what it sealed.
    expect(settingsOf({ ...production, PREVIOUS_SECRET_KEY: 'short' }).server.previousSecretKey).toBe('short')
  })

  it('says how the signs of a password are written in the URL of a database', () => {
    const linesOf = (url: string) => {
      const read = readSettings({ ...production, DATABASE_URL: url })
      return 'missing' in read ? read.missing : []
    }
    for (const password of ['a/b', '12?b', 'a?b', 'a#b', '12#b', '1%', 'a%zz'])
      expect(linesOf(`postgres://toguchi:${password}@db.example.jp/toguchi`)).toEqual([
        expect.stringMatching(/^DATABASE_URL … postgres:\/\/ で始まるURL。.*@ を %40、.*# を %23/),
      ])
    for (const password of ['a%2Fb', 'a%25', 'p@ss', 'a:b', 'パス'])
      expect(linesOf(`postgres://toguchi:${password}@db.example.jp/toguchi?sslmode=verify-full`)).toEqual([])
    expect(linesOf('db.example.jp')).toEqual([expect.not.stringContaining('%40')])
  })

  it('takes the application its own way into the database, with or without the owner (review M9)', () => {
    const app = 'postgres://app:secret@pooler.example.jp:6432/toguchi'
    expect(settingsOf({ ...production, DATABASE_APP_URL: app })).toMatchObject({
      databaseUrl: production.DATABASE_URL,
      databaseAppUrl: app,
    })
    const { DATABASE_URL: _, ...ownerless } = production
    expect(settingsOf({ ...ownerless, DATABASE_APP_URL: app })).toMatchObject({ databaseUrl: null, databaseAppUrl: app })
    expect(settingsOf({ ...production, DATABASE_POOL_SIZE: '40' }).server.databasePoolSize).toBe(40)
  })

  it('trusts proxies that are named, and no network that callers are in', () => {
    for (const TRUSTED_PROXIES of [
      '10.0.0.1, 10.0.1.0/24,2001:db8:ffff::/48',
      'loopback,uniquelocal',
      '10.0.0.0/8,fc00::/7,192.168.0.0/255.255.0.0',
      // The widest of the large content networks.
      '104.64.0.0/10,2a06:98c0::/29',
    ])
      expect(settingsOf({ ...production, TRUSTED_PROXIES }).server.trustedProxies).toBe(TRUSTED_PROXIES)
    for (const TRUSTED_PROXIES of [
      '0.0.0.0/0',
      '::/0',
      '0.0.0.0/0.0.0.0',
      '10.0.0.1,0.0.0.0/1,128.0.0.0/1',
      '126.0.0.0/8',
      '10.0.0.0/7',
      '2000::/3',
      '2400::/16',
      '::ffff:0:0/96',
      '::ffff:126.0.0.0/104',
      'proxy.example.jp',
      'true',
      '1',
      '10.0.0.0/33',
      '10.0.0.0/',
    ])
      for (const env of [production, {}]) expect(namesOf({ ...env, TRUSTED_PROXIES })).toEqual(['TRUSTED_PROXIES'])
  })
  it('reads from replicas where they are named, each as it has to be (decision 105)', () => {
    expect(settingsOf({}).server).toMatchObject({ databaseReplicaUrls: [], replicaLagSeconds: 10 })
    const urls = ['postgres://a:b@db2.example.jp/toguchi', 'postgres://a:b@db3.example.jp/toguchi']
    const named = { DATABASE_REPLICA_URLS: ` ${urls.join(' ,')},`, DATABASE_REPLICA_LAG_SECONDS: '30' }
    expect(settingsOf({ ...production, ...named }).server).toMatchObject({ databaseReplicaUrls: urls, replicaLagSeconds: 30 })
    for (const wrong of [
      'db2.example.jp',
      'postgres:///toguchi',
      `${urls[0]},mysql://x/y`,
      `${urls[0]},${urls[0]}`,
      production.DATABASE_URL,
    ])
      expect(namesOf({ ...production, DATABASE_REPLICA_URLS: wrong })).toEqual(['DATABASE_REPLICA_URLS'])
    for (const wrong of ['2', '301', '1.5', '-1', 'ten'])
      expect(namesOf({ ...production, DATABASE_REPLICA_LAG_SECONDS: wrong })).toEqual(['DATABASE_REPLICA_LAG_SECONDS'])
  })

  it('demands second factors in production whatever is set, and offers them in the trial unless told (D-39)', () => {
    expect(settingsOf(production).server.secondFactor).toBe('required')
    expect(namesOf({ ...production, SECOND_FACTOR: 'off' })).toEqual(['SECOND_FACTOR'])
    expect(settingsOf({}).server.secondFactor).toBe('optional')
    expect(settingsOf({ SECOND_FACTOR: 'off' }).server.secondFactor).toBe('off')
    expect(namesOf({ SECOND_FACTOR: 'sometimes' })).toEqual(['SECOND_FACTOR'])
  })

  it('takes payments by what is configured, and by half of nothing (D-10)', () => {
    const stripe = { STRIPE_SECRET_KEY: 'sk_live_abc123', STRIPE_WEBHOOK_SECRET: 'whsec_abc123' }
    const adapterOf = (env: Record<string, string>) => settingsOf(env).server.payments.adapter
    expect(adapterOf({})).toBe('sandbox')
    expect(adapterOf(production)).toBe('none')
    expect(adapterOf({ ...production, ...stripe })).toBe('stripe')
    expect(adapterOf({ ...stripe, PAYMENT_ADAPTER: 'sandbox' })).toBe('sandbox')
    expect(settingsOf({ ...production, ...stripe }).server.payments).toMatchObject({
      secretKey: 'sk_live_abc123',
      webhookSecret: 'whsec_abc123',
    })
    for (const [name] of Object.entries(stripe)) expect(namesOf({ ...production, ...stripe, [name]: undefined })).toEqual([name])
    expect(namesOf({ ...production, ...stripe, STRIPE_SECRET_KEY: 'pk_live_abc' })).toEqual(['STRIPE_SECRET_KEY'])
    expect(namesOf({ ...production, PAYMENT_ADAPTER: 'sandbox' })).toEqual(['PAYMENT_ADAPTER'])
    expect(namesOf({ PAYMENT_ADAPTER: 'paypal' })).toEqual(['PAYMENT_ADAPTER'])
  })

  it('sends short messages by what is configured, by half of nothing, and in production by nobody else (D-35)', () => {
    const twilio = { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'f'.repeat(32), TWILIO_SENDER: '+815012345678' }
    const carrierOf = (env: Record<string, string>) => settingsOf(env).server.sms.carrier
    expect(carrierOf({})).toBe('outbox')
    expect(carrierOf(production)).toBe('none')
    expect(carrierOf({ SMS_CARRIER: 'none' })).toBe('none')
    expect(settingsOf({ ...production, ...twilio }).server.sms).toEqual({
      carrier: 'twilio',
      accountSid: twilio.TWILIO_ACCOUNT_SID,
      authToken: twilio.TWILIO_AUTH_TOKEN,
      sender: '+815012345678',
      apiUrl: null,
    })
    for (const [name] of Object.entries(twilio)) expect(namesOf({ ...production, ...twilio, [name]: undefined })).toEqual([name])
    expect(namesOf({ ...production, SMS_CARRIER: 'outbox' })).toEqual(['SMS_CARRIER'])
    expect(namesOf({ SMS_CARRIER: 'pigeon' })).toEqual(['SMS_CARRIER'])
    expect(namesOf({ ...production, ...twilio, TWILIO_API_URL: 'http://127.0.0.1:1' })).toEqual(['TWILIO_API_URL'])
    expect(greetProduction(settingsOf(production).server).join('')).toContain('SMSを送信する設定')
    expect(greetProduction(settingsOf({ ...production, ...twilio }).server)).toEqual([
      expect.stringContaining('起動しました'),
      expect.stringContaining('写真と書類はフォルダー'),
    ])
  })

  it('says every request in production, warnings in the trial, and nothing to monitors unless it is told to (decision 095)', () => {
    expect(settingsOf(production).server).toMatchObject({ logLevel: 'info', metrics: null, tracesUrl: null, backupDir: null })
    expect(settingsOf({}).server.logLevel).toBe('warn')
    const told = { LOG_LEVEL: 'error', METRICS_PORT: '9464', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', BACKUP_DIR: '/backup' }
    expect(settingsOf({ ...production, ...told }).server).toMatchObject({
      logLevel: 'error',
      metrics: { host: '127.0.0.1', port: 9464 },
      tracesUrl: 'http://127.0.0.1:4318',
      backupDir: '/backup',
    })
    expect(settingsOf({ ...production, ...told, METRICS_HOST: '10.0.0.5' }).server.metrics?.host).toBe('10.0.0.5')
  })

  it.each([
    ['PORT', '0'],
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['DATABASE_URL', 'mysql://db/toguchi'],
    ['API_HOST_TEMPLATE', 'https://{clinet}.example.jp'],
    ['API_HOST_TEMPLATE', 'toguchi.example.jp'],
    ['API_HOST_TEMPLATE', 'https://{client}.{client}.jp'],
    ['API_HOST_TEMPLATE', 'https://toguchi.example.jp/path'],
    ['SECRET_KEY', 'short'],
    ['DATABASE_APP_URL', 'pooler'],
    ['DATABASE_POOL_SIZE', '1'],
    ['DATABASE_POOL_SIZE', 'many'],
    ['SMTP_URL', 'mail.example.jp'],
    ['MAIL_FROM', 'nobody'],
    ['CALL_CENTER_PHONE', 'call us'],
    ['TEST_NOW', 'yesterday'],
    ['LOG_LEVEL', 'loud'],
    ['METRICS_PORT', '0'],
    ['METRICS_PORT', '3000'],
    ['METRICS_HOST', 'monitor.example.jp'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ])('refuses %s=%s', (name, value) => {
    expect(namesOf({ [name]: value })).toEqual([name])
  })
})

describe('the chatbot of readSettings', () => {
  it.each(['001', '002', '003'])('is offered to client %s (G-CHAT-01)', code => {
    const { chatbot } = settingsOf({}).server
    expect(chatbot.allowedClientCodes).toHaveLength(3)
    expect(isChatbotAllowed(chatbot, code)).toBe(true)
    expect(isChatbotAllowed(chatbot, '900')).toBe(false)
  })
  it('takes other clients, the outside gateway, its path and its key from the environment', () => {
    const env = {
      CHATBOT_ALLOWED_CLIENT_CODES: '001,002,777',
      CHATBOT_GATEWAY_URL: 'https://chat.example.jp/',
      CHATBOT_GATEWAY_PATH: '/v1/gateway/ask',
      CHATBOT_GATEWAY_KEY: 'key',
    }
    expect(settingsOf(env).server.chatbot).toEqual({
      allowedClientCodes: ['001', '002', '777'],
      gatewayUrl: 'https://chat.example.jp',
      gatewayPath: '/v1/gateway/ask',
      gatewayKey: 'key',
    })
    expect(isChatbotAllowed(settingsOf(env).server.chatbot, '777')).toBe(true)
    expect(settingsOf({}).server.chatbot).toMatchObject({ gatewayUrl: null, gatewayPath: '/gateway/chatbot/messages' })
  })
  it('refuses a path without /gateway, and an address in production that is not encrypted', () => {
    expect(namesOf({ CHATBOT_GATEWAY_PATH: '/ask' })).toEqual(['CHATBOT_GATEWAY_PATH'])
    expect(namesOf({ ...production, CHATBOT_GATEWAY_URL: 'http://chat.example.jp' })).toEqual(['CHATBOT_GATEWAY_URL'])
  })
})

describe('where files are kept (decision 096)', () => {
  const bucket = { S3_BUCKET: 'photos', S3_ENDPOINT: 'https://s3.example.jp/', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
  const of = (env: Record<string, string>) => {
    const { storage, s3 } = settingsOf(env).server
    return { storage, s3 }
  }

  it('is the folder until a bucket is named, and again where STORAGE says so', () => {
    expect(of(production)).toEqual({ storage: 'disk', s3: null })
    const s3 = {
      endpoint: 'https://s3.example.jp',
      region: 'us-east-1',
      bucket: 'photos',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
      pathStyle: true,
      checksums: false,
      readBack: false,
    }
    expect(of({ ...production, ...bucket })).toMatchObject({ storage: 's3', s3 })
    expect(of({ ...production, ...bucket, STORAGE: 'disk' })).toMatchObject({ storage: 'disk', s3 })
    expect(of({ ...bucket, S3_REGION: 'jp-1', S3_PATH_STYLE: 'off', S3_CHECKSUMS: 'on', S3_READ_BACK: 'on' }).s3).toMatchObject({
      region: 'jp-1',
      pathStyle: false,
      checksums: true,
      readBack: true,
    })
  })

  it("is at Amazon's own without an endpoint, by the role of the machine without keys", () => {
    expect(of({ S3_BUCKET: 'photos', S3_REGION: 'ap-northeast-1' })).toMatchObject({
      storage: 's3',
      s3: { endpoint: null, credentials: null, pathStyle: false, region: 'ap-northeast-1' },
    })
  })

  it('is told in one sentence each what is missing or wrong', () => {
    for (const [env, names] of [
      [{ STORAGE: 's3' }, ['S3_BUCKET']],
      [{ S3_ACCESS_KEY_ID: 'id' }, ['S3_BUCKET']],
      [{ ...bucket, STORAGE: 'cloud' }, ['STORAGE']],
      [{ ...bucket, S3_BUCKET: 'Photos of us' }, ['S3_BUCKET']],
      [{ ...bucket, S3_ENDPOINT: 's3.example.jp' }, ['S3_ENDPOINT']],
      [{ ...bucket, S3_ENDPOINT: 'https://s3.example.jp/photos' }, ['S3_ENDPOINT']],
      [{ ...bucket, S3_REGION: 'Tokyo!' }, ['S3_REGION']],
      [{ ...bucket, S3_PATH_STYLE: 'yes', S3_CHECKSUMS: '1', S3_READ_BACK: 'x' }, ['S3_PATH_STYLE', 'S3_CHECKSUMS', 'S3_READ_BACK']],
      [{ ...bucket, S3_ACCESS_KEY_ID: '' }, ['S3_ACCESS_KEY_ID']],
      [{ ...bucket, S3_SECRET_ACCESS_KEY: '' }, ['S3_SECRET_ACCESS_KEY']],
      [{ S3_BUCKET: 'photos', S3_ENDPOINT: 'https://s3.example.jp' }, ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']],
      [{ S3_BUCKET: 'photos' }, ['S3_REGION']],
    ] as const)
      expect([env, namesOf({ ...production, ...env })]).toEqual([env, names])
  })
})
