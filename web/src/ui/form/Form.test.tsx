// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { CheckField } from './fields/CheckField.tsx'
import { DateField } from './fields/DateField.tsx'
import { fieldKey, railsName, type Refusal } from './field-errors.ts'
import { Form } from './Form.tsx'
import { MoneyField } from './fields/MoneyField.tsx'
import { defaultMinimum, NumberField } from './fields/NumberField.tsx'
import { RadioField } from './fields/RadioField.tsx'
import { SelectField } from './fields/SelectField.tsx'
import { TextField } from './fields/TextField.tsx'
import { TimeField } from './fields/TimeField.tsx'

const values = {
  name: '旧名',
  minutes: 20 as number | null,
  price: 1_000 as number | null,
  supplier_id: null as number | null,
  day: null as string | null,
  time: null as string | null,
  kind: 'renewal',
  board: true,
  supplier_staffs_attributes: [{ name: '佐藤' }, { name: '' }],
}

// The field waits for it; its first reading takes as long as it takes.
beforeAll(() => import('../calendar/CalendarPopover.tsx'))
afterEach(cleanup)
let refuse: (refusal: Refusal) => void = () => {}
const show = (onSubmit: (sent: typeof values) => void = () => {}) => {
  const Page = () => {
    const form = useForm({ defaultValues: values })
    const [error, setError] = useState<Refusal | null>(null)
    refuse = setError
    return (
      <Form form={form} resource="construction" error={error} onSubmit={onSubmit}>
        <TextField name="name" label="工事名" required />
        <NumberField name="minutes" label="作業時間" unit="分" />
        <MoneyField name="price" label="価格" />
        <SelectField name="supplier_id" label="取引先" options={[{ value: 7, label: '青葉管理' }]} />
        <DateField name="day" label="締切日" today="2026-11-21" />
        <TimeField name="time" label="時刻" />
        <RadioField
          name="kind"
          label="種別"
          options={[
            { value: 'renewal', label: 'リニューアル' },
            { value: 'inspection', label: '点検' },
          ]}
        />
        <CheckField name="board" label="黒板を使う" />
        <TextField name="supplier_staffs_attributes.1.name" label="担当者名" />
        <button type="submit">保存</button>
      </Form>
    )
  }
  const router = createMemoryRouter([
    { path: '/', element: <Page /> },
    { path: '/elsewhere', element: <p>別の画面</p> },
  ])
  render(<RouterProvider router={router} />)
  return router
}

it('one spelling for the fields of form and server', () => {
  expect(fieldKey('supplier_staffs[0].name')).toBe(fieldKey('supplier_staffs_attributes.0.name'))
  expect(fieldKey('a[0].b[12].c')).toBe('a.0.b.12.c')
  expect(railsName('supplier', 'supplier_staffs_attributes.0.name')).toBe('supplier[supplier_staffs_attributes][0][name]')
  expect(railsName('building', 'name')).toBe('building[name]')
  expect(railsName(undefined, 'login_id')).toBe('login_id')
})

it('a day is picked from a calendar, which Escape closes without a choice', async () => {
  show()
  const opener = screen.getByRole('button', { name: '締切日をカレンダーから選ぶ' })
  await userEvent.click(opener)
  await screen.findByText('2026年11月')
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement === opener).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '締切日' }).value).toBe('')
  await userEvent.click(opener)
  await userEvent.click(await screen.findByRole('button', { name: /^11月25日/, hidden: true }))
  expect(document.activeElement === opener).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '締切日' }).value).toBe('2026/11/25(水)')
})

it('inputs carry Rails names and the mark of required fields', () => {
  show()
  expect(screen.getByLabelText(/工事名/).getAttribute('name')).toBe('construction[name]')
  expect(screen.getAllByTestId('required-mark')).toHaveLength(1)
})

describe('errors of the server', () => {
  const refusal: Refusal = {
    fields: { 'supplier_staffs[1].name': ['を入力してください'], name: ['はすでに存在します'] },
    fullMessages: ['担当者名を入力してください', '工事名はすでに存在します'],
  }

  it('stand directly under their fields, and the first one in the form is focused', () => {
    show()
    act(() => refuse(refusal))
    const name = screen.getByLabelText(/工事名/)
    expect(name.getAttribute('aria-invalid')).toBe('true')
    expect(name.nextElementSibling?.textContent).toBe('工事名はすでに存在します')
    expect(document.activeElement).toBe(name)
    expect(screen.getAllByTestId('field-error').map(({ textContent }) => textContent)).toEqual([
      '工事名はすでに存在します',
      '担当者名を入力してください',
    ])
  })

  it('vanish when their field is edited, and come back with the next answer', async () => {
    show()
    act(() => refuse(refusal))
    await userEvent.type(screen.getByLabelText(/工事名/), 'x')
    expect(screen.getAllByTestId('field-error').map(({ textContent }) => textContent)).toEqual(['担当者名を入力してください'])
    act(() => refuse({ ...refusal }))
    expect(screen.getAllByTestId('field-error')).toHaveLength(2)
  })

  it('of no field of this form stand above it', () => {
    show()
    act(() => refuse({ fields: { base: ['x'] }, fullMessages: ['工事が完了しているため変更できません。'] }))
    expect(screen.getByRole('alert').textContent).toContain('工事が完了しているため変更できません。')
  })
})

