import { expect, it } from 'vitest'
import { fairQueue } from './fair-queue.ts'

const setUp = (bounds: Partial<{ atOnce: number; mostWaiting: number; mostOfOne: number }> = {}) => {
  const queue = fairQueue({ atOnce: 1, mostWaiting: 100, mostOfOne: 50, busy: () => new Error('busy'), ...bounds })
  const done: string[] = []
  const refused: string[] = []
  const add = (caller: string, name: string) =>
    queue(caller, async () => {
      await new Promise(resume => setImmediate(resume))
      done.push(name)
    }).catch(() => void refused.push(name))
  return { add, done, refused }
}

it('takes one of each line after the other, whoever has many', async () => {
  const { add, done } = setUp()
  await Promise.all([add('a', 'a1'), add('a', 'a2'), add('a', 'a3'), add('a', 'a4'), add('b', 'b1'), add('c', 'c1')])
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4'])
})

it('refuses what does not fit into one line', async () => {
  const { add, done, refused } = setUp({ mostOfOne: 2 })
  await Promise.all([add('a', 'a1'), add('a', 'a2'), add('a', 'a3'), add('a', 'a4'), add('b', 'b1')])
  expect([done, refused]).toEqual([['a1', 'a2', 'b1', 'a3'], ['a4']])
})

it('gives a place of the longest line to somebody of a shorter one when all lines are full', async () => {
  const { add, done, refused } = setUp({ mostWaiting: 3 })
  await Promise.all([add('a', 'a1'), add('a', 'a2'), add('a', 'a3'), add('a', 'a4'), add('b', 'b1'), add('a', 'a5')])
  expect([done, refused]).toEqual([
    ['a1', 'a2', 'b1', 'a3'],
    ['a4', 'a5'],
  ])
})

it('goes on after work that failed', async () => {
  const queue = fairQueue({ atOnce: 1, mostWaiting: 9, mostOfOne: 9, busy: () => new Error('busy') })
  const failing = queue('a', () => Promise.reject(new Error('no')))
  const after = queue('a', async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await after).toBe('yes')
})
