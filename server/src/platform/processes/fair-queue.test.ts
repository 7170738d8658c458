import { expect, it } from 'vitest'
import { fairQueue } from './fair-queue.ts'

const setUp = (bounds: Partial<{ atOnce: number; mostWaiting: number; mostOfOne: number }> = {}) => {
  const queue = fairQueue({ atOnce: 1, mostWaiting: 100, mostOfOne: 50, busy: () => new Error('busy'), ...bounds })
  const done: string[] = []
  const refused: string[] = []
  const add = (caller: string, name: string, person?: string) =>
    queue(
      caller,
      async () => {
        await new Promise(resume => setImmediate(resume))
        done.push(name)
      },
      { person },
    ).catch(() => void refused.push(name))
  return { add, done, refused }
}

it('takes one of each line after the other, whoever has many', async () => {
  const { add, done } = setUp()
  await Promise.all([add('a', 'a1'), add('a', 'a2'), add('a', 'a3'), add('a', 'a4'), add('b', 'b1'), add('c', 'c1')])
  expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'a3', 'a4'])
})

it('takes one of each person of a caller after the other, too', async () => {
  const { add, done } = setUp()
  const boss = ['a1', 'a2', 'a3', 'a4'].map(name => add('a', name, 'boss'))
  await Promise.all([...boss, add('a', 'colleague', 'colleague'), add('b', 'b1')])
  expect(done).toEqual(['a1', 'b1', 'colleague', 'a2', 'a3', 'a4'])
})

it('gives a place of the person who has most to a colleague when the line of a caller is full', async () => {
  const { add, done, refused } = setUp({ mostOfOne: 3 })
  const boss = ['a1', 'a2', 'a3', 'a4', 'a5'].map(name => add('a', name, 'boss'))
  await Promise.all([...boss, add('a', 'colleague', 'colleague')])
  expect([done, refused]).toEqual([
    ['a1', 'colleague', 'a2', 'a3'],
    ['a5', 'a4'],
  ])
})

it('refuses what does not fit into one line', async () => {
  const { add, done, refused } = setUp({ mostOfOne: 2 })
  await Promise.all([add('a', 'a1'), add('a', 'a2'), add('a', 'a3'), add('a', 'a4'), add('b', 'b1')])
  expect([done, refused]).toEqual([['a1', 'b1', 'a2', 'a3'], ['a4']])
})

it('gives a place of the longest line to somebody of a shorter one when all lines are full', async () => {
  const { add, done, refused } = setUp({ mostWaiting: 3 })
  await Promise.all([add('a', 'a1'), add('a', 'a2'), add('a', 'a3'), add('a', 'a4'), add('b', 'b1'), add('a', 'a5')])
  expect([done, refused]).toEqual([
    ['a1', 'b1', 'a2', 'a3'],
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

/** Work that ends when it is told to, with the order in which pieces began. */
const setUpByHand = (bounds: Partial<Parameters<typeof fairQueue>[0]>) => {
  const queue = fairQueue({ atOnce: 2, mostWaiting: 9, mostOfOne: 9, busy: () => new Error('busy'), ...bounds })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const add = (name: string, kind: { isLong?: true; first?: true; person?: string } = {}) =>
    queue(
      name[0] ?? '',
      () =>
        new Promise<void>(resolve => {
          begun.push(name)
          ends.set(name, resolve)
        }),
      kind,
    )
  /** What was added or has ended has made its turn. */
  const turn = () => new Promise(resume => setImmediate(resume))
  const end = async (name: string) => {
    ends.get(name)?.()
    await turn()
  }
  return { add, begun, end, turn }
}

it('does so many pieces of one caller at once, while places are free for others', async () => {
  const { add, begun, end, turn } = setUpByHand({ atOnceOfOne: 1 })
  for (const name of ['a1', 'a2', 'b1']) void add(name)
  await turn()
  expect(begun).toEqual(['a1', 'b1'])
  await end('b1')
  expect(begun).toEqual(['a1', 'b1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'b1', 'a2'])
})

it('leaves a place to what is short', async () => {
  const { add, begun, end, turn } = setUpByHand({ longAtOnce: 1 })
  void add('a1', { isLong: true })
  void add('b1', { isLong: true })
  void add('b2')
  void add('c1')
  await turn()
  expect(begun).toEqual(['a1', 'b2'])
  await end('b2')
  expect(begun).toEqual(['a1', 'b2', 'c1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'b2', 'c1', 'b1'])
})

it('begins all that what has ended was in the way of', async () => {
  const { add, begun, end, turn } = setUpByHand({ atOnceOfOne: 1, longAtOnce: 1 })
  void add('a1', { isLong: true })
  void add('a2')
  void add('b1', { isLong: true })
  await turn()
  expect(begun).toEqual(['a1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'b1', 'a2'])
})

it('takes first within its line what is to go first', async () => {
  const { add, begun, end, turn } = setUpByHand({ atOnce: 1 })
  for (const name of ['a1', 'a2', 'b1']) void add(name)
  void add('a3', { first: true })
  await turn()
  for (const name of ['a1', 'b1', 'a3']) await end(name)
  expect(begun).toEqual(['a1', 'b1', 'a3', 'a2'])
})

it('keeps the order among what is to go first', async () => {
  const { add, begun, end, turn } = setUpByHand({ atOnce: 1 })
  for (const name of ['a1', 'a2']) void add(name)
  for (const name of ['a3', 'a4']) void add(name, { first: true })
  await turn()
  for (const name of ['a1', 'a3', 'a4']) await end(name)
  expect(begun).toEqual(['a1', 'a3', 'a4', 'a2'])
})

it('takes first what is to go first of whomever of a caller', async () => {
  const { add, begun, end, turn } = setUpByHand({ atOnce: 1 })
  for (const name of ['a1', 'a2']) void add(name, { person: 'one' })
  void add('a3', { person: 'two' })
  void add('a4', { person: 'two', first: true })
  await turn()
  for (const name of ['a1', 'a4', 'a2']) await end(name)
  expect(begun).toEqual(['a1', 'a4', 'a2', 'a3'])
})

it('refuses what has waited for too long, and goes on', async () => {
  const { add, begun, end, turn } = setUpByHand({ atOnce: 1, waitMilliseconds: 20 })
  const first = add('a1')
  await expect(add('b1')).rejects.toThrow('busy')
  await end('a1')
  await first
  void add('c1')
  await turn()
  expect(begun).toEqual(['a1', 'c1'])
})
