import { request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { hashPassword } from '../server/src/platform/secrets.ts'
import { buildClient, buildUser, type Ground } from '../server/test/build.ts'
import { percentileOf } from './child.ts'

/** Linux answers on the whole of 127.0.0.0/8: an attacker and an honest caller have addresses, and so networks, of their own. */
const [attackersAddress, ownAddress] = ['127.0.0.1', '127.0.0.2']
const wrongPerSecond = 200
const rightPerSecond = 2
const password = 'tsubaki-2027-asagao'

export interface SignInsMeasured {
  /** p95 of a right sign-in in milliseconds: with nobody else there, and while somebody else guesses. */
  alone: number
  beside: number
  /** How often a guess was answered how. */
  guesses: Map<number, number>
}

/** Right sign-ins from one address, alone and beside 200 wrong ones a second from another, which take turns. */
export const measureSignIns = async (port: number, ground: Ground, seconds: number): Promise<SignInsMeasured> => {
  const client = await buildClient(ground)
  const { loginId } = await buildUser(ground, client, 'Staff', { passwordDigest: await hashPassword(password) })
  const [alone, beside]: [number[], number[]] = [[], []]
  const guesses = new Map<number, number>()
  await signInsFor(2, port, loginId)
  for (let turn = 0; turn < 3; turn += 1) {
    alone.push(...(await signInsFor(seconds / 3, port, loginId)))
    const over = new AbortController()
    const attack = guess(port, guesses, over.signal)
    beside.push(...(await signInsFor(seconds / 3, port, loginId)))
    over.abort()
    await attack
  }
  return { alone: percentileOf(alone, 0.95), beside: percentileOf(beside, 0.95), guesses }
}

const signInsFor = async (seconds: number, port: number, loginId: string): Promise<number[]> => {
  const taken: Promise<number>[] = []
  for (let at = 0; at < seconds * rightPerSecond; at += 1) {
    taken.push(timed(port, loginId))
    await setTimeout(1_000 / rightPerSecond)
  }
  return Promise.all(taken)
}

/** A sign-in that is refused took for ever. */
const timed = async (port: number, loginId: string): Promise<number> => {
  const began = performance.now()
  return (await signIn(port, ownAddress, loginId, password)) === 200 ? performance.now() - began : Infinity
}

const guess = async (port: number, guesses: Map<number, number>, over: AbortSignal): Promise<void> => {
  const tries: Promise<void>[] = []
  for (let at = 0; !over.aborted; at += 1) {
    const one = signIn(port, attackersAddress, `guess${at % 500}`, `wrong-${at}`).then(
      status => void guesses.set(status, (guesses.get(status) ?? 0) + 1),
    )
    tries.push(one)
    await setTimeout(1_000 / wrongPerSecond)
  }
  await Promise.all(tries)
}

const signIn = (port: number, localAddress: string, login_id: string, given: string): Promise<number> =>
  new Promise(done => {
    const sent = request(
      { host: '127.0.0.1', port, path: '/api/auth/sign_in', method: 'POST', localAddress, headers: { 'content-type': 'application/json' } },
      answer => {
        answer.resume()
        answer.on('end', () => done(answer.statusCode ?? 0))
      },
    )
    sent.on('error', () => done(0))
    sent.end(JSON.stringify({ login_id, password: given }))
  })
