/** A SECRET_KEY as a production has it: 32 letters and digits that nobody guesses. */
const secretKey = 'x7Kq2mVb9TzR4wLc8YpN5hJd3GfS6aEu'

/** What a production must be told besides its database (docs/operation.md), with its files on this disk; no mail leaves it. */
export const productionWith = (storageDir: string) => ({
  NODE_ENV: 'production',
  API_HOST_TEMPLATE: 'https://{client}.toguchi.example.jp',
  SECRET_KEY: secretKey,
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'no-reply@example.jp',
  STORAGE_DIR: storageDir,
  CALL_CENTER_PHONE: '0120-123-456',
})
