import { expect, it } from 'vitest'
import { signboardSvg } from './signboard-svg.ts'

const picture = { width: 1600, height: 1200, place: 'board', corner: 'lower_left' } as const
const drawn = (value: string) => signboardSvg([{ label: '工事名', value }], picture)

it('keeps what people write as text, and nothing of it becomes a drawing', () => {
  const svg = drawn(`</text><image/>&lol;'"`)
  expect(svg).toContain('&lt;/text&gt;&lt;image/&gt;&amp;lol;&#39;&quot;')
  expect(svg.match(/<[a-z]+/g)).toEqual(['<svg', '<rect', '<line', '<text', '<text'])
})

it.each([
  ['髙﨑𠮷 直①㈱', '髙﨑𠮷 直①㈱'],
  ['a\u0000b\u001bc\uffff', 'a b c '],
  ['half \ud842', 'half \ufffd'],
])('draws %j', (value, shown) => {
  expect(drawn(value)).toContain(`>${shown}</text>`)
})

it('is the same for the same board, and another for another', () => {
  expect(drawn('工事')).toBe(drawn('工事'))
  expect(drawn('工事')).not.toBe(signboardSvg([{ label: '工事名', value: '工事' }], { ...picture, corner: 'upper_right' }))
})
