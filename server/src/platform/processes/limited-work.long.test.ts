import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LimitedWork, openLimitedWork, TookTooMuch, type Work, type WorkLimits } from './limited-work.ts'
import type { Problem } from '../http/problem.ts'

const folder = await mkdtemp(path.join(os.tmpdir(), 'toguchi-limits-'))
const errors: string[] = []
const opened: LimitedWork[] = []
const open = (limits: Partial<WorkLimits>) => {
  const work = openLimitedWork({
    script: new URL('../../../test/greedy-process.ts', import.meta.url),
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
  work = open({ processes: 1, megabytes: 256, endings: { most: 100, withinSeconds: 1 } })
})
const ask = async (
  name: string,
  asked: unknown = null,
  over: Partial<Pick<Work, 'clientId' | 'person' | 'isLong' | 'isOurs' | 'first'>> & { computing?: number; inAll?: number } = {},
) => {
  // By the clock so long that only what computes, or is told to be short, comes to its end by it.
  const { computing = 20_000, inAll = 400_000, ...rest } = over
  return (await work.ask({ clientId: 1, most: { computing, inAll }, ...rest, name, asked })).answer
}
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => 'it was answered',
    (error: unknown) => error,
  )

/** Work that goes on until it is let go. */
let holds = 0
const hold = (over: Parameters<typeof ask>[2] = {}) => {
  const place = path.join(folder, `hold-${(holds += 1)}`)
  return { done: ask('until', place, over), letGo: () => writeFile(place, '') }
}

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

