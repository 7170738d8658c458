import type { LogLevel } from './observing/log.ts'

/** What the running server needs to know; `start/settings.ts` reads it from the environment. */
export interface ServerSettings {
  mode: 'trial' | 'production' | 'test'
  port: number
  /** Of the application's own login, which owns nothing; may lead through a pooler (review M9). */
  databaseUrl: string
  /** Of the program, `1.2.3`: what newer schemas took away is unused since some version. */
  version: string
  /** Names of the migrations that the program was written for: without one of them it is not ready. */
  migrations: readonly string[]
  /** The same login on the server itself: for the queues and for LISTEN, which need a whole session. */
  databaseSessionUrl: string
  /** Connections for requests at most. */
  databasePoolSize: number
  /** Of the same login on copies of the database that follow it (streaming standbys), for reads that may lag; none: off (decision 105). */
  databaseReplicaUrls: readonly string[]
  /** Seconds by which a copy may be behind and still be read. */
  replicaLagSeconds: number
  /** Seconds that `/readyz` says 503 before the port closes, so that who sends people here looks elsewhere first. */
  drainSeconds: number
  /** The address to listen at; null: every one. */
  host: string | null
  /** Signs links and encrypts printed codes; 32 bytes or more of text. */
  secretKey: string
  /** What was encrypted before the key was changed is read with this one. */
  previousSecretKey: string | null
  /** e.g. `http://{client}.localhost:3000`; without `{client}` one host serves every client (G-API-01). */
  apiHostTemplate: string
  /** Addresses or networks of the proxies in front, comma-separated; null: the socket's address is the caller's. */
  trustedProxies: string | null
  /** Folder of the built-in file storage; where files are kept in a bucket, they arrive here. */
  storageDir: string
  /** Where new files are kept; what lies in the other place is read there. */
  storage: 'disk' | 's3'
  /** Null: there is no bucket. */
  s3: S3Settings | null
  /** Folder of files that ministries publish and an installation puts in: PHOTO05.DTD. Null: there is none. */
  publishedFilesDir: string | null
  /** Folder of the built web application; null when something else serves it. */
  webDir: string | null
  smtpUrl: string | null
  mailFrom: string
  sms: SmsSettings
  /** Where LINE's Messaging API is asked. */
  lineApiUrl: string
  appName: string
  callCenterPhone: string
  backOfficeOrderUrl: string
  payments: PaymentSettings
  /** Who runs this installation, for the texts of who belongs to no client; null: it is told on request. */
  operator: { name: string | null; address: string | null; representative: string | null }
  /** Empty: nothing is said (G-LAY-03). */
  footerAbout: string
  footerSubsidy: string
  chatbot: ChatbotSettings
  craftsmanAppIosUrl: string
  craftsmanAppAndroidUrl: string
  allowedOrigins: readonly string[]
  /**
   * Second factors (D-39): nobody is asked for one (the trial), whoever has one is, or admins and operators must have one (production).
   */
  secondFactor: 'off' | 'optional' | 'required'
  logLevel: LogLevel
  /** Where numbers in Prometheus' format are answered, never at the public port; null: nowhere (decision 095). */
  metrics: { host: string; port: number } | null
  /** Where spans are sent by OTLP over HTTP; null: there are none. */
  tracesUrl: string | null
  /** Folder where backups arrive, for `bin/admin doctor`; null: it is not known. */
  backupDir: string | null
  /** Moves the clock; null in production (D-18). */
  testNow: string | null
  /** /api/dev/mails; never in production (D-18). */
  mailReader: boolean
  /** Every answer is compared with its contract: on in tests and development. */
  checkAnswers: boolean
}

/** A bucket by the protocol of S3 (decision 096). */
export interface S3Settings {
  /** Null: Amazon's own, by the region. */
  endpoint: string | null
  region: string
  bucket: string
  /** Null: what the machine may do by its role at Amazon. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
  /** Whether the bucket stands in the path instead of the host's name. */
  pathStyle: boolean
  /** Whether the server knows `x-amz-checksum-sha256`, and says with it what it has received. */
  checksums: boolean
  /** Whether every file is read back after it was written, for servers that do not compare what they receive. */
  readBack: boolean
}

/** The residents' chatbot (G-CHAT-01, G-CHAT-04). */
export interface ChatbotSettings {
  /** The clients it is offered to. */
  allowedClientCodes: readonly string[]
  /** Of an outside service that answers what the server itself does not know; null: there is none. */
  gatewayUrl: string | null
  gatewayPath: string
  /** Shown to that service as a bearer token; the browser never sees it. */
  gatewayKey: string | null
}

/** Which payment service takes cards and convenience stores (D-10): the built-in sandbox never in production, none at all, or Stripe. */
export type PaymentSettings =
  | { adapter: 'none' }
  | { adapter: 'sandbox' }
  /** `apiUrl` is another address of the API, for tests; null is Stripe's own. */
  | { adapter: 'stripe'; secretKey: string; webhookSecret: string; apiUrl: string | null }

/** Who carries short messages (D-35): nobody, the built-in reader of the trial (never in production), or Twilio. */
export type SmsSettings = { carrier: 'none' } | { carrier: 'outbox' } | TwilioSettings

export interface TwilioSettings {
  carrier: 'twilio'
  accountSid: string
  authToken: string
  /** A number (+81…), an alphanumeric sender, or the SID of a messaging service (MG…). */
  sender: string
  /** Another address of the API, for tests; null is Twilio's own. */
  apiUrl: string | null
}

/** Where LINE's API is asked; another address than LINE's own is for tests. */
export const lineApi = 'https://api.line.me'

/** Whether short messages are sent at all: without a carrier they are offered to nobody. */
export const offersSms = ({ sms }: Pick<ServerSettings, 'sms'>): boolean => sms.carrier !== 'none'
