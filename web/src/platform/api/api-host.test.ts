import { expect, it } from 'vitest'
import { clientCode, destination } from './api-host.ts'

const staff = { role_id: 3, client: { cd: '001' } }
const hosts = { template: 'http://{client}.localhost:3000', origin: 'http://www.localhost:3000' }

it.each([
  [null, '002', 'www'],
  [{ role_id: 1 }, '002', '002'],
  [{ role_id: 5 }, '002', '002'],
  [{ role_id: 1 }, null, 'www'],
  [staff, '002', '001'],
  [{ role_id: 6, client: { cd: '900' } }, null, '900'],
  [{ role_id: 3, client: null }, null, 'www'],
])('the client code of %o with %s chosen is %s', (user, chosen, code) => expect(clientCode(user, chosen)).toBe(code))

it.each([
  ['/api/buildings', staff, null, 'http://001.localhost:3000'],
  ['/api/auth/sign_in', null, null, 'http://www.localhost:3000'],
  ['/api/buildings', { role_id: 5 }, '002', 'http://002.localhost:3000'],
  ['/api/chatbot_histories', staff, null, 'http://www.localhost:3000'],
  ['/gateway/chatbot/messages', staff, null, 'http://www.localhost:3000'],
])('%s goes to the host of the client, chatbot and gateway to www', (path, user, chosen, base) => {
  expect(destination(path, user, chosen, hosts)).toEqual({ base, code: null })
})

it.each(['/api/call_center', '/api/legal_notice', '/api/legal_texts/terms', '/api/legal_texts/privacy_policy', '/api/current_legal_texts'])(
  '%s asks a guest’s own host, whose company published it, and for who is signed in their company’s',
  path => {
    const own = { ...hosts, origin: 'http://900.localhost:3000' }
    expect(destination(path, null, null, own)).toEqual({ base: '', code: null })
    expect(destination(path, staff, null, own)).toEqual({ base: 'http://001.localhost:3000', code: null })
  },
)

it.each([
  ['http://localhost:3000', 'http://{client}.localhost:3000'],
  ['http://192.168.0.5:3000', 'http://{client}.localhost:3000'],
  ['http://a.b.localhost:3000', 'http://{client}.localhost:3000'],
  ['http://www.localhost:3000', ''],
  ['http://www.localhost:3000', 'http://localhost:3000'],
])('a page on %s with the template %j stays on its own origin', (origin, template) => {
  expect(destination('/api/buildings', staff, null, { template, origin })).toEqual({ base: '', code: null })
  expect(destination('/api/buildings', { role_id: 1 }, '002', { template, origin })).toEqual({ base: '', code: '002' })
  expect(destination('/api/clients', { role_id: 1 }, null, { template, origin })).toEqual({ base: '', code: null })
})
