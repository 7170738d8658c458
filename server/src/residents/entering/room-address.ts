import { randomBytes } from 'node:crypto'
import type { ClientId } from '@toguchi/domain/access/actor'
import { codePath } from '@toguchi/domain/residents/login-path'
import { parseRoomAddress, roomAddressLength, roomAddressOf } from '@toguchi/domain/residents/room-address'
import { giveBackAttempt, spendAttempt } from '../../platform/attempts/attempts.ts'
import type { Db } from '../../platform/database/database.ts'
import { networkOf } from '../../platform/http/network.ts'
import type { Platform } from '../../platform/platform.ts'
import { findRoomAddress, insertRoomAddresses, listRoomAddresses } from './address-queries.ts'
import { findRoomOfShortLink } from './letter-queries.ts'

/**
 * The short addresses of rooms, by room: a room that had none gets one, and keeps it (decision 060). One that is another dwelling's already is
 * drawn anew.
 */
export const giveRoomAddresses = async (db: Db, clientId: ClientId, roomIds: readonly number[]): Promise<ReadonlyMap<number, string>> => {
  const addresses = new Map((await listRoomAddresses(db, clientId, roomIds)).map(({ room_id, address }) => [room_id, address]))
  const without = roomIds.filter(id => !addresses.has(id))
  if (without.length === 0) return addresses
  await insertRoomAddresses(
    db,
    clientId,
    without.map(room_id => ({ room_id, address: roomAddressOf(randomBytes(roomAddressLength)) })),
  )
  return giveRoomAddresses(db, clientId, roomIds)
}

/**
 * Where a short address leads: to where the printed code of that dwelling is asked for, of a registered one too (D-33); null for what is none,
 * and once the dwelling is closed. Who tries addresses is counted by network as who tries codes is (D-03), before anything is looked up.
 */
export const findPageOfAddress = async (platform: Platform, typed: string, ip: string): Promise<string | null> => {
  const address = parseRoomAddress(typed)
  if (address === null) return null
  const attempt = { scope: 'room_address:network', subject: networkOf(ip) } as const
  await spendAttempt(platform, attempt)
  const roomIds = await platform.pool.read(null, db => findRoomAddress(db, address))
  const room = roomIds && (await platform.pool.read(roomIds.client_id, db => findRoomOfShortLink(db, roomIds.client_id, roomIds.room_id)))
  if (!room || room.closed_at !== null) return null
  await giveBackAttempt(platform, attempt)
  return codePath(room)
}
