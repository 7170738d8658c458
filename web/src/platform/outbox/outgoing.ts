import { chosenClient } from '../session/credentials.ts'
import type { OtherAccount } from '../api/request.ts'
import { accountOf, findJoinedSession, joinedSessions } from '../session/joined-sessions.ts'
import { knownUser, type SessionUser, watchUser } from '../session/session.ts'
import { createStore } from '../store.ts'
import type { KeptRequest } from './kept-requests.ts'

/** A request as this page knows it. */
export interface Outgoing extends KeptRequest {
  /** `unkept`: the device keeps nothing, so it lives in this page only. */
  state: 'keeping' | 'kept' | 'unkept' | 'sending' | 'refused'
  /** How much of it has left the device, 0 to 1. */
  share: number
  /** Somebody who pressed it waits for the server's first word on it. */
  awaited?: boolean
}

/** Where a request is, as pages say it. */
export const stateTexts: Readonly<Record<Outgoing['state'], string>> = {
  keeping: '端末に保存中',
  kept: '端末に保存',
  unkept: '端末に保存できません',
  sending: '送信中',
  refused: '送信できません',
}

/** Whose a request is, and by which session it goes. */
export interface Sender {
  account: string
  account_name: string
  client: string
  /** As the session's headers name them. */
  uid: string
  /** Of an account that is joined to the signed-in one (D-40): its own session. */
  as?: OtherAccount
}

const accountNamed = (cd: string, role_id: number, id: number): string => [cd, role_id, id].join('/')

const senderOf = (user: SessionUser): Sender => ({
  account: accountNamed(user.client?.cd ?? '', user.role_id, user.id),
  account_name: user.name ?? '',
  client: user.client?.cd ?? chosenClient()?.cd ?? '',
  uid: localStorage.getItem('uid') ?? '',
})

let latest: Sender | null = null
/** Who is signed in; null: nobody. */
const sender = (): Sender | null => {
  const user = knownUser()
  if (user !== null) latest = { ...senderOf(user), uid: uidAtSignIn }
  return user === null ? null : latest
}
/** Who was signed in last: a session that ends while a photo is being kept takes nothing with it. */
export const latestSender = (): Sender | null => sender() ?? latest

/** The person's accounts at other companies, whose sessions this browser holds; only beside the one that is signed in. */
const joinedSenders = (): Sender[] =>
  knownUser()?.role_id === 4
    ? joinedSessions.get().map(session => ({
        account: accountNamed(session.client.cd, 4, session.user.id),
        account_name: session.user.name ?? '',
        client: session.client.cd,
        uid: session.tokens['uid'] ?? '',
        as: accountOf(session),
      }))
    : []

/** All the accounts of whoever is signed in, that one first. */
export const senders = (): Sender[] => {
  const first = sender()
  return first === null ? [] : [first, ...joinedSenders().filter(({ account }) => account !== first.account)]
}

/** Whether it is one of the accounts of whoever is signed in. */
export const isOwnAccount = (account: string): boolean => ownAccounts().includes(account)

/** Of whoever is signed in, at all their companies. */
export const ownAccounts = (): string[] => senders().map(({ account }) => account)

/** By whose session a request may go: its own account's at its own company, and nobody else's (feature 16). */
export const senderOfRequest = ({ account, client }: Pick<KeptRequest, 'account' | 'client'>): Sender | null => {
  const own = senders().find(each => each.account === account && each.client === client)
  if (own === undefined) return null
  // Another tab may have signed somebody else in by now, or ended the other session.
  const uid = own.as === undefined ? (localStorage.getItem('uid') ?? '') : findJoinedSession(client)?.tokens['uid']
  return own.uid === uid ? own : null
}

let uidAtSignIn = localStorage.getItem('uid') ?? ''

/** Requests of every account that this page holds: the disk's of who is signed in, and whatever is not on the disk. */
let all: readonly Outgoing[] = []

/** Everything of the person's accounts that the server has not confirmed, in the order in which it was taken in. */
export const outbox = createStore<readonly Outgoing[]>([])

const show = () => {
  const accounts = new Set(senders().map(({ account }) => account))
  const own = all.filter(request => accounts.has(request.account))
  if (own.length > 0 || outbox.get().length > 0) outbox.set(own)
}

watchUser(() => {
  uidAtSignIn = localStorage.getItem('uid') ?? ''
  show()
})
joinedSessions.subscribe(show)

export const find = (id: string): Outgoing | undefined => all.find(each => each.id === id)
export const add = (request: Outgoing): void => {
  all = [...all, request]
  show()
}
export const change = (id: string, part: Partial<Outgoing>): void => {
  all = all.map(each => (each.id === id ? { ...each, ...part } : each))
  show()
}
export const remove = (id: string): void => {
  all = all.filter(each => each.id !== id)
  show()
}

/** Requests that the device could not keep: they live in this page alone. */
const inMemory = new Set<string>()
export const keepInMemory = (id: string): void => void inMemory.add(id)
export const isInMemory = (id: string): boolean => inMemory.has(id)
/** Whether it outlives this page; what the device could not keep is sent all the same. */
export const isOnDevice = ({ id, state }: Outgoing): boolean => (state === 'kept' || state === 'sending') && !inMemory.has(id)
/** What a request is while nothing is done with it. */
export const stateAtRest = (id: string): 'kept' | 'unkept' => (inMemory.has(id) ? 'unkept' : 'kept')

/** Takes over what lies on the disk for somebody's accounts; what this page is doing with it, or holds beside it, stays. */
export const takeOver = (kept: readonly KeptRequest[]): void => {
  const here = new Map(all.map(each => [each.id, each]))
  const beside = all.filter(each => each.state === 'keeping' || inMemory.has(each.id))
  const fromDisk = kept.map((request): Outgoing => {
    const known = here.get(request.id)
    if (known?.state === 'sending') return known
    const begun = request.begun || known?.begun === true
    return { ...request, begun, state: request.refusal === null ? 'kept' : 'refused', share: 0, awaited: known?.awaited === true }
  })
  const held = new Set(beside.map(({ id }) => id))
  all = [...fromDisk.filter(({ id }) => !held.has(id)), ...beside]
  show()
}
