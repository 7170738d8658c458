import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mistypedSettings } from './mistyped-settings.ts'

/** What an installation may be told, as deploy/example.env offers it to be taken in. */
const offered = [
  ...readFileSync(new URL('../../../../deploy/example.env', import.meta.url), 'utf8').matchAll(/^#([A-Z][A-Z\d_]+)=/gm),
].flatMap(([, name]) => name ?? [])

it('knows every setting that is offered, and whichever has a letter too many', () => {
  expect(offered.length).toBeGreaterThan(30)
  const unknown = offered.filter(name => mistypedSettings({ [`${name}X`]: 'set' }).every(line => !line.includes(`${name} の書き間違い`)))
  expect(unknown).toEqual([])
  expect(mistypedSettings(Object.fromEntries(offered.map(name => [name, 'set'])))).toEqual([])
})

it('knows a long name in the singular', () => {
  expect(mistypedSettings({ TRUSTED_PROXY: '10.0.0.1' })).toEqual([expect.stringContaining('TRUSTED_PROXIES の書き間違い')])
  expect(mistypedSettings({ HTTPS_PROXY: 'http://proxy', PGPASSWORD: 'x', DATABASE_HOST: 'db', S3_KEY: 'x' })).toEqual([])
})
