// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, createPath, RouterProvider } from 'react-router'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { loadLocale } from '../../platform/i18n.ts'
import { ApiError } from '../../platform/api/request.ts'
import { chooseClient } from '../../platform/session/credentials.ts'
import { goOnAs } from '../../platform/session/session.ts'
import { ResidentNotFoundPage } from '../../residents/entering/ResidentNotFoundPage.tsx'
import { ErrorPage, statusOf } from './ErrorPage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'

beforeAll(() => loadLocale('ja'))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
  localStorage.clear()
  sessionStorage.clear()
})

const failing = async (error: unknown) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const router = createMemoryRouter([
    {
      path: '/',
      ErrorBoundary: ErrorPage,
      Component: () => null,
      HydrateFallback: () => null,
      loader: () => {
        throw error
      },
    },
  ])
  render(<RouterProvider router={router} />)
  return screen.findByTestId('error-page')
}

it.each([
  [new Error('bug'), 500],
  [{ statusCode: 503 }, 503],
  [{ statusCode: '503' }, 500],
  [new ApiError(403, null), 403],
  [new ApiError(0, null), 500],
  [null, 500],
])('%o is a %i', (error, status) => expect(statusOf(error)).toBe(status))

describe('the error page', () => {
  it('shows the status code of a route error', async () => {
    const page = await failing({ statusCode: 503 })
    expect(page.textContent).toContain('503')
    expect(page.textContent).toContain('サーバーエラー')
  })

  it('is a 500 for everything else', async () => {
    expect((await failing(new Error('bug'))).textContent).toContain('500')
  })

  const pressed = () => screen.getByRole('link', { name: 'もう一度開く' }).click()
  const backOnLine = () => dispatchEvent(new Event('online'))
  // Nobody tells the device that the server is back.
  const looked = () => void vi.advanceTimersByTime(15_000)

  it.each([
    ['サーバーから応答がありません', true, '/rooms?task=complete', pressed],
    ['圏外のため開けません', false, '/rooms?task=complete', backOnLine],
    ['サーバーから応答がありません', true, '/rooms?task=complete', looked],
    ['サーバーから応答がありません', true, '/rooms#report', pressed],
    ['圏外のため開けません', false, '/rooms#report', backOnLine],
    ['サーバーから応答がありません', true, '/rooms#report', looked],
  ])('says %s (on line: %s) of %s, and opens the same page again', async (heading, onLine, address, again) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    let answers = false
    const loader = () => {
      if (answers) return null
      throw new ApiError(0, null)
    }
    const routes = [{ path: '/rooms', ErrorBoundary: ErrorPage, Component: () => <h1>部屋</h1>, HydrateFallback: () => null, loader }]
    const router = createMemoryRouter(routes, { initialEntries: [address] })
    render(<RouterProvider router={router} />)
    expect((await screen.findByTestId('error-page')).textContent).toContain(heading)
    // What it listens for is in place.
    await act(async () => {})
    answers = true
    await act(async () => again())
    expect(await screen.findByRole('heading', { name: '部屋' })).toBeTruthy()
    expect(createPath(router.state.location)).toBe(address)
  })

  it('begins the document anew for a file that did not come, and not without a line, where nothing would be left', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
    await failing(new TypeError('Failed to fetch dynamically imported module'))
    await act(async () => pressed())
    expect(reload).not.toHaveBeenCalled()
    onLine.mockReturnValue(true)
    await act(async () => pressed())
    expect(reload).toHaveBeenCalledOnce()
  })

  it('offers to open again what one file was missing of, on line too, and does not begin anew by itself', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
    const page = await failing(new TypeError('Failed to fetch dynamically imported module'))
    expect(page.textContent).toContain('サーバーから応答がありません')
    expect(page.textContent).not.toContain('500')
    await act(async () => looked())
    expect(reload).not.toHaveBeenCalled()
    await act(async () => pressed())
    expect(reload).toHaveBeenCalledOnce()
  })

  it('looks for no other answer while one is awaited', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const signals: AbortSignal[] = []
    let arrive = (_data: null) => {}
    const loader = ({ request }: { request: Request }) => {
      signals.push(request.signal)
      if (signals.length === 1) throw new ApiError(0, null)
      return new Promise<null>(resolve => (arrive = resolve))
    }
    const routes = [{ path: '/rooms', ErrorBoundary: ErrorPage, Component: () => <h1>部屋</h1>, HydrateFallback: () => null, loader }]
    render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/rooms'] })} />)
    await screen.findByTestId('error-page')
    await act(async () => looked())
    expect(signals).toHaveLength(2)
    await act(async () => looked())
    expect([signals.length, signals[1]?.aborted]).toEqual([2, false])
    arrive(null)
    expect(await screen.findByRole('heading', { name: '部屋' })).toBeTruthy()
  })

  it('speaks to residents of their letter, and leads nobody to the login of staff', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const path = '/residents/clients/typo/absence/x'
    const loader = () => {
      throw new ApiError(404, null)
    }
    const route = { path, ErrorBoundary: ErrorPage, Component: () => null, HydrateFallback: () => null, loader }
    render(<RouterProvider router={createMemoryRouter([route], { initialEntries: [path] })} />)
    const page = await screen.findByTestId('error-page')
    expect(page.textContent).toContain('案内状（不在票）をもう一度お確かめください。')
    expect(page.querySelector('[href="/"]')).toBeNull()
    expect(page.textContent).not.toMatch(/[A-Za-z]/)
  })

  it('says to wait where too many addresses of letters were tried', async () => {
    const router = createMemoryRouter([{ path: '/r/*', Component: ResidentNotFoundPage }], { initialEntries: ['/r?wait'] })
    render(<RouterProvider router={router} />)
    const page = await screen.findByTestId('error-page')
    expect(page.textContent).toContain('しばらくたってから、もう一度お試しください。')
    expect(page.textContent).not.toContain('見つかりません')
  })

  it('shows the not-found text for a 404, and leads a guest to /', async () => {
    const router = createMemoryRouter([{ path: '*', Component: NotFoundPage }], { initialEntries: ['/no/such'] })
    render(<RouterProvider router={router} />)
    const page = screen.getByTestId('error-page')
    expect(page.textContent).toContain('ページが見つかりません')
    expect(page.textContent).not.toMatch(/[A-Za-z]/)
    expect(page.dataset.errorMessage).toBe('This page could not be found')
    expect(screen.getByTestId('error-home').getAttribute('href')).toBe('/')
  })

  const missing = (address: string, role_id: 1 | 3 | 5) => {
    chooseClient({ cd: '001', name: '青葉設備', logo_path: null })
    goOnAs({ id: 1, role_id, name: '名前' })
    const router = createMemoryRouter([{ path: '/404', Component: NotFoundPage }], {
      initialEntries: [{ pathname: '/404', state: { missing: address } }],
    })
    render(<RouterProvider router={router} />)
    return screen.queryByRole('link', { name: '企業を切り替える' })?.getAttribute('href') ?? null
  }

  it('says to admins and operators that the page may be another company’s, and leads there by the choice of one', () => {
    expect(missing('/constructions/3?tab=rooms', 5)).toBe('/admins/top?redirect=%2Fconstructions%2F3%3Ftab%3Drooms')
    expect(screen.getByTestId('error-page').textContent).toContain('現在は「青葉設備」を選択しています。')
  })

  it.each([
    ['/constructions/3', 3],
    ['/admin/clients/9', 1],
  ] as const)('says nothing of companies of %s to role %i', (address, role_id) => {
    expect(missing(address, role_id)).toBeNull()
    expect(screen.getByTestId('error-page').textContent).not.toContain('青葉設備')
  })
})
