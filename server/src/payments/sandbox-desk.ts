import type { IncomingHttpHeaders } from 'node:http'
import { toInstant } from '../platform/clock.ts'
import type { Platform } from '../platform/platform.ts'
import { conflict } from '../platform/http/problem.ts'
import { BadNotification, returnAddress } from './gateway.ts'
import {
  lockSandboxPayment,
  refundAtSandboxDesk,
  returnSandboxRefund,
  type SandboxPayment,
  updateSandboxPayment,
} from './sandbox-queries.ts'
import {
  refundedBody,
  returnedBody,
  sandboxBody,
  sandboxPath,
  sandboxSignatureHeader,
  signSandboxNotification,
  slipExpiry,
} from './sandbox.ts'

/**
 * What is pressed at the sandbox's page: its three answers, for a store what happens to the number afterwards, and for a card what can
 * happen to its money without us: it is paid back at the service's own desk (`refund`), or a refund of ours comes back (`return`).
 */
export const sandboxResults = ['ok', 'ng', 'cancel', 'deposit', 'expire', 'refund', 'return'] as const
export type SandboxResult = (typeof sandboxResults)[number]

/** How the notification travels, so that everything that happens to real ones can be tried. */
export interface Choice {
  result: SandboxResult
  delaySeconds: number
  /** Sent twice. */
  twice: boolean
  /** A store's money is told before its number. */
  reversed: boolean
  /** A yen less than was asked for. */
  wrongAmount: boolean
  wrongSignature: boolean
  /** Never sent: whoever looks it up finds it. */
  lost: boolean
}

const mostSeconds = 3600

/** Takes a notification as the payment service would send it. Throws `BadNotification` for a wrong one. */
export type HandleNotification = (raw: Buffer, headers: IncomingHttpHeaders) => Promise<void>

/** Where the sandbox stands, and who takes its notifications. */
export interface SandboxDesk {
  platform: Platform
  handleNotification: HandleNotification
}

/** The fields of the form, or of JSON; null when no result is named. */
export const readChoice = (raw: string): Choice | null => {
  const fields = fieldsOf(raw)
  const result = sandboxResults.find(one => one === fields.get('result'))
  if (!result) return null
  const seconds = Number(fields.get('delay') ?? 0)
  const ticked = (name: string) => fields.get(name) !== undefined && fields.get(name) !== 'false'
  return {
    result,
    delaySeconds: Number.isFinite(seconds) ? Math.min(Math.max(0, Math.trunc(seconds)), mostSeconds) : 0,
    twice: ticked('twice'),
    reversed: ticked('reversed'),
    wrongAmount: ticked('wrong_amount'),
    wrongSignature: ticked('wrong_signature'),
    lost: ticked('lost'),
  }
}

const fieldsOf = (raw: string): Map<string, string> => {
  try {
    const json: unknown = JSON.parse(raw)
    if (typeof json === 'object' && json !== null) return new Map(Object.entries(json).map(([name, value]) => [name, String(value)]))
  } catch {
    // No JSON: a form.
  }
  return new Map(new URLSearchParams(raw))
}

/**
 * Does in the sandbox's books what was pressed, and sends what is to be told of it. Returns where the browser goes. 409 when the payment
 * was settled before.
 */
export const actAtSandbox = async (desk: SandboxDesk, { uuid }: SandboxPayment, choice: Choice): Promise<string> => {
  const { platform } = desk
  const now = platform.now()
  if (choice.result === 'refund' || choice.result === 'return') {
    await sendAll(desk, [await giveBackAtDesk(platform, uuid, choice.result, now)], choice)
    return sandboxPath(platform, uuid)
  }
  const states = await platform.pool.write(null, async db => {
    const payment = await lockSandboxPayment(db, uuid)
    const moves = payment ? movesOf(payment, choice, now) : null
    if (!payment || !moves) throw conflict('このお支払いはすでに終了しています。', 'settled')
    const passed: SandboxPayment[] = []
    for (const change of moves) {
      await updateSandboxPayment(db, uuid, change)
      passed.push({ ...payment, ...passed.at(-1), ...change })
    }
    return passed
  })
  const notifications = states.map(state => JSON.stringify(sandboxBody(platform, state, now)))
  await sendAll(desk, choice.reversed ? notifications.toReversed() : notifications, choice)
  const [last] = states
  if (!last) throw new Error('nothing was done')
  // At the store the browser stays where it is; everything else goes back to the shop.
  if (choice.result === 'deposit' || choice.result === 'expire') return sandboxPath(platform, uuid)
  const { pathname, search } = new URL(returnAddress(last.return_url, choice.result))
  return pathname + search
}

const giveBackAtDesk = (platform: Platform, uuid: string, result: 'refund' | 'return', now: Date): Promise<string> =>
  platform.pool.write(null, async db => {
    await lockSandboxPayment(db, uuid)
    const total = result === 'refund' ? await refundAtSandboxDesk(db, uuid) : null
    const key = result === 'return' ? await returnSandboxRefund(db, uuid, now) : null
    const body = total !== null ? refundedBody(uuid, total, now) : key !== null ? returnedBody(uuid, key, now) : null
    if (!body) throw conflict('返金できるお支払いがありません。', 'settled')
    return JSON.stringify(body)
  })

const sendAll = async (desk: SandboxDesk, bodies: readonly string[], choice: Choice): Promise<void> => {
  if (!choice.lost) for (const body of choice.twice ? [...bodies, ...bodies] : bodies) await send(desk, body, choice)
}

type Move = Parameters<typeof updateSandboxPayment>[2]

const movesOf = (payment: SandboxPayment, choice: Choice, now: Date): Move[] | null => {
  const paid_amount = choice.wrongAmount ? Math.max(1, payment.amount - 1) : payment.amount
  const paid: Move = { state: 'paid', paid_amount, paid_at: now }
  if (payment.state === 'open')
    switch (choice.result) {
      case 'ok': {
        if (payment.pay_method === 'credit') return [paid]
        const pending: Move = { state: 'pending', konbini_expires_at: slipExpiry(payment) }
        return choice.reversed ? [pending, paid] : [pending]
      }
      case 'ng':
        return [{ state: 'failed' }]
      case 'cancel':
        return [{ state: 'canceled' }]
      default:
        return null
    }
  // A number that was called off may still be in somebody's hand, as in life.
  const atStore = payment.state === 'pending' || (payment.state === 'canceled' && payment.konbini_expires_at !== null)
  if (atStore && choice.result === 'deposit') return [paid]
  if (payment.state === 'pending' && choice.result === 'expire') return [{ state: 'expired' }]
  if (payment.state === 'expired' && choice.result === 'deposit') return [paid]
  return null
}

const send = async ({ platform, handleNotification }: SandboxDesk, body: string, choice: Choice): Promise<void> => {
  const signature = choice.wrongSignature ? signSandboxNotification(platform, `${body} `) : signSandboxNotification(platform, body)
  if (choice.delaySeconds > 0) {
    const data = { kind: 'deliver', body, signature, sent_at: toInstant(platform.now()) }
    await platform.pool.write(null, db => platform.jobs.enqueue(db, 'payments', data, { startAfterSeconds: choice.delaySeconds }))
    return
  }
  try {
    await handleNotification(Buffer.from(body), { [sandboxSignatureHeader]: signature })
  } catch (error) {
    // The product says 400 to a wrong one; to the sandbox that is an answer like another.
    if (!(error instanceof BadNotification)) throw error
  }
}
