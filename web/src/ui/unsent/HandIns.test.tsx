// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { findHandIns, forgetWhereNothingIsLeft, type HandIn } from '../../platform/outbox/hand-in.ts'
import type { KeptRequest } from '../../platform/outbox/kept-requests.ts'
import { HandIns } from './HandIns.tsx'

vi.mock('../../platform/outbox/hand-in.ts', () => ({
  findHandIns: vi.fn<typeof findHandIns>(),
  forgetWhereNothingIsLeft: vi.fn<typeof forgetWhereNothingIsLeft>(),
}))

const Frame = ({ children }: { children: ReactNode }) => <div>{children}</div>
const Press = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button type="button" onClick={onClick}>
    {children}
  </button>
)
const completion = { id: 'done', title: '101号室　完了登録', place: 'グランドメゾン', kept_at: 0, file: null } as KeptRequest
const ended: HandIn = { account: '001/4/1', account_name: '職人1', account_ended: true, requests: [], left: [completion] }
const show = (drop?: (request: KeptRequest) => Promise<boolean>) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retryDelay: 0 } } })}>
      <HandIns own={[]} Frame={Frame} Press={Press} {...(drop === undefined ? {} : { drop })} />
    </QueryClientProvider>,
  )

afterEach(() => {
  cleanup()
  vi.mocked(findHandIns).mockReset()
})

it('names what nobody can send any more, and lets it go once the question is answered', async () => {
  vi.mocked(findHandIns).mockResolvedValue([ended])
  const drop = vi.fn<(request: KeptRequest) => Promise<boolean>>().mockResolvedValueOnce(false).mockResolvedValue(true)
  show(drop)
  expect(await screen.findByText(/グランドメゾン.101号室.完了登録（/)).toBeDefined()
  const press = async () => userEvent.click(screen.getByRole('button', { name: 'この端末から消す' }))
  await press()
  expect(screen.getByText(/次の1件は送信できません/)).toBeDefined()
  expect(forgetWhereNothingIsLeft).not.toHaveBeenCalled()
  await press()
  expect(screen.queryByText(/完了登録/)).toBeNull()
  expect(drop).toHaveBeenCalledTimes(2)
  expect(forgetWhereNothingIsLeft).toHaveBeenCalledWith(ended.account)
})

it('names nothing of it before anybody has signed in, and asks about photos alone', async () => {
  vi.mocked(findHandIns).mockResolvedValue([ended])
  const { container } = show()
  await vi.waitFor(() => expect(findHandIns).toHaveBeenCalledWith([], { photosAlone: true }))
  await vi.waitFor(() => expect(container.textContent).toBe(''))
})

it('says that it could not ask, and asks again', async () => {
  vi.mocked(findHandIns).mockRejectedValue(new Error('the line is down'))
  show(async () => true)
  expect((await screen.findByRole('alert')).textContent).toContain('確認できませんでした')
  vi.mocked(findHandIns).mockResolvedValue([ended])
  await userEvent.click(screen.getByRole('button', { name: 'もう一度確認する' }))
  expect(await screen.findByText(/次の1件は送信できません/)).toBeDefined()
})
