import { expect, test } from 'vitest'
import { atMost } from './at-most.ts'

test('takes as many as there are places, asks others to wait, and frees a place whatever became of its work', async () => {
  const run = atMost(2, 'お待ちください。')
  const first = Promise.withResolvers<string>()
  const second = Promise.withResolvers<string>()
  const running = [run(() => first.promise), run(() => second.promise)]
  await expect(run(async () => 'third')).rejects.toMatchObject({ status: 429, message: 'お待ちください。' })
  second.reject(new Error('broken'))
  await expect(running[1]).rejects.toThrow('broken')
  await expect(run(async () => 'third')).resolves.toBe('third')
  first.resolve('first')
  await expect(running[0]).resolves.toBe('first')
})
