/** Settings that a letter too many or too few would silently turn off. Short names are left out: much else is named like them. */
const known = `
  ALLOWED_ORIGINS API_HOST_TEMPLATE APP_NAME BACKUP_DIR BACK_OFFICE_ORDER_URL CALL_CENTER_PHONE DATA_DIR
  CHATBOT_ALLOWED_CLIENT_CODES CHATBOT_GATEWAY_KEY CHATBOT_GATEWAY_PATH CHATBOT_GATEWAY_URL CRAFTSMAN_APP_ANDROID_URL CRAFTSMAN_APP_IOS_URL DATABASE_APP_URL
  DATABASE_POOL_SIZE DATABASE_REPLICA_LAG_SECONDS DATABASE_REPLICA_URLS DATABASE_SESSION_URL DATABASE_URL DRAIN_SECONDS FOOTER_ABOUT FOOTER_SUBSIDY LOG_LEVEL
  MAIL_FROM METRICS_HOST METRICS_PORT OPERATOR_ADDRESS OPERATOR_NAME OPERATOR_REPRESENTATIVE OTEL_EXPORTER_OTLP_ENDPOINT
  PAYMENT_ADAPTER PREVIOUS_SECRET_KEY PUBLISHED_FILES_DIR S3_ACCESS_KEY_ID S3_BUCKET S3_CHECKSUMS S3_ENDPOINT
  S3_PATH_STYLE S3_READ_BACK S3_REGION S3_SECRET_ACCESS_KEY SECRET_KEY SMS_CARRIER SMTP_URL
  STORAGE STORAGE_DIR STRIPE_SECRET_KEY STRIPE_WEBHOOK_SECRET TRUSTED_PROXIES TWILIO_ACCOUNT_SID TWILIO_AUTH_TOKEN
  TWILIO_SENDER`
  .trim()
  .split(/\s+/)

/** From so many letters on a name that is three letters off is still no other one: TRUSTED_PROXY. */
const longName = 15

/** Names in the environment that nobody reads and that are a few letters from a setting: a sentence for each. */
export const mistypedSettings = (env: Readonly<Record<string, string | undefined>>): string[] =>
  Object.keys(env)
    .filter(name => !known.includes(name) && env[name]?.trim())
    .flatMap(name => {
      const meant = known.find(setting => lettersBetween(name, setting) <= (setting.length < longName ? 2 : 3))
      return meant === undefined ? [] : [`${name} という設定はなく、無視されます。${meant} の書き間違いではありませんか。`]
    })

/** How many letters have to be put in, taken out or replaced. */
const lettersBetween = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)))
    row = next
  }
  return row.at(-1) ?? 0
}
