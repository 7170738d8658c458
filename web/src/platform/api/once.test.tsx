// @vitest-environment happy-dom
import { onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { queryClient, useApiMutation } from './api.ts'
import { loadLocale } from '../i18n.ts'
import { toasts } from '../toast.ts'

const fetched = vi.fn<() => Promise<Response>>()
const Comment = () => {
  const add = useApiMutation('POST /api/comment_lists', { invalidates: [] })
  return (
    <>
      <button onClick={() => add.mutate({ body: { comment_list: { contents: '一' } } })}>一</button>
      <button onClick={() => add.mutate({ body: { comment_list: { contents: '二' } } })}>二</button>
    </>
  )
}
const show = () => {
  vi.stubGlobal('fetch', fetched)
  render(
    <QueryClientProvider client={queryClient}>
      <Comment />
    </QueryClientProvider>,
  )
}

beforeAll(() => loadLocale('ja'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  fetched.mockReset()
  onlineManager.setOnline(true)
  toasts.set([])
})

it('a double click is sent once, another wish at once, and the same again when it is done', async () => {
  const answers: (() => void)[] = []
  fetched.mockImplementation(() => new Promise(resolve => answers.push(() => resolve(Response.json({})))))
  show()
  const button = (name: string) => screen.getByRole('button', { name })
  await userEvent.dblClick(button('一'))
  expect(fetched).toHaveBeenCalledTimes(1)
  await userEvent.click(button('二'))
  expect(fetched).toHaveBeenCalledTimes(2)
  for (const answer of answers) answer()
  await waitFor(async () => {
    await userEvent.click(button('二'))
    expect(fetched).toHaveBeenCalledTimes(3)
  })
})

it('its functions stay the same, so that an effect that depends on them runs once', async () => {
  const Reading = () => {
    const { mutate, isSuccess } = useApiMutation('POST /api/comment_lists', { invalidates: [] })
    useEffect(() => mutate({ body: { comment_list: { contents: '一' } } }), [mutate])
    return isSuccess ? <p>済</p> : null
  }
  fetched.mockImplementation(() => Promise.resolve(Response.json({})))
  vi.stubGlobal('fetch', fetched)
  render(
    <QueryClientProvider client={queryClient}>
      <Reading />
    </QueryClientProvider>,
  )
  await screen.findByText('済')
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(fetched).toHaveBeenCalledTimes(1)
})

it('without a connection a write fails at once, says so and is not sent later', async () => {
  onlineManager.setOnline(false)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  show()
  await userEvent.click(screen.getByRole('button', { name: '一' }))
  await waitFor(() =>
    expect(toasts.get().map(({ lines }) => lines)).toEqual([['通信できませんでした。電波のよい場所でもう一度お試しください。']]),
  )
  expect(fetched).toHaveBeenCalledTimes(1)
  onlineManager.setOnline(true)
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(fetched).toHaveBeenCalledTimes(1)
})
