import { codeDigits, codeSeconds } from '@toguchi/domain/accounts/second-factor'
import { Secret, TOTP } from 'otpauth'
import { decrypt, encrypt } from '../../platform/secrets.ts'

const purpose = 'second factor'
/** Bytes of a secret: as long as the hash (RFC 4226 §4). */
const secretBytes = 20

const totpOf = (secret: string, about: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...about, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: codeDigits, period: codeSeconds })

/** A new secret in base32. */
export const newSecret = (): string => new Secret({ size: secretBytes }).base32

/** `otpauth://totp/…`: what an authenticator application reads from the QR code. */
export const otpauthUrl = (secret: string, { issuer, label }: { issuer: string; label: string }): string =>
  totpOf(secret, { issuer, label }).toString()

export const sealSecret = (secretKey: string, secret: string): Buffer => encrypt(secretKey, purpose, secret)
export const openSecret = (keys: Parameters<typeof decrypt>[0], sealed: Buffer): string => decrypt(keys, purpose, sealed)

/** The time step whose code this is: the present one, the one before or the next, for clocks that are a little off; null for none. */
export const stepOfCode = (secret: string, code: string, now: Date): number | null => {
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : TOTP.counter({ period: codeSeconds, timestamp }) + delta
}
