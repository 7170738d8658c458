// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLayoutEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { inRouter } from '../../../../test/in-router.tsx'
import { ApiError } from '../../../platform/api/request.ts'
import { Button } from '../Button.tsx'
import { Card } from '../Card.tsx'
import { Choices } from './Choices.tsx'
import { Dialog } from '../Dialog.tsx'
import { Field } from './Field.tsx'
import { CheckField } from './CheckField.tsx'
import { notSent, PlainForm, useSending } from './PlainForm.tsx'
import { forgetTyped } from '../../../platform/typed.ts'
import { TextareaField } from './TextareaField.tsx'
import { setReader } from '../Read.tsx'

afterEach(() => {
  cleanup()
  setReader(null)
})
const show = (onSubmit: (values: Readonly<Record<string, string>>) => Promise<unknown>) =>
  render(
    <PlainForm onSubmit={onSubmit}>
      <Field name="login_id" label="ログインID" />
      <Field name="password" label="パスワード" type="password" />
      <Button type="submit">送信する</Button>
    </PlainForm>,
  )

it('gives every value, and shows what was wrong where it was wrong', async () => {
  const sent = vi.fn<(values: Readonly<Record<string, string>>) => Promise<unknown>>()
  sent.mockRejectedValue(
    new ApiError(422, {
      errors: {
        password: ['は8文字以上で、英字と数字を含めてください'],
        full_messages: ['パスワードは8文字以上で、英字と数字を含めてください'],
      },
    }),
  )
  show(sent)
  await userEvent.type(screen.getByLabelText('ログインID'), 'staff01')
  await userEvent.type(screen.getByLabelText('パスワード'), 'short')
  await userEvent.click(screen.getByText('送信する'))
  expect(sent).toHaveBeenCalledExactlyOnceWith({ login_id: 'staff01', password: 'short' })
  expect(screen.getByTestId('field-error').textContent).toBe('パスワードは8文字以上で、英字と数字を含めてください')
  expect(document.activeElement).toBe(screen.getByLabelText('パスワード'))
  expect(screen.getByLabelText<HTMLInputElement>('パスワード').value).toBe('short')
  await userEvent.type(screen.getByLabelText('パスワード'), 'x')
  expect(screen.queryByTestId('field-error')).toBeNull()
})

describe('a form that leads on', () => {
  /** Whether the button was open, at each picture since it was pressed. */
  let pictures: boolean[] = []
  const Watched = ({ to }: { to: string | null }) => {
    const navigate = useNavigate()
    const isSending = useSending()
    useLayoutEffect(() => void pictures.push(!isSending))
    return (
      <>
        <Button type="submit">送信する</Button>
        <Button onClick={() => void navigate('/?again')}>別の操作</Button>
        <p>{to}</p>
      </>
    )
  }
  const Going = ({ to }: { to: string | null }) => {
    const navigate = useNavigate()
    return (
      <PlainForm onSubmit={async () => to !== null && navigate(to)}>
        <Watched to={to} />
      </PlainForm>
    )
  }
  const press = async () => {
    pictures = []
    await userEvent.click(screen.getByText('送信する'))
  }
  const isOpen = () => !screen.getByText<HTMLButtonElement>('送信する').disabled

  it.each([
    ['at once', undefined],
    ['after a question', () => new Promise<null>(done => void setTimeout(() => done(null), 30))],
  ])('is closed until the page that follows stands in its place, which comes %s', async (_, loader) => {
    const next = { path: '/next', element: <p>次のページ</p>, ...(loader === undefined ? {} : { loader }) }
    render(<Going to="/next" />, { wrapper: inRouter([next]) })
    await press()
    expect(await screen.findByText('次のページ')).toBeDefined()
    expect(new Set(pictures)).toEqual(new Set([false]))
  })

  it('is open again where it stays, whatever is opened afterwards', async () => {
    render(<Going to={null} />, { wrapper: inRouter() })
    await press()
    await vi.waitFor(() => expect(isOpen()).toBe(true))
    pictures = []
    await userEvent.click(screen.getByText('別の操作'))
    expect(pictures).not.toContain(false)
    expect(isOpen()).toBe(true)
  })
})

