import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LimitedWork, openLimitedWork, TookTooMuch, type WorkLimits } from './limited-work.ts'
import type { Problem } from './problem.ts'

const folder = await mkdtemp(path.join(os.tmpdir(), 'toguchi-limits-'))
const errors: string[] = []
const opened: LimitedWork[] = []
const open = (limits: Partial<WorkLimits>) => {
  const work = openLimitedWork({
    script: new URL('../../test/greedy-process.ts', import.meta.url),
    folder,
    limits,
    onError: error => errors.push(error.message),
  })
  opened.push(work)
  return work
}
afterAll(async () => {
  await Promise.all(opened.map(work => work.close()))
  await rm(folder, { recursive: true, force: true })
})

let work: LimitedWork
beforeAll(() => {
  work = open({ processes: 1, megabytes: 256 })
})
const ask = async (name: string, asked: unknown = null, over: { clientId?: number; milliseconds?: number; first?: true } = {}) =>
  (await work.ask({ clientId: 1, milliseconds: 20_000, ...over, name, asked })).answer
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => 'it was answered',
    (error: unknown) => error,
  )

/** The most that a process has had resident, as long as it could be looked at. */
const watchPeak = (pid: number) => {
  let kilobytes = 0
  const look = () => {
    try {
      const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      kilobytes = Math.max(kilobytes, Number(peak ?? 0))
    } catch {
      // It has ended.
    }
  }
  const timer = setInterval(look, 5)
  return {
    stop: () => {
      clearInterval(timer)
      look()
      return kilobytes / 1024
    },
  }
}

describe('limited processes', () => {
  it('are kept between two pieces of work', async () => {
    expect(await ask('echo', { a: [1, new Date(0)] })).toEqual({ a: [1, new Date(0)] })
    expect(await ask('pid')).toBe(await ask('pid'))
  })

  it('are ended and replaced when they take too long', async () => {
    const before = await ask('pid')
    expect(await refusal(ask('loop', null, { milliseconds: 300 }))).toBeInstanceOf(TookTooMuch)
    expect(await ask('pid')).not.toBe(before)
    expect(errors.at(-1)).toMatch(/loop for client 1: it took more than 300 ms/)
  })

  it('have no more memory than their limit, in V8’s heap and outside of it', async () => {
    // Elsewhere than on Linux nothing would stop the first of them, and there is no /proc to look into.
    for (const name of process.platform === 'linux' ? ['native', 'heap'] : []) {
      const pid = Number(await ask('pid'))
      const peak = watchPeak(pid)
      expect(await refusal(ask(name))).toBeInstanceOf(Error)
      const megabytes = peak.stop()
      expect(megabytes).toBeGreaterThan(100)
      expect(megabytes).toBeLessThanOrEqual(256)
    }
    if (process.platform !== 'linux') expect(await refusal(ask('heap'))).toBeInstanceOf(TookTooMuch)
    expect(await ask('echo', 'well')).toBe('well')
  })

  it('know none of our settings, read no file but their program and their folder, write none and start nothing', async () => {
    expect(await ask('environment')).toEqual(['MALLOC_ARENA_MAX', 'UV_THREADPOOL_SIZE'])
    const own = path.join(folder, 'own')
    await writeFile(own, 'four')
    expect(await ask('read', own)).toBe(4)
    for (const [name, asked] of [
      ['read', '/etc/hostname'],
      ['write', path.join(folder, 'new')],
      ['start', null],
    ] as const)
      expect(String(await refusal(ask(name, asked)))).toMatch(/ERR_ACCESS_DENIED|Access to this API has been restricted/)
  })
})

describe('who waits', () => {
  it('has one piece of work done at a time, while another client’s goes on', async () => {
    work = open({ processes: 2 })
    const ended: number[] = []
    const asks = [
      [1, 600],
      [1, 5],
      [2, 10],
    ].map(async ([clientId = 0, asked = 0]) => {
      await ask('wait', asked, { clientId })
      ended.push(asked)
    })
    await Promise.all(asks)
    expect(ended).toEqual([10, 600, 5])
  })

  it('is asked to come again when too many wait, of one client or of all, or for too long', async () => {
    work = open({ processes: 1, waitingOfClient: 2, waiting: 3, waitMilliseconds: 500 })
    const hold = ask('wait', 1_500)
    const waiting = [ask('echo', 1), ask('echo', 2), ask('echo', 3, { clientId: 2 })].map(refusal)
    const busy = { status: 503, code: 'busy', retryAfterSeconds: 10 } satisfies Partial<Problem>
    expect(await refusal(ask('echo'))).toMatchObject(busy)
    expect(await refusal(ask('echo', 0, { clientId: 3 }))).toMatchObject(busy)
    for (const answer of await Promise.all(waiting)) expect(answer).toMatchObject(busy)
    expect(await hold).toBe(1_500)
    expect(await ask('echo', 'again')).toBe('again')
  })

  it('goes first with what somebody stands and waits for', async () => {
    work = open({ processes: 1 })
    const ended: string[] = []
    const then = async (name: string, asked: Promise<unknown>) => {
      await asked
      ended.push(name)
    }
    await Promise.all([then('running', ask('wait', 100)), then('waiting', ask('echo')), then('first', ask('echo', null, { first: true }))])
    expect(ended).toEqual(['running', 'first', 'waiting'])
  })
})
