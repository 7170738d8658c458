import type { IncomingHttpHeaders } from 'node:http'
import type { CraftsmanActor } from '@toguchi/domain/access/actor'
import type { handInStates } from '@toguchi/domain/photos/hand-ins-contract'
import { spendAttempt } from '../../platform/attempts/attempts.ts'
import type { Db } from '../../platform/database/database.ts'
import { networkOf } from '../../platform/http/network.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Platform } from '../../platform/platform.ts'
import { newToken, sha256 } from '../../platform/secrets.ts'
import {
  findOwnTicket,
  findTicket,
  forgetOldTickets,
  forgetPlaces,
  insertTicket,
  listOpenPlaces,
  renewTicket,
  type TicketRow,
  useUpTicket,
} from './hand-in-queries.ts'

const over = () => new Problem(403, 'hand_in_over', 'この端末からの写真の提出は、終了しているか、受け付けられません。')

/** Which client's rows it is looked for in, and its secret; nothing of it is believed. */
const partsOfTicket = (ticket: string): { client: number; hash: Buffer } | null => {
  const [, client, secret] = /^([1-9]\d{0,14})\.([\w-]{20,100})$/.exec(ticket) ?? []
  return client === undefined || secret === undefined ? null : { client: Number(client), hash: sha256(secret) }
}

/** A ticket for the phone of whoever is signed in, or the one that it has, renewed. */
export const giveTicket = async (db: Db, actor: CraftsmanActor, had: string | null, now: Date): Promise<string> => {
  const parts = had === null ? null : partsOfTicket(had)
  const own = parts === null || parts.client !== actor.partOf ? undefined : await findOwnTicket(db, actor, parts.hash)
  if (had !== null && own !== undefined) {
    await renewTicket(db, own.client_id, own.id, actor.id, now)
    return had
  }
  const secret = newToken()
  const { client_id, id } = await insertTicket(db, actor, sha256(secret), now)
  await renewTicket(db, client_id, id, actor.id, now)
  await forgetOldTickets(db, client_id, actor.id, now)
  return `${actor.partOf}.${secret}`
}

/** An account as its ticket stands for it, and the constructions where it may. */
export interface OpenTicket {
  ticket: TicketRow
  places: readonly number[]
}

/** Guesses count by their network. */
const openTicket = async (platform: Platform, given: string, ip: string): Promise<OpenTicket | null> => {
  const parts = partsOfTicket(given)
  const now = platform.now()
  const open =
    parts === null
      ? null
      : await platform.pool.read(parts.client, async db => {
          const ticket = await findTicket(db, parts.client, parts.hash)
          return ticket === undefined ? null : { ticket, places: await listOpenPlaces(db, ticket.client_id, { ticketId: ticket.id, now }) }
        })
  if (open === null) await spendAttempt(platform, { scope: 'hand_in:network', subject: networkOf(ip) })
  return open
}

export const stateOfTicket = async (platform: Platform, given: string, ip: string) => {
  const open = await openTicket(platform, given, ip)
  return {
    state: stateOf(open),
    account_ended: open !== null && open.ticket.discarded_at !== null,
    construction_ids: [...(open?.places ?? [])],
  }
}

const stateOf = (open: OpenTicket | null): (typeof handInStates)[number] => {
  if (open === null) return 'over'
  if (open.places.length > 0) return 'open'
  return open.ticket.discarded_at === null && open.ticket.used_at === null ? 'signed_in' : 'over'
}

const scheme = /^HandIn (\S+)$/

/** The ticket of an upload; 403 `hand_in_over` where it opens nothing, whoever sends it. */
export const demandTicket = async (
  platform: Platform,
  { ip, headers }: { ip: string; headers: IncomingHttpHeaders },
): Promise<OpenTicket> => {
  const [, given] = scheme.exec(headers.authorization ?? '') ?? []
  const open = given === undefined ? null : await openTicket(platform, given, ip)
  if (open === null || open.places.length === 0) throw over()
  return open
}

/** A phone that says so all day long would fill the disk. */
export const countUpload = (platform: Platform, { ticket }: OpenTicket) =>
  spendAttempt(platform, { scope: 'hand_in:ticket', subject: `${ticket.client_id}/${ticket.id}` })

/** Once: of an account that has ended the ticket, of one that goes on the constructions that it opened. */
export const endTicket = async (platform: Platform, given: string, ip: string): Promise<void> => {
  const open = await openTicket(platform, given, ip)
  if (open === null || open.places.length === 0) throw over()
  const { ticket, places } = open
  await platform.pool.write(ticket.client_id, async db => {
    if (ticket.discarded_at === null) await forgetPlaces(db, ticket.client_id, ticket.id, places)
    else await useUpTicket(db, ticket.client_id, ticket.id, platform.now())
  })
}