it('shows errors that belong to no field above the form', async () => {
  show(() => Promise.reject(new ApiError(401, { errors: ['ログイン用の認証情報が正しくありません。再度お試しください。'] })))
  await userEvent.click(screen.getByText('送信する'))
  expect(screen.getByRole('alert').textContent).toBe('ログイン用の認証情報が正しくありません。再度お試しください。')
})

it('lets a password be looked at', async () => {
  show(() => Promise.resolve())
  await userEvent.click(screen.getByRole('button', { name: 'パスワードを表示' }))
  expect(screen.getByLabelText('パスワード').getAttribute('type')).toBe('text')
})

it('shows above itself what names a field that it does not have', async () => {
  show(() =>
    Promise.reject(
      new ApiError(422, {
        errors: {
          login_id: ['は使用できません'],
          constructions_options: ['はすでに申し込まれています'],
          full_messages: ['ログインIDは使用できません', 'オプションはすでに申し込まれています'],
        },
      }),
    ),
  )
  await userEvent.click(screen.getByText('送信する'))
  expect(screen.getAllByRole('alert').map(alert => alert.textContent)).toEqual([
    'ログインIDは使用できませんオプションはすでに申し込まれています',
    'ログインIDは使用できません',
  ])
})

it('gives a text the name of its field unless it is a sentence of its own', async () => {
  show(() =>
    Promise.reject(new ApiError(422, { errors: { login_id: ['とほかの欄が一致しません', '別の人が使っています。'], full_messages: [] } })),
  )
  await userEvent.click(screen.getByText('送信する'))
  expect(screen.getAllByTestId('field-error').map(error => error.textContent)).toEqual([
    'ログインIDとほかの欄が一致しません',
    '別の人が使っています。',
  ])
})

it('leads to the first choice of a group that was left out', async () => {
  render(
    <PlainForm onSubmit={() => Promise.reject(new ApiError(422, { errors: { way: ['を選択してください'], full_messages: [] } }))}>
      <Choices
        name="way"
        label="方法"
        options={[
          { value: 'none', label: '不可', disabled: true },
          { value: 'one', label: '一つ目' },
        ]}
      />
      <Button type="submit">送信する</Button>
    </PlainForm>,
  )
  await userEvent.click(screen.getByText('送信する'))
  expect(document.activeElement).toBe(screen.getByLabelText('一つ目'))
  expect(screen.getByRole('alert').textContent).toBe('方法を選択してください')
})

it('keeps what is typed when somebody chooses another way to read', async () => {
  const page = (more: boolean) => (
    <Card>
      {more ? <p>お知らせ</p> : null}
      <PlainForm onSubmit={() => Promise.resolve()}>
        <p>{'次の'}方</p>
        <div>
          <Field name="login_id" label="ログインID" />
          <Choices name="way" label="方法" options={[{ value: 'one', label: '一つ目' }]} />
        </div>
      </PlainForm>
    </Card>
  )
  const { rerender } = render(page(true))
  const typed = () => screen.getByRole<HTMLInputElement>('textbox').value
  await userEvent.type(screen.getByRole('textbox'), 'haru')
  await userEvent.click(screen.getByRole('radio'))
  act(() => setReader(text => [{ base: text, reading: 'よみ' }]))
  expect(document.querySelector('ruby')).not.toBeNull()
  expect(typed()).toBe('haru')
  rerender(page(false))
  act(() => setReader(null))
  expect(document.querySelector('ruby')).toBeNull()
  expect(typed()).toBe('haru')
  expect(screen.getByRole<HTMLInputElement>('radio').checked).toBe(true)
})

it('gives the focus back to what opened a dialog', () => {
  const page = (open: boolean) => (
    <>
      <Button>開く</Button>
      {open ? (
        <Dialog title="よろしいですか？" actions={<Button>はい</Button>} onClose={() => {}}>
          <p>確認</p>
        </Dialog>
      ) : null}
    </>
  )
  const { rerender } = render(page(false))
  const opener = screen.getByRole('button', { name: '開く' })
  opener.focus()
  rerender(page(true))
  screen.getByText('はい').focus()
  rerender(page(false))
  expect(document.activeElement).toBe(opener)
})

