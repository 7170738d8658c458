// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../platform/api/request.ts'
import { type LargeNumber, PaperPages } from './PaperPages.tsx'

/** What a browser tells of the pages that come into view: here each when the test says so. */
const watched = new Map<Element, (isIntersecting: boolean) => void>()
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      #told: (entries: { isIntersecting: boolean }[]) => void
      constructor(told: (entries: { isIntersecting: boolean }[]) => void) {
        this.#told = told
      }
      observe = (element: Element) => void watched.set(element, isIntersecting => this.#told([{ isIntersecting }]))
      disconnect = () => {}
    },
  )
})
afterEach(() => {
  cleanup()
  watched.clear()
  vi.unstubAllGlobals()
})

const page = (name: string) => screen.getByRole('listitem', { name })
const look = (name: string, isIntersecting = true) => act(() => watched.get(page(name))?.(isIntersecting))
const drawn = (number: number) => ({ picture: `<svg xmlns="http://www.w3.org/2000/svg"><desc>${number}</desc></svg>`, pages: 3 })
const show = (draw: (number: number, signal: AbortSignal) => Promise<{ picture: string; pages: number }>) => {
  const client = new QueryClient()
  const paper = (made: string) => (
    <QueryClientProvider client={client}>
      <PaperPages made={made} draw={draw} />
    </QueryClientProvider>
  )
  const { rerender } = render(paper('a'))
  return { makeOtherwise: (made: string) => rerender(paper(made)) }
}
const button = (name: string) => screen.findByRole('button', { name: `${name}を拡大` })

it('draws the first page at once and the others as they come into view, each with its name', async () => {
  const asked: number[] = []
  show(number => {
    asked.push(number)
    return Promise.resolve(drawn(number))
  })
  await button('1 / 3ページ')
  expect(asked).toEqual([1])
  expect(page('3 / 3ページ').querySelector('img')).toBeNull()
  look('3 / 3ページ')
  await button('3 / 3ページ')
  expect(asked).toEqual([1, 3])
  expect(page('3 / 3ページ').querySelector('img')?.src).toContain(encodeURIComponent('<desc>3</desc>'))
})

it('gives up a page that leaves the view before it is drawn', async () => {
  const given: AbortSignal[] = []
  show((number, signal) => {
    if (number === 1) return Promise.resolve(drawn(1))
    given.push(signal)
    return new Promise(() => {})
  })
  await button('1 / 3ページ')
  look('2 / 3ページ')
  await vi.waitFor(() => expect(given).toHaveLength(1))
  look('2 / 3ページ', false)
  expect(given[0]?.aborted).toBe(true)
})

it('shows a page at full size, and goes back by Escape and by its button', async () => {
  show(number => Promise.resolve(drawn(number)))
  for (const goBack of [() => userEvent.keyboard('{Escape}'), () => userEvent.click(screen.getByRole('button', { name: '閉じる' }))]) {
    await userEvent.click(await button('1 / 3ページ'))
    expect(screen.getByRole('dialog', { name: '1 / 3ページ' }).querySelector('img')).not.toBeNull()
    await goBack()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(await button('1 / 3ページ'))
  }
})

it('is closed by the browser’s Back, which stays on the page and gives the focus back', async () => {
  show(number => Promise.resolve(drawn(number)))
  const heardByRouter = vi.fn()
  addEventListener('popstate', heardByRouter)
  await userEvent.click(await button('1 / 3ページ'))
  await vi.waitFor(() => expect(history.state).toEqual({ dialogs: 1 }))
  // Turning the page is no way to go back.
  await userEvent.click(screen.getByRole('button', { name: '次のページ' }))
  await screen.findByRole('dialog', { name: '2 / 3ページ' })
  expect(history.state).toEqual({ dialogs: 1 })
  history.back()
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(await button('1 / 3ページ'))
  // Closed otherwise it is closed as well, and no page was left.
  await userEvent.click(await button('1 / 3ページ'))
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(heardByRouter).not.toHaveBeenCalled()
  removeEventListener('popstate', heardByRouter)
})

