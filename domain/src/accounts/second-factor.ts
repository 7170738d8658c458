import { isOffice } from '../access/actor.ts'

/** Everybody but residents and craftsmen may have a second factor (D-39). */
export const mayHaveSecondFactor = isOffice

/** Digits of a code of an authenticator application, and the seconds it is shown for (RFC 6238). */
export const codeDigits = 6
export const codeSeconds = 30

export const recoveryCodeCount = 10

/** In groups of four, as people read and type what has no meaning. */
export const inGroups = (text: string, separator = ' '): string => (text.match(/.{1,4}/g) ?? []).join(separator)

/** What one types for a second factor: the code of the application, or one of the recovery codes. */
export const secondFactorLabels = {
  otp: '認証アプリの6桁のコード',
  current_password: '現在のパスワード',
} as const
