import { send } from '../api/api.ts'
import { ApiError, type OtherAccount } from '../api/request.ts'
import { deliver, isForNow, isTear, refusalCodeOf } from './deliver.ts'
import { forgetTicket, ticketOf } from './hand-in-tickets.ts'
import { allRequests, bytesOf, changeRequest, dropRequest, type KeptRequest } from './kept-requests.ts'
import { unmarkUnsent } from './unsent-marks.ts'

/** Photos of one account that has ended, or whose right to their constructions has, which this device may hand in (decision 087). */
export interface HandIn {
  account: string
  account_name: string
  account_ended: boolean
  requests: readonly KeptRequest[]
  /** Of an account that has ended, what nobody can send any more: 完了登録, answers, notes, and photos that the server takes no longer. */
  left: readonly KeptRequest[]
}

/** What a ticket takes, and by which endpoint; everything else of an account ends with it. */
const handedInBy: ReadonlyMap<string, string> = new Map([
  [
    'POST /api/constructions/:construction_id/rooms/:room_id/room_images',
    'POST /api/hand_ins/constructions/:construction_id/rooms/:room_id/room_images',
  ],
  ['POST /api/constructions/:construction_id/common_area_images', 'POST /api/hand_ins/constructions/:construction_id/common_area_images'],
])

/** Asks by the host of the company, with nobody's session. */
const guestOf = (client: string, ticket?: string): OtherAccount => ({
  account: '',
  caller: { role_id: 4, client: { cd: client } },
  headers: (): Record<string, string> => (ticket === undefined ? {} : { authorization: `HandIn ${ticket}` }),
  renewed: () => {},
})
const quietly = { silent: true, errors: 'nobody' } as const

/**
 * Of the accounts that are not signed in here, those that have ended and left something, or `photosAlone`; rejects where the server cannot
 * be reached.
 */
export const findHandIns = async (own: readonly string[], { photosAlone = false } = {}): Promise<HandIn[]> => {
  const others = (await allRequests()).filter(({ account, key }) => !own.includes(account) && (!photosAlone || handedInBy.has(key)))
  const found: HandIn[] = []
  for (const [account, requests] of Map.groupBy(others, request => request.account)) {
    const ticket = ticketOf(account)
    const [first] = requests
    if (ticket === null || first === undefined) continue
    const { state, account_ended, construction_ids } = await send(
      'POST /api/hand_ins/state',
      { body: { ticket } },
      { ...quietly, as: guestOf(first.client) },
    )
    // Of an account that goes on, the others are sent by its own session.
    const open = requests.filter(
      ({ key, params }) => state === 'open' && handedInBy.has(key) && construction_ids.includes(Number(params['construction_id'])),
    )
    const left = account_ended ? requests.filter(each => !open.includes(each)) : []
    if (open.length + left.length > 0) found.push({ account, account_name: first.account_name, account_ended, requests: open, left })
  }
  return found
}

/** Whether the right that a request needs has ended and left its account: then the ticket sends what the session may not. */
export const isHandedIn = ({ key, refusal_code, account }: Pick<KeptRequest, 'key' | 'refusal_code' | 'account'>): boolean =>
  refusal_code === 'not_found' && handedInBy.has(key) && ticketOf(account) !== null

export interface HandedIn {
  sent: readonly string[]
  /** What the server refused; it stays on the device with its reason. */
  refused: readonly KeptRequest[]
  /** Why it ended early; null: it went through. */
  failure: string | null
}

/**
 * Hands in one after the other, and drops what the server has. When nothing is left the server hears so, and the ticket is used up: it is
 * done once.
 */
export const handIn = async (
  { account, requests }: Pick<HandIn, 'account' | 'requests'>,
  onSent: (count: number) => void,
): Promise<HandedIn> => {
  const ticket = ticketOf(account)
  const sent: string[] = []
  const refused: KeptRequest[] = []
  const [first] = requests
  if (ticket === null || first === undefined) return { sent, refused, failure: '提出できる写真がありません。' }
  const as = guestOf(first.client, ticket)
  for (const request of requests) {
    try {
      await handInOne(request, as)
      sent.push(request.id)
      onSent(sent.length)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (isForNow(error) || isTear(error) || refusalCodeOf(error) === 'hand_in_over') return { sent, refused, failure: reason }
      await changeRequest(request.id, { refusal: reason, refusal_code: refusalCodeOf(error) })
      refused.push({ ...request, refusal: reason })
    }
  }
  if (refused.length === 0) await end(account, ticket, as)
  return { sent, refused, failure: null }
}

const handInOne = async (request: KeptRequest, as: OtherAccount): Promise<void> => {
  const bytes = await bytesOf(request.id)
  const file = bytes === null || request.file === null ? null : new File([bytes], request.file.name, { type: request.file.type })
  const key = handedInBy.get(request.key)
  if (key === undefined) throw new Error('only photos are handed in')
  await deliver({ ...request, key }, { file, onProgress: () => {}, signal: new AbortController().signal, as })
  unmarkUnsent(request.id)
  await dropRequest(request.id)
}

/** Once nothing of an account that has ended is left on this device, its ticket is good for nothing there. */
export const forgetWhereNothingIsLeft = async (account: string): Promise<void> => {
  if (!(await allRequests()).some(each => each.account === account)) forgetTicket(account)
}

/** Where this is lost, the ticket ends by itself. */
const end = async (account: string, ticket: string, as: OtherAccount): Promise<void> => {
  try {
    await send('POST /api/hand_ins/end', { body: { ticket } }, { ...quietly, as })
    const { state, account_ended } = await send('POST /api/hand_ins/state', { body: { ticket } }, { ...quietly, as })
    if (state !== 'over') return
    // It says of what is left that the account has ended; of one that goes on the next one is fetched.
    if (account_ended) await forgetWhereNothingIsLeft(account)
    else forgetTicket(account)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
