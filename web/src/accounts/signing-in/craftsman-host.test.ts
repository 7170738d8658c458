import { expect, it } from 'vitest'
import { craftsmanHost } from './craftsman-host.ts'

it('is elsewhere on the host of a client alone', () => {
  const template = 'https://{client}.example.jp'
  expect(craftsmanHost(template, 'https://acme.example.jp')).toBe('https://www.example.jp')
  expect(craftsmanHost(template, 'https://www.example.jp')).toBeNull()
  expect(craftsmanHost(template, 'https://.example.jp')).toBeNull()
  expect(craftsmanHost(template, 'https://acme.example.com')).toBeNull()
  expect(craftsmanHost('https://works.example.jp', 'https://works.example.jp')).toBeNull()
  expect(craftsmanHost('http://{client}.localhost:3000', 'http://localhost:3000')).toBeNull()
})
