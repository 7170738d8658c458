import { expect, test } from 'vitest'
import { confirmationProblem, passwordProblem } from './password.ts'

const weak = 'は8文字以上で、英字と数字を含めてください'
test.each([
  ['Password1', null],
  ['abcdefg1', null],
  ['a1ああああああ', null],
  [`a1${'x'.repeat(70)}`, null],
  [`a1${'x'.repeat(71)}`, 'は72文字以内で入力してください'],
  ['abcdef1', weak],
  ['abcdefgh', weak],
  ['12345678', weak],
  ['１２３４５６７８ａ', weak],
  ['', weak],
])('%s: %s', (password, problem) => expect(passwordProblem(password)).toBe(problem))

test('the confirmation must be the same', () => {
  expect(confirmationProblem('Password1', 'Password1')).toBeNull()
  expect(confirmationProblem('Password1', 'password1')).toBe('とパスワードの入力が一致しません')
})
