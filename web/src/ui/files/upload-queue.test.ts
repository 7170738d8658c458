import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Chosen, createUploadQueue, holdsUnsent, type UploadOptions, type UploadQueue } from './upload-queue.ts'

interface Sending {
  chosen: Chosen<{ shared: boolean }>
  options: UploadOptions
  arrive: () => void
  fail: (why: string) => void
}

const drained = vi.fn()
let sending: Sending[]
let queue: UploadQueue<{ shared: boolean }>
let ids = 0

beforeEach(() => {
  drained.mockReset()
  sending = []
  queue = createUploadQueue<{ shared: boolean }>({
    newId: () => `id${++ids}`,
    titleOf: file => file.name.replace(/\.\w+$/, ''),
    details: { shared: false },
    refusal: file => (file.size > 10 ? '大きすぎます。' : null),
    onArrived: () => {},
    onDrained: drained,
    send: (chosen, options) =>
      new Promise((resolve, reject) => {
        options.signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')))
        sending.push({ chosen, options, arrive: () => resolve(undefined), fail: why => reject(new Error(why)) })
      }),
  })
})

const file = (name: string, size = 3) => new File(['x'.repeat(size)], name)
const states = () => queue.uploads.get().map(({ title, state }) => `${title} ${state}`)
const settle = () => new Promise(resolve => setTimeout(resolve))
const on = (title: string) => {
  const found = sending.findLast(({ chosen }) => chosen.title === title)
  if (found === undefined) throw new Error(`${title} is not on its way`)
  return found
}

describe('an upload queue', () => {
  it('waits for the person, takes titles from the files, and refuses what can never be sent', () => {
    queue.add([file('図面.pdf'), file('大きい.pdf', 20)])
    expect(states()).toEqual(['図面 chosen', '大きい refused'])
    expect(queue.uploads.get()[1]?.error).toBe('大きすぎます。')
    expect(sending).toEqual([])
    expect(holdsUnsent(queue.uploads.get())).toBe(true)
    const [first] = queue.uploads.get()
    queue.change(first!.id, { title: '図面 第2版', details: { shared: true } })
    queue.start()
    expect(on('図面 第2版').chosen.details).toEqual({ shared: true })
    queue.change(first!.id, { title: '遅すぎる' })
    expect(states()).toEqual(['図面 第2版 sending', '大きい refused'])
  })

  it('sends two at a time and says once that all have arrived', async () => {
    queue.add(['a', 'b', 'c'].map(name => file(`${name}.pdf`)))
    queue.start()
    expect(states()).toEqual(['a sending', 'b sending', 'c queued'])
    on('a').arrive()
    await settle()
    expect(states()).toEqual(['b sending', 'c sending'])
    on('b').options.onProgress(0.5)
    expect(queue.uploads.get()[0]?.share).toBe(0.5)
    on('b').arrive()
    on('c').arrive()
    await settle()
    expect(states()).toEqual([])
    expect(drained.mock.calls).toEqual([[3, 0]])
    expect(holdsUnsent(queue.uploads.get())).toBe(false)
  })

  it('keeps what failed with its reason, and sends it again under the same id', async () => {
    queue.add([file('a.pdf'), file('b.pdf')])
    queue.start()
    on('a').arrive()
    on('b').fail('通信できませんでした。')
    await settle()
    expect(queue.uploads.get()).toMatchObject([{ title: 'b', state: 'failed', error: '通信できませんでした。' }])
    expect(drained).toHaveBeenLastCalledWith(1, 1)
    const first = on('b').chosen.id
    queue.retry(first)
    expect(on('b').chosen.id).toBe(first)
    expect(queue.uploads.get()).toMatchObject([{ state: 'sending', share: 0, error: null }])
    on('b').arrive()
    await settle()
    expect(drained).toHaveBeenLastCalledWith(1, 0)
  })

  it('stops what is taken out, tells nobody of it, and goes on with the rest', async () => {
    queue.add(['a', 'b', 'c'].map(name => file(`${name}.pdf`)))
    queue.start()
    const a = on('a')
    queue.cancel(a.chosen.id)
    expect(a.options.signal.aborted).toBe(true)
    await settle()
    expect(states()).toEqual(['b sending', 'c sending'])
    queue.cancel(on('b').chosen.id)
    queue.cancel(on('c').chosen.id)
    await settle()
    expect(states()).toEqual([])
    expect(drained).not.toHaveBeenCalled()
  })
})