it('a choice that stands there already is made by pressing it', async () => {
  const chosen = vi.fn()
  render(
    <PlainForm onSubmit={() => Promise.resolve()}>
      <Choices name="gender" label="性別" options={[{ value: 'male', label: '男性' }]} defaultValue="male" onChange={chosen} />
    </PlainForm>,
  )
  await userEvent.click(screen.getByText('男性'))
  expect(chosen).toHaveBeenCalledWith('male')
})

describe('what was typed and not sent', () => {
  beforeEach(() => sessionStorage.clear())
  const WithChoice = ({ onSubmit }: { onSubmit: () => Promise<unknown> }) => {
    const [method, setMethod] = useState('')
    return (
      <PlainForm keepAs="visit" onSubmit={onSubmit}>
        <Choices
          name="method"
          label="方法"
          options={[
            { value: 'self', label: '本人' },
            { value: 'proxy', label: '代理' },
          ]}
          onChange={setMethod}
        />
        {method === 'proxy' ? <Field name="proxy_name" label="代理の方" defaultValue="" /> : null}
        <TextareaField name="note" label="備考" maxLength={100} />
        <CheckField name="agreement" label="同意" defaultChecked>
          同意する
        </CheckField>
        <Field name="password" label="パスワード" type="password" />
        <Field name="account_number" label="口座番号" secret />
        <Button type="submit">送信する</Button>
      </PlainForm>
    )
  }
  const again = (onSubmit = () => Promise.resolve<unknown>(null)) => {
    cleanup()
    render(<WithChoice onSubmit={onSubmit} />)
  }
  const type = async () => {
    await userEvent.click(screen.getByLabelText('代理'))
    await userEvent.type(screen.getByLabelText('代理の方'), '佐藤 花')
    await userEvent.type(screen.getByLabelText('備考'), '夜は不在')
    await userEvent.click(screen.getByLabelText('同意する'))
    await userEvent.type(screen.getByLabelText('パスワード'), 'secret123')
    await userEvent.type(screen.getByLabelText('口座番号'), '7654321')
  }

  it('stands there again when the page comes back, choices and what belongs to them too', async () => {
    again()
    await type()
    again()
    expect(screen.getByLabelText<HTMLInputElement>('代理の方').value).toBe('佐藤 花')
    expect(screen.getByLabelText<HTMLTextAreaElement>('備考').value).toBe('夜は不在')
    expect(screen.getByLabelText<HTMLInputElement>('同意する').checked).toBe(false)
  })

  it('keeps no secrets, shown or not', async () => {
    again()
    await userEvent.click(screen.getByRole('button', { name: 'パスワードを表示' }))
    await type()
    expect(JSON.stringify(Object.keys(sessionStorage).map(key => sessionStorage.getItem(key)))).not.toMatch(/secret123|7654321/)
    again()
    expect(screen.getByLabelText<HTMLInputElement>('パスワード').value).toBe('')
  })

  it('is gone once it was sent, and stays while it was only read over or refused', async () => {
    again(() => Promise.resolve(notSent))
    await type()
    await userEvent.click(screen.getByText('送信する'))
    again(() => Promise.reject(new ApiError(422, { errors: ['だめです'] })))
    await userEvent.click(screen.getByText('送信する'))
    again()
    expect(screen.getByLabelText<HTMLTextAreaElement>('備考').value).toBe('夜は不在')
    await userEvent.click(screen.getByText('送信する'))
    again()
    expect(screen.getByLabelText<HTMLTextAreaElement>('備考').value).toBe('')
  })

  it('is nobody else’s, and nothing is left of it after the session', async () => {
    localStorage.setItem('uid', 'mother')
    again()
    await type()
    localStorage.setItem('uid', 'neighbour')
    again()
    expect(screen.getByLabelText<HTMLTextAreaElement>('備考').value).toBe('')
    forgetTyped()
    localStorage.setItem('uid', 'mother')
    again()
    expect(screen.getByLabelText<HTMLTextAreaElement>('備考').value).toBe('')
  })
})
