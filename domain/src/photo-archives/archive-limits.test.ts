import { expect, it } from 'vitest'
import { whyNotArchived } from './archive-limits.ts'

const gigabyte = 1024 ** 3
it.each([
  [{ photos: 1, byte_size: 1 }, null],
  [{ photos: 4_000, byte_size: 12 * gigabyte }, null],
  [{ photos: 0, byte_size: 0 }, '対象の写真がありません。'],
  [{ photos: 5_001, byte_size: 1 }, '5,000枚まで'],
  [{ photos: 10, byte_size: 20 * gigabyte + 1 }, '合計20GBまでです（対象は約21GB）'],
])('%j: %s', (size, expected) => {
  const sentence = whyNotArchived(size)
  if (expected === null) expect(sentence).toBeNull()
  else expect(sentence).toContain(expected)
  if (size.photos > 1 && sentence !== null) expect(sentence).toContain('部屋または撮影日の期間で分けて')
})