it('turns to the pages beside the one at full size, which are drawn for that', async () => {
  const asked: number[] = []
  show(number => {
    asked.push(number)
    return Promise.resolve(drawn(number))
  })
  await userEvent.click(await button('1 / 3ページ'))
  const turn = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
  expect(turn('前のページ').disabled).toBe(true)
  for (const number of [2, 3]) {
    await userEvent.click(turn('次のページ'))
    const large = await screen.findByRole('dialog', { name: `${number} / 3ページ` })
    await vi.waitFor(() => expect(large.querySelector('img')?.src).toContain(encodeURIComponent(`<desc>${number}</desc>`)))
  }
  expect([asked, turn('次のページ').disabled]).toEqual([[1, 2, 3], true])
  await userEvent.click(turn('前のページ'))
  expect(screen.getByRole('dialog', { name: '2 / 3ページ' })).toBeTruthy()
})

it('turns the page by the arrow keys, which reach it also at an end', async () => {
  show(number => Promise.resolve(drawn(number)))
  await userEvent.click(await button('1 / 3ページ'))
  await userEvent.keyboard('{ArrowLeft}{ArrowRight}')
  await screen.findByRole('dialog', { name: '2 / 3ページ' })
  await userEvent.click(screen.getByRole('button', { name: '次のページ' }))
  await screen.findByRole('dialog', { name: '3 / 3ページ' })
  expect(document.activeElement).toBe(screen.getByRole('region', { name: '3 / 3ページ' }))
  await userEvent.keyboard('{ArrowLeft}')
  await screen.findByRole('dialog', { name: '2 / 3ページ' })
})

it('turns to the first and to the last page by Home and End', async () => {
  show(number => Promise.resolve(drawn(number)))
  await userEvent.click(await button('1 / 3ページ'))
  for (const [key, name] of [
    ['{End}', '3 / 3ページ'],
    ['{Home}', '1 / 3ページ'],
  ] as const) {
    await userEvent.keyboard(key)
    await screen.findByRole('dialog', { name })
  }
})

it('turns the page by a finger to the side, and by nothing else that a finger does', async () => {
  show(number => Promise.resolve(drawn(number)))
  await userEvent.click(await button('1 / 3ページ'))
  const large = () => screen.getByRole('region', { name: /ページ$/ })
  const finger = (id: number, x: number, y: number) => ({
    pointerId: id,
    pointerType: 'touch',
    isPrimary: id === 1,
    clientX: x,
    clientY: y,
  })
  const swipe = (to: { x: number; y: number }) => {
    fireEvent.pointerDown(large(), finger(1, 200, 300))
    fireEvent.pointerUp(large(), finger(1, 200 + to.x, 300 + to.y))
  }
  const shown = (name: string) => expect(screen.getByRole('dialog', { name })).toBeTruthy()
  swipe({ x: -120, y: 20 })
  shown('2 / 3ページ')
  swipe({ x: 120, y: -20 })
  shown('1 / 3ページ')
  // A tap that slips, a way up, the browser's own gesture, and two fingers.
  swipe({ x: -20, y: 0 })
  swipe({ x: -80, y: 120 })
  fireEvent.pointerDown(large(), finger(1, 200, 300))
  fireEvent.pointerCancel(large(), finger(1, 190, 300))
  fireEvent.pointerUp(large(), finger(1, 60, 300))
  fireEvent.pointerDown(large(), finger(1, 200, 300))
  fireEvent.pointerDown(large(), finger(2, 100, 300))
  fireEvent.pointerUp(large(), finger(1, 60, 300))
  shown('1 / 3ページ')
  // What is larger than the screen is moved about.
  await userEvent.keyboard('+')
  swipe({ x: -120, y: 0 })
  shown('1 / 3ページ')
})

it('opens as large as the screen, and is enlarged and made smaller by its buttons and by a press', async () => {
  show(number => Promise.resolve(drawn(number)))
  await userEvent.click(await button('1 / 3ページ'))
  const picture = () => screen.getByRole('dialog').querySelector('img')!
  const zoom = () => picture().style.getPropertyValue('--zoom')
  expect(zoom()).toBe('1')
  const large = within(screen.getByRole('dialog'))
  for (const [name, expected] of [
    ['拡大', '1.5'],
    ['縮小', '1'],
    ['拡大', '1.5'],
    ['拡大', '2'],
    ['拡大', '3'],
    ['拡大', '4'],
    ['縮小', '3'],
    ['縮小', '2'],
    ['縮小', '1.5'],
  ] as const) {
    const pressed = large.getByRole('button', { name: new RegExp(`^${name}`) })
    await userEvent.click(pressed)
    expect(zoom()).toBe(expected)
    expect(document.activeElement).toBe(pressed)
  }
  for (const [key, expected] of [
    ['+', '2'],
    ['-', '1.5'],
  ] as const) {
    await userEvent.keyboard(key)
    expect(zoom()).toBe(expected)
  }
  // Larger than the screen: the arrows scroll.
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('dialog', { name: '1 / 3ページ' })).toBeTruthy()
  await userEvent.click(picture())
  expect(zoom()).toBe('1')
  await userEvent.click(picture())
  expect(zoom()).toBe('2')
})

