// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type ChoiceProps, Choice } from '../fields/Choice.tsx'

// The field waits for it; its first reading takes as long as it takes.
beforeAll(() => import('./SearchableSelect.tsx'))
afterEach(cleanup)

const options = Array.from({ length: 20 }, (_, at) => ({ value: at, label: `会社${at + 1}` }))
const submit = vi.fn()

const Page = ({
  first = null,
  passedOn,
  ...props
}: Partial<ChoiceProps> & { first?: number | null; passedOn?: (value: unknown) => void }) => {
  const [value, setValue] = useState<string | number | null>(first)
  return (
    <form onSubmit={event => submit(event.preventDefault())}>
      <label htmlFor="company">会社</label>
      <Choice
        {...props}
        input={{ id: 'company', name: 'construction[company_id]' }}
        value={value}
        options={options}
        onChoose={passedOn ?? setValue}
      />
      <output>{String(value)}</output>
      <button type="submit">保存</button>
    </form>
  )
}

const show = async (props: Parameters<typeof Page>[0] = {}) => {
  submit.mockClear()
  render(<Page {...props} />)
  await vi.waitFor(() => expect(screen.getByLabelText('会社').tagName).toBe('INPUT'))
  return screen.getByLabelText<HTMLInputElement>('会社')
}
const offered = () => screen.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)
const chosen = () => document.querySelector('output')?.textContent

it('a long list is narrowed by typing and chosen from by keyboard, without sending the form', async () => {
  const field = await show()
  expect(field.name).toBe('construction[company_id]')
  await userEvent.type(field, '会社1')
  expect(offered()).toEqual(['会社1', ...options.slice(9, 19).map(({ label }) => label)])
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect([field.value, chosen()]).toEqual(['会社10', '9'])
  await userEvent.keyboard('{Enter}')
  expect(submit).not.toHaveBeenCalled()
})

it('says so when nothing fits, and forgets what was typed when it is left', async () => {
  const field = await show({ first: 4 })
  await userEvent.clear(field)
  await userEvent.type(field, '商会')
  expect(screen.getByText('該当なし')).toBeTruthy()
  await userEvent.tab()
  expect([field.value, chosen()]).toEqual(['会社5', '4'])
})

it('keeps a choice that has to be made when the text is emptied, and takes it back where none is allowed', async () => {
  const kept = await show({ first: 4 })
  await userEvent.clear(kept)
  await userEvent.tab()
  expect([kept.value, chosen()]).toEqual(['会社5', '4'])
  cleanup()
  const freed = await show({ first: 4, clearable: true })
  await userEvent.clear(freed)
  expect(chosen()).toBe('null')
})

it('keeps the choice at Escape, which goes on to what stands around the field', async () => {
  const field = await show({ first: 4, clearable: true })
  const around = vi.fn()
  document.addEventListener('keydown', around)
  field.focus()
  await userEvent.keyboard('{Escape}')
  document.removeEventListener('keydown', around)
  expect([field.value, chosen(), around.mock.calls.length]).toEqual(['会社5', '4', 1])
})

it('stays empty where a choice is passed on at once', async () => {
  const passedOn = vi.fn()
  const field = await show({ passedOn })
  await userEvent.type(field, '会社20')
  await userEvent.keyboard('{Enter}')
  expect(passedOn).toHaveBeenCalledWith(19)
  expect(field.value).toBe('')
})

it('leaves what is being composed to the input method: neither narrowed nor chosen by its Enter', async () => {
  const field = await show()
  await userEvent.click(field)
  fireEvent.compositionStart(field)
  fireEvent.change(field, { target: { value: 'かいしゃ' } })
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229, which: 229, isComposing: true })
  expect([field.value, chosen(), offered().length]).toEqual(['かいしゃ', 'null', 20])
  field.value = '会社20'
  fireEvent.compositionEnd(field, { data: '会社20' })
  await vi.waitFor(() => expect(offered()).toEqual(['会社20']))
})
