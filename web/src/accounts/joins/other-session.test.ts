// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { heldSession, joinOther, openOtherSession } from './other-session.ts'

const sent: { path: string; token: string | null }[] = []
const answer = (token: string) =>
  new Response(JSON.stringify({ data: { role_id: 4, client: { cd: '900', name: '三社' } } }), {
    headers: { 'access-token': token, client: 'c', uid: 'u', 'token-type': 'Bearer' },
  })

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
  sent.length = 0
})

it('holds the session of a spent link for this tab, with its newest token, until it has joined', async () => {
  vi.stubGlobal('fetch', (url: string, { headers }: { headers: Record<string, string> }) => {
    sent.push({ path: url, token: headers['access-token'] ?? null })
    return Promise.resolve(answer(`t${sent.length}`))
  })
  await openOtherSession('001', 'POST /api/craftsman_links/:token/session', { params: { token: 'link' } }, 'link')
  // The page is loaded anew.
  const held = heldSession('link')
  expect(held?.client).toEqual({ cd: '900', name: '三社' })
  expect(heldSession('another link')).toBeNull()
  await joinOther(held!, 'join', '123456')
  expect(sent.slice(0, 3)).toEqual([
    { path: '/api/craftsman_links/link/session', token: null },
    { path: '/api/users/me/joined_accounts', token: 't1' },
    { path: '/api/auth/sign_out', token: 't2' },
  ])
  expect(heldSession('link')).toBeNull()
})
