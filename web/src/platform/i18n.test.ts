// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { loadLocale, locales, storeLocale, t } from './i18n.ts'

afterEach(() => vi.restoreAllMocks())

it('speaks Japanese only', () => expect(locales).toEqual(['ja']))

it('a text without its language file stands for itself', async () => {
  // Other tests of this process may have loaded the file already.
  vi.resetModules()
  expect((await import('./i18n.ts')).t('error.home')).toBe('error.home')
})

it('a missing language file is a warning', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect(await loadLocale('xx')).toBe(false)
  expect(warn).toHaveBeenCalledOnce()
})

it('a failed language file is an error in the console, and nothing more', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(await loadLocale('ja', { './locales/ja.ts': () => Promise.reject(new Error('offline')) })).toBe(false)
  expect(error).toHaveBeenCalledOnce()
})

it('fills the places of a text', async () => {
  expect(await loadLocale('ja')).toBe(true)
  expect(t('app.title', { page: '物件一覧', app: 'トグチ' })).toBe('物件一覧 | トグチ')
})

it('remembers the locale for 365 days', () => {
  const cookie = vi.spyOn(document, 'cookie', 'set')
  storeLocale('ja')
  expect(cookie).toHaveBeenCalledExactlyOnceWith('i18n_redirected=ja; Max-Age=31536000; Path=/; SameSite=Lax')
  expect(document.documentElement.lang).toBe('ja')
})
