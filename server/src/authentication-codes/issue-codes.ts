import { randomBytes } from 'node:crypto'
import { authenticationCodeOf, codeLength } from '@toguchi/domain/residents/authentication-code'
import type { ClientId, Kind } from '@toguchi/domain/access/actor'
import { type MoneyPerson, moneyPersonOf, personKeyOf } from '@toguchi/domain/orders/two-people'
import type { Db } from '../platform/database/database.ts'
import type { Platform } from '../platform/platform.ts'
import { decrypt, encrypt } from '../platform/secrets.ts'
import { noteCodesKnown, upsertAuthenticationCodes } from './queries.ts'
import { voidConfirmations } from './confirmation-queries.ts'

const purpose = 'authentication code'

/** Gives every room a new printed code; an older one is dead from then on (D-03). Whoever of the office asked for it counts as knowing it. */
export const issueAuthenticationCodes = async (
  platform: Platform,
  db: Db,
  clientId: ClientId,
  roomIds: readonly number[],
  by: MoneyPerson | null = null,
): Promise<void> => {
  if (roomIds.length === 0) return
  const sealed = roomIds.map(() => encrypt(platform.settings.secretKey, purpose, authenticationCodeOf(randomBytes(codeLength))))
  await upsertAuthenticationCodes(
    db,
    clientId,
    { roomIds, ciphertexts: sealed, knownTo: by === null ? [] : [personKeyOf(by)] },
    platform.now(),
  )
  // What an old code began, a new one ends: six digits still on their way open nothing.
  await voidConfirmations(db, clientId, roomIds, platform.now())
}

/** The code behind its stored form: for the sheets, and to compare with what was typed. */
export const openAuthenticationCode = (platform: Platform, ciphertext: Buffer): string => decrypt(platform.settings, purpose, ciphertext)

/** Somebody of the office gets these rooms' codes on paper, and so could come in as the dwellings (decision 026); operators settle no money. */
export const noteCodesRead = async (
  db: Db,
  clientId: ClientId,
  roomIds: readonly number[],
  reader: { kind: Exclude<Kind, 'guest'>; id: number },
): Promise<void> => {
  const person = moneyPersonOf(reader)
  if (person !== null && roomIds.length > 0) await noteCodesKnown(db, clientId, roomIds, personKeyOf(person))
}
