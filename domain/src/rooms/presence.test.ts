import { expect, it } from 'vitest'
import { needsConsent, presenceMethods, presenceProblems } from './presence.ts'

it('asks whoever is not at home to agree', () => {
  expect(presenceMethods.filter(needsConsent)).toEqual(['auxiliary_lock', 'key_custody', 'unattended'])
  expect(presenceProblems({ presence_method: 'key_custody' })).toEqual({ consent: ['に同意してください'] })
  expect(presenceProblems({ presence_method: 'key_custody', consent: true })).toBeNull()
})

it('wants name and telephone of a proxy, and of nobody else', () => {
  expect(presenceProblems({ presence_method: 'proxy' })).toEqual({
    proxy_name: ['を入力してください'],
    proxy_phone: ['を入力してください'],
  })
  expect(presenceProblems({ presence_method: 'proxy', proxy_name: '鈴木 花子', proxy_phone: '09012345678' })).toBeNull()
  expect(presenceProblems({ presence_method: 'self' })).toBeNull()
})