describe('limited processes', { timeout: 240_000 }, () => {
  it('are kept between two pieces of work', async () => {
    expect(await ask('echo', { a: [1, new Date(0)] })).toEqual({ a: [1, new Date(0)] })
    expect(await ask('pid')).toBe(await ask('pid'))
  })

  it('are ended and replaced when they compute for too long, or wait for what never comes', async () => {
    const before = await ask('pid')
    expect(await refusal(ask('loop', null, { computing: 300 }))).toBeInstanceOf(TookTooMuch)
    expect(await ask('pid')).not.toBe(before)
    // Where a process cannot be looked at, only the clock tells.
    expect(errors.at(-1)).toMatch(process.platform === 'linux' ? /loop for client 1: it computed for more than 300 ms/ : /it took more/)
    // Long enough for what a process that has just started still does by itself: it counts as held up while it would compute.
    expect(await refusal(ask('wait', 600_000, { inAll: 5_000 }))).toBeInstanceOf(TookTooMuch)
    expect(errors.at(-1)).toMatch(/wait for client 1: it took more than 5000 ms/)
  })

  it.runIf(process.platform === 'linux')('say that the machine had no core for them, which is held against nobody', async () => {
    for (let round = 0; round < 4; round += 1)
      expect(await refusal(ask('loop', null, { inAll: 100 }))).toMatchObject({ status: 503, code: 'busy' })
    expect(errors.at(-1)).toMatch(/loop for client 1: it took more than 100 ms/)
    expect(await ask('echo', 'well')).toBe('well')
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

describe('who waits', { timeout: 240_000 }, () => {
  it('has one piece of work done at a time, while another client’s goes on', async () => {
    work = open({ processes: 2 })
    const ended: string[] = []
    const then = async (name: string, asked: Promise<unknown>) => {
      await asked
      ended.push(name)
    }
    const held = hold({ clientId: 1 })
    const ofFirst = [then('held', held.done), then('behind it', ask('echo', null, { clientId: 1 }))]
    await then('of another', ask('echo', null, { clientId: 2 }))
    expect(ended).toEqual(['of another'])
    await held.letGo()
    await Promise.all(ofFirst)
    expect(ended).toEqual(['of another', 'held', 'behind it'])
  })

  it('is asked to come again when too many wait, of one client or of all, or for too long', async () => {
    work = open({ processes: 1, waitingOfClient: 2, waiting: 3, waitMilliseconds: 500 })
    const held = hold()
    const waiting = [ask('echo', 1), ask('echo', 2), ask('echo', 3, { clientId: 2 })].map(refusal)
    const busy = { status: 503, code: 'busy', retryAfterSeconds: 10 } satisfies Partial<Problem>
    expect(await refusal(ask('echo'))).toMatchObject(busy)
    expect(await refusal(ask('echo', 0, { clientId: 3 }))).toMatchObject(busy)
    for (const answer of await Promise.all(waiting)) expect(answer).toMatchObject(busy)
    await held.letGo()
    expect(await held.done).toBe('done')
    expect(await ask('echo', 'again')).toBe('again')
  })

  it('finds a process for what is short while others do what may take long', async () => {
    work = open({ processes: 2 })
    const ended: string[] = []
    const then = async (name: string, asked: Promise<unknown>) => {
      await asked
      ended.push(name)
    }
    const held = hold({ clientId: 1, isLong: true })
    const long = [then('long', held.done), then('long of another', ask('echo', null, { clientId: 2, isLong: true }))]
    await then('short', ask('echo', null, { clientId: 3 }))
    await held.letGo()
    await Promise.all(long)
    expect(ended).toEqual(['short', 'long', 'long of another'])
  })

  it('takes turns with other clients, however many pieces one of them has', async () => {
    work = open({ processes: 1 })
    const ended: string[] = []
    const then = async (name: string, clientId: number) => {
      await ask('echo', null, { clientId })
      ended.push(name)
    }
    await Promise.all([then('a1', 1), then('a2', 1), then('a3', 1), then('a4', 1), then('b1', 2)])
    expect(ended).toEqual(['a1', 'b1', 'a2', 'a3', 'a4'])
  })

  it('takes turns with colleagues, too', async () => {
    work = open({ processes: 1 })
    const ended: string[] = []
    const then = async (name: string, person: string) => {
      await ask('echo', null, { person })
      ended.push(name)
    }
    await Promise.all([then('a1', 'staff:1'), then('a2', 'staff:1'), then('a3', 'staff:1'), then('b1', 'staff:2')])
    expect(ended).toEqual(['a1', 'b1', 'a2', 'a3'])
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

describe('a client whose work was ended several times', { timeout: 240_000 }, () => {
  it('waits with work of that kind, and is told for how long; its other work and other clients do not', async () => {
    work = open({ processes: 1, endings: { most: 2, withinSeconds: 600 } })
    const tooLong = () => refusal(ask('loop', null, { isLong: true, computing: 50 }))
    const asked = [tooLong(), tooLong(), tooLong()]
    const [first, second, third] = await Promise.all(asked)
    expect([first, second]).toEqual([expect.any(TookTooMuch), expect.any(TookTooMuch)])
    const paused = { status: 429, code: 'too_many_requests' } satisfies Partial<Problem>
    // One that waited already, and one that comes now.
    expect(third).toMatchObject(paused)
    const refused = (await refusal(ask('echo', null, { isLong: true }))) as Problem
    expect(refused).toMatchObject(paused)
    expect(refused.retryAfterSeconds).toBeGreaterThan(500)
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(600)
    expect(await ask('echo', 'short')).toBe('short')
    expect(await ask('echo', 'long', { isLong: true, clientId: 2 })).toBe('long')
    expect(await ask('echo', 'of ours', { isLong: true, isOurs: true })).toBe('of ours')
  })

  it('are not those of files that we made ourselves', async () => {
    work = open({ processes: 1, endings: { most: 1, withinSeconds: 600 } })
    expect(await refusal(ask('loop', null, { isOurs: true, computing: 50 }))).toBeInstanceOf(TookTooMuch)
    expect(await ask('echo', 'what they send')).toBe('what they send')
  })

  it('may come again when that was a while ago', async () => {
    work = open({ processes: 1, endings: { most: 1, withinSeconds: 3 } })
    await refusal(ask('loop', null, { computing: 50 }))
    expect(await refusal(ask('echo'))).toMatchObject({ status: 429, retryAfterSeconds: 3 })
    await expect.poll(() => refusal(ask('echo')), { timeout: 60_000 }).toBe('it was answered')
  })
})