it('sends what was typed, each in its own kind', async () => {
  const sent = vi.fn()
  show(sent)
  await userEvent.clear(screen.getByLabelText('作業時間'))
  await userEvent.clear(screen.getByLabelText('価格'))
  await userEvent.type(screen.getByLabelText('価格'), '1,2a3円')
  await userEvent.selectOptions(screen.getByLabelText('取引先'), '青葉管理')
  await userEvent.type(screen.getByLabelText('締切日'), '１１/２５')
  await userEvent.click(screen.getByLabelText('点検'))
  await userEvent.click(screen.getByLabelText('黒板を使う'))
  await userEvent.click(screen.getByText('保存'))
  expect(sent.mock.lastCall?.[0]).toEqual({
    ...values,
    minutes: null,
    price: 123,
    supplier_id: 7,
    day: '2026-11-25',
    kind: 'inspection',
    board: false,
  })
  expect(screen.getByLabelText<HTMLInputElement>('締切日').value).toBe('2026/11/25(水)')
})

it('says when a date cannot be read, and keeps what was typed', async () => {
  show()
  await userEvent.type(screen.getByLabelText('締切日'), '2026/2/30')
  await userEvent.tab()
  expect(screen.getByTestId('field-error').textContent).toBe('締切日の形式が正しくありません')
  expect(screen.getByLabelText<HTMLInputElement>('締切日').value).toBe('2026/2/30')
  // It goes with the first key: were it to go on leaving, the button below would move away from under the press.
  await userEvent.type(screen.getByLabelText('締切日'), '{Backspace}')
  expect(screen.queryByTestId('field-error')).toBeNull()
})

it('holds a form back while a date in it cannot be read', async () => {
  const onSubmit = vi.fn<(sent: typeof values) => void>()
  show(onSubmit)
  const day = screen.getByLabelText('締切日')
  await userEvent.type(day, 'あした')
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  expect(onSubmit).not.toHaveBeenCalled()
  await userEvent.clear(day)
  await userEvent.type(day, '2026/12/1')
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  expect(onSubmit.mock.calls[0]![0]).toMatchObject({ day: '2026-12-01' })
})

it('numbers begin at 1 unless a field says otherwise', () => {
  show()
  expect(defaultMinimum).toBe(1)
  expect(screen.getByLabelText('作業時間').getAttribute('min')).toBe('1')
})

it('a price below zero is refused and stays as it was typed, until it is mended', async () => {
  const sent = vi.fn()
  show(sent)
  const price = screen.getByLabelText<HTMLInputElement>('価格')
  await userEvent.clear(price)
  await userEvent.type(price, '−500')
  expect(price.value).toBe('−500')
  expect(screen.getByTestId('field-error').textContent).toBe('価格は0円以上で入力してください')
  expect(price.getAttribute('aria-invalid')).toBe('true')
  await userEvent.click(screen.getByText('保存'))
  expect(sent).not.toHaveBeenCalled()
  await userEvent.clear(price)
  await userEvent.type(price, '１，５００円')
  expect(screen.queryByTestId('field-error')).toBeNull()
  await userEvent.click(screen.getByText('保存'))
  expect(sent.mock.lastCall?.[0]).toMatchObject({ price: 1_500 })
})

describe('a text with an end', () => {
  const LimitedPage = () => {
    const form = useForm({ defaultValues: { name: '' } })
    return (
      <Form form={form} error={null} onSubmit={() => {}}>
        <TextField name="name" label="名称" maxLength={10} />
      </Form>
    )
  }
  it('counts when it is nearly full, and says that a paste was cut', async () => {
    render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <LimitedPage /> }])} />)
    const name = screen.getByLabelText('名称')
    const said = () => (name.getAttribute('aria-describedby') ?? '').split(' ').map(id => document.getElementById(id)?.textContent)
    await userEvent.type(name, 'あいうえおかき')
    expect(said()).toEqual([''])
    await userEvent.type(name, 'く')
    expect(said()).toEqual(['8 / 10文字'])
    await userEvent.paste('けこさしす')
    expect(said()).toEqual(['10 / 10文字'])
    expect(screen.getByRole('alert').textContent).toBe('10文字を超えた部分は入力されませんでした。')
    await userEvent.type(name, '{Backspace}')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(said()).toEqual(['9 / 10文字'])
  })
})

describe('leaving with unsaved changes', () => {
  it('asks first', async () => {
    const router = show()
    await userEvent.type(screen.getByLabelText(/工事名/), 'x')
    await act(() => router.navigate('/elsewhere'))
    expect(router.state.location.pathname).toBe('/')
    await userEvent.click(await screen.findByText('保存せずに離れる'))
    expect(router.state.location.pathname).toBe('/elsewhere')
  })

  it('does not ask after the form was sent', async () => {
    const router = show()
    await userEvent.type(screen.getByLabelText(/工事名/), 'x')
    await userEvent.click(screen.getByText('保存'))
    await act(() => router.navigate('/elsewhere'))
    expect(router.state.location.pathname).toBe('/elsewhere')
  })
})

it('says of what somebody else has deleted that everything typed is still there, and takes the focus that was lost', () => {
  show()
  act(() => refuse({ status: 404, fields: {}, fullMessages: ['見つかりません。'] }))
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toContain('入力した内容は残っています。')
  expect(document.activeElement).toBe(alert)
})
