import { randomBytes } from 'node:crypto'
import { authenticationCodeOf, codeLength } from '@toguchi/domain/residents/authentication-code'
import type { Db } from '../platform/database.ts'
import type { Platform } from '../platform/platform.ts'
import { decrypt, encrypt } from '../platform/secrets.ts'
import { upsertAuthenticationCodes, voidConfirmations } from './queries.ts'

const purpose = 'authentication code'

/** Gives every room a new printed code; an older one is dead from then on (D-03). */
export const issueAuthenticationCodes = async (platform: Platform, db: Db, clientId: number, roomIds: readonly number[]): Promise<void> => {
  if (roomIds.length === 0) return
  const sealed = roomIds.map(() => encrypt(platform.settings.secretKey, purpose, authenticationCodeOf(randomBytes(codeLength))))
  await upsertAuthenticationCodes(db, clientId, roomIds, sealed, platform.now())
  // What an old code began, a new one ends: six digits still on their way open nothing.
  await voidConfirmations(db, clientId, roomIds, platform.now())
}

/** The code behind its stored form: for the sheets, and to compare with what was typed. */
export const openAuthenticationCode = (platform: Platform, ciphertext: Buffer): string => decrypt(platform.settings, purpose, ciphertext)
