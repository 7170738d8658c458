// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { firstPaints } from './first-paint.tsx'

it('leads nowhere that only the address of the page knows', async () => {
  const ways = (await firstPaints()).flatMap(({ markup }) => [...markup.matchAll(/ href="([^"]*)"/g)].map(([, way]) => way))
  expect(ways.length).toBeGreaterThan(10)
  expect(new Set(ways)).toEqual(new Set(['/', '/login_link', '/login_id_reminder', '/password_reminder', '/legal_notice']))
})
