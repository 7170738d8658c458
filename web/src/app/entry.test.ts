// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadLocale } from '../platform/i18n.ts'
import { chooseClient } from '../platform/session/credentials.ts'
import { goOnAs } from '../platform/session/session.ts'
import { toasts } from '../platform/toast.ts'
import { clientChosen } from './entry.ts'

beforeAll(() => loadLocale('ja'))
afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  toasts.set([])
})

/** Where somebody is sent who opens an address inside a company; null: nowhere else. */
const sentTo = async (address: string, role_id: 1 | 3 | 5): Promise<string | null> => {
  goOnAs({ id: 1, role_id, name: '名前' })
  type Arguments = Parameters<typeof clientChosen>
  const visit = { request: new Request(`http://www.localhost${address}`) } as Arguments[0]
  try {
    await clientChosen(visit, () => Promise.resolve(undefined))
    return null
  } catch (error) {
    if (error instanceof Response) return error.headers.get('location')
    throw error
  }
}

it.each([1, 5] as const)('role %i without a chosen company chooses one first, and goes on to the page that was asked for', async role => {
  expect(await sentTo('/constructions/3?tab=rooms&page=2', role)).toBe('/admins/top?redirect=%2Fconstructions%2F3%3Ftab%3Drooms%26page%3D2')
  // The words of R6-SCHEMA-02, of something that has not failed.
  expect(toasts.get().map(({ kind, lines }) => [kind, ...lines])).toEqual([['info', '企業が選択されていません。']])
})

it('says nothing on the way to the desk, which stands where the company is chosen', async () => {
  expect(await sentTo('/desk?keyword=612', 5)).toBe('/admins/top?redirect=%2Fdesk%3Fkeyword%3D612')
  expect(toasts.get()).toEqual([])
})

it('lets in who has chosen one, and who needs none', async () => {
  expect(await sentTo('/constructions', 3)).toBeNull()
  chooseClient({ cd: '001', name: '青葉設備', logo_path: null })
  expect(await sentTo('/constructions', 5)).toBeNull()
})
