import type { Page } from '@playwright/test'
import { callAs, sessionOf } from './behind.ts'

/** Signs an account of the demo town in by the form (G-ACC-27) and waits for its home. */
export const signIn = async (page: Page, loginId: string, at = '/'): Promise<void> => {
  await page.goto(at)
  await page.getByLabel('ログインID').fill(loginId)
  await page.getByLabel('パスワード', { exact: true }).fill('Password1')
  await page.getByRole('button', { name: 'ログイン' }).click()
  await page.waitForURL(url => url.pathname !== at)
}

/** Where resident01 lives. */
export const residentRoom =
  '/residents/clients/00000001-0001-4001-8001-000000000001/constructions/00000002-0001-4001-8001-000000000001/rooms/00000003-0001-4001-8001-000000000001'

/**
 * Makes a browser somebody's of the demo town without going through the form; admins and operators have chosen the first company.
 * The page is nowhere yet: the journey begins with its own `goto`.
 */
export const enter = async (page: Page, person: string): Promise<void> => {
  if (person === 'guest') return
  if (person.startsWith('resident')) return signIn(page, person, `${residentRoom}/login`)
  const strategy = /^(admin|operator)/.exec(person)?.[0] ?? 'user'
  const chosen = strategy === 'user' ? {} : await (firstCompany ??= findFirstCompany())
  // One that other journeys pushed out is opened anew.
  await callAs(person, 'GET', '/users/me')
  const session = { ...(await sessionOf(person)), strategy, ...chosen }
  // Nothing of the application, and of its origin all the same.
  await page.goto('/api/configurations')
  await page.evaluate(`{
    localStorage.clear()
    sessionStorage.clear()
    for (const [name, value] of Object.entries(${JSON.stringify(session)})) localStorage.setItem(name, value)
  }`)
}

let firstCompany: Promise<Record<string, string>> | undefined
const findFirstCompany = async () => {
  const { clients } = await callAs<{ clients: { cd: string; name: string }[] }>('admin01', 'GET', '/clients')
  return { schema: '001', client_name: clients.find(({ cd }) => cd === '001')?.name ?? '' }
}
