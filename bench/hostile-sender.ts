import os from 'node:os'
import type { Attacker } from './hostile-round.ts'
import { rounds } from './hostile-rounds.ts'

/** What bench/hostile.ts tells: first which round is made ready, then that it begins and is over, once or more. */
export type Order = { ready: string; attackers: Attacker[] } | 'begin' | 'stop'
/** What it is told: that the requests are made, and after each time how often each was answered how. */
export type Report = { ready: true } | { answers: [answer: string, times: number][] }

/* Sends the requests of a round, in a process of its own: an attacker has another machine, and does not slow down who measures. */
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
const atOnce = 8
const answers = new Map<string, number>()
let over = false
let send: (() => Promise<unknown>) | undefined
const report = (told: Report) => process.send?.(told)

const makeReady = async (name: string, attackers: readonly Attacker[]) => {
  const round = rounds.find(one => one.name === name)
  if (!round) throw new Error(`no round ${name}`)
  const attacks = await round.attacks()
  send = () =>
    Promise.all(
      attackers.slice(0, round.clients).flatMap(attacker =>
        Array.from({ length: atOnce }, async (_, sender) => {
          for (let at = sender; !over; at += 1) {
            const answer = String(await attacks[at % attacks.length]?.(attacker).catch((error: unknown) => `no answer (${String(error)})`))
            answers.set(answer, (answers.get(answer) ?? 0) + 1)
          }
        }),
      ),
    )
  report({ ready: true })
}

process.on('message', async (order: Order) => {
  if (order === 'stop') over = true
  else if (order === 'begin') {
    over = false
    answers.clear()
    await send?.()
    report({ answers: [...answers] })
  } else await makeReady(order.ready, order.attackers)
})
process.on('disconnect', () => process.exit())
