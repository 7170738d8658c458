/** What the running server needs to know; `start/settings.ts` reads it from the environment. */
export interface ServerSettings {
  mode: 'trial' | 'production' | 'test'
  port: number
  databaseUrl: string
  /** Signs links and encrypts printed codes; 32 bytes or more of text. */
  secretKey: string
  /** e.g. `http://{client}.localhost:3000`; without `{client}` one host serves every client (G-API-01). */
  apiHostTemplate: string
  /** Addresses or networks of the proxies in front, comma-separated; null: the socket's address is the caller's. */
  trustedProxies: string | null
  /** Folder of the built-in file storage. */
  storageDir: string
  /** Folder of the built web application; null when something else serves it. */
  webDir: string | null
  smtpUrl: string | null
  mailFrom: string
  appName: string
  callCenterPhone: string
  backOfficeOrderUrl: string
  payments: PaymentSettings
  footerAbout: string
  footerSubsidy: string
  chatbotAllowedClientCodes: readonly string[]
  craftsmanAppIosUrl: string
  craftsmanAppAndroidUrl: string
  allowedOrigins: readonly string[]
  /**
   * Second factors (D-39): nobody is asked for one (the trial), whoever has one is, or admins and operators must have one (production).
   */
  secondFactor: 'off' | 'optional' | 'required'
  /** Moves the clock; null in production (D-18). */
  testNow: string | null
  /** /api/dev/mails; never in production (D-18). */
  mailReader: boolean
  /** Every answer is compared with its contract: on in tests and development. */
  checkAnswers: boolean
}

/** Which payment service takes cards and convenience stores (D-10): the built-in sandbox never in production, none at all, or Stripe. */
export type PaymentSettings =
  | { adapter: 'none' }
  | { adapter: 'sandbox' }
  /** `apiUrl` is another address of the API, for tests; null is Stripe's own. */
  | { adapter: 'stripe'; secretKey: string; webhookSecret: string; apiUrl: string | null }