it('goes on over several papers, to the first page of the next and the last of the one before', async () => {
  const Papers = () => {
    const [large, enlarge] = useState<{ at: number; number: LargeNumber } | null>(null)
    return ['表紙', '目次'].map((title, at) => (
      <PaperPages
        key={title}
        waits={at > 0}
        draw={number => Promise.resolve({ ...drawn(number), pages: 2 })}
        among={{
          title,
          large: large?.at === at ? large.number : null,
          enlarge: number => enlarge(number === null ? null : { at, number }),
          back: at === 0 ? null : () => enlarge({ at: 0, number: 'last' }),
          on: at === 1 ? null : () => enlarge({ at: 1, number: 1 }),
          first: at === 0 ? null : () => enlarge({ at: 0, number: 1 }),
          last: at === 1 ? null : () => enlarge({ at: 1, number: 'last' }),
        }}
      />
    ))
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Papers />
    </QueryClientProvider>,
  )
  await userEvent.click(await button('表紙　1 / 2ページ'))
  for (const [key, name] of [
    ['{ArrowRight}', '表紙　2 / 2ページ'],
    ['{ArrowRight}', '目次　1 / 2ページ'],
    ['{ArrowRight}', '目次　2 / 2ページ'],
    ['{ArrowLeft}', '目次　1 / 2ページ'],
    ['{ArrowLeft}', '表紙　2 / 2ページ'],
    ['{End}', '目次　2 / 2ページ'],
    ['{Home}', '表紙　1 / 2ページ'],
  ] as const) {
    await userEvent.keyboard(key)
    const dialog = await screen.findByRole('dialog', { name })
    expect(dialog.contains(document.activeElement)).toBe(true)
  }
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/を拡大$/)
})

it('waits with the first page too where another paper stands before it', async () => {
  const asked: number[] = []
  const draw = (number: number) => {
    asked.push(number)
    return Promise.resolve(drawn(number))
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PaperPages waits draw={draw} />
    </QueryClientProvider>,
  )
  await act(() => new Promise(resolve => setTimeout(resolve, 20)))
  expect(asked).toEqual([])
  look('1ページ')
  await button('1 / 3ページ')
  expect(asked).toEqual([1])
})

it('says why a page cannot be drawn, and asks again when it is told to', async () => {
  const draw = vi
    .fn<(number: number) => Promise<ReturnType<typeof drawn>>>()
    .mockRejectedValueOnce(new ApiError(404, { errors: { full_messages: ['このページはありません。全部で2ページです。'] } }))
    .mockRejectedValueOnce(new TypeError('no line'))
    .mockResolvedValue(drawn(1))
  show(draw)
  expect((await screen.findByRole('alert')).textContent).toContain('このページはありません。全部で2ページです。')
  await userEvent.click(screen.getByRole('button', { name: 'もう一度表示する' }))
  await screen.findByText('1ページを表示できませんでした。')
  await userEvent.click(screen.getByRole('button', { name: 'もう一度表示する' }))
  await button('1 / 3ページ')
})

it('shows the pages as they were until those that are made otherwise are drawn', async () => {
  const answers: ((answer: ReturnType<typeof drawn>) => void)[] = []
  const { makeOtherwise } = show(() => new Promise(resolve => answers.push(resolve)))
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  answers[0]?.(drawn(1))
  expect((await button('1 / 3ページ')).dataset.stale).toBe('false')
  makeOtherwise('b')
  expect((await button('1 / 3ページ')).dataset.stale).toBe('true')
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.({ ...drawn(7), pages: 2 })
  const anew = await button('1 / 2ページ')
  expect([anew.dataset.stale, anew.querySelector('img')?.src.includes(encodeURIComponent('<desc>7</desc>'))]).toEqual(['false', true])
})
