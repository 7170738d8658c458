import { expect, it } from 'vitest'
import { hashPassword, passwordMatches } from '../../platform/secrets.ts'
import { firstPasswords } from './register-users.ts'

it('makes many first passwords without keeping those who sign in meanwhile', async () => {
  const order: string[] = []
  const many = firstPasswords(12).then(passwords => {
    order.push('passwords')
    return passwords
  })
  await Promise.all([1, 2].map(() => hashPassword('Password1').then(() => order.push('sign-in'))))
  const passwords = await many
  expect(order).toEqual(['sign-in', 'sign-in', 'passwords'])
  expect(new Set(passwords.map(({ text }) => text)).size).toBe(12)
  expect(await passwordMatches(passwords[11]?.text ?? '', passwords[11]?.digest ?? null)).toBe(true)
})
