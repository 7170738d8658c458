import { expect, type Page, test } from '@playwright/test'
import { enter, residentRoom, signIn } from './sign-in.ts'

const sidebar = (page: Page) => page.getByTestId('sidebar')
const entries = (page: Page) =>
  sidebar(page)
    .locator('a')
    .evaluateAll(links => links.map(link => link.getAttribute('href')))
/** The contractor of a craftsman, from the address of their own list. */
const ownContractor = async (page: Page): Promise<string> => {
  await page.goto('/constructions')
  return (await page.getByTestId('header-switch-master').getAttribute('href'))?.split('/')[2] ?? ''
}
const leadsTo = async (page: Page, address: string, to: string) => {
  await page.goto(address)
  await page.waitForURL(url => url.pathname === to)
}

const layouts: Record<string, Record<string, readonly string[]>> = {
  guest: {
    login: [
      '/',
      '/admins/login',
      '/operators/login',
      '/login_id_reminder',
      '/password_reminder',
      '/password_reminder/edit',
      '/residents/logout',
      '/residents/password_reminder/edit',
      residentRoom.replace(/\/rooms.*/, '/room_select'),
      `${residentRoom}/login`,
      `${residentRoom}/login_id_reminder`,
      `${residentRoom}/password_reminder`,
    ],
    default: ['/terms', '/privacy_policy'],
  },
  staffadmin01: {
    client: ['/constructions', '/buildings', '/dashboard', '/remaining_constructions', '/orders', '/mypage'],
    building: [
      '/buildings/1',
      '/buildings/1/room_composition',
      '/buildings/1/building_documents',
      '/buildings/1/building_support_versions',
    ],
    construction: [
      '/constructions/3',
      '/constructions/3/overall_schedule',
      '/constructions/3/detail_schedule',
      '/constructions/3/remaining_constructions',
      '/constructions/3/orders',
      '/constructions/3/cash_list',
      '/constructions/3/common_area_images',
      '/constructions/3/attachment_files',
      '/constructions/3/in_house_documents',
    ],
    property: [
      '/constructions/3/room_composition',
      '/constructions/3/working_process',
      '/constructions/3/rooms/45',
      '/constructions/3/rooms/45/customer_support_versions',
    ],
    construction_form: [
      '/constructions/3/edit',
      '/constructions/3/copy',
      ...['overall_schedule', 'representative', 'construction_info', 'photography_places', 'options'].map(
        step => `/constructions/3/${step}/new`,
      ),
    ],
    master: [
      '/staffs',
      '/staffs/1',
      '/departments',
      '/contractors',
      '/contractors/1',
      '/contractors/1/craftsmans',
      '/suppliers',
      '/suppliers/1',
      '/photography_places',
      '/photography_places/1',
      '/incomplete_reasons',
      '/incomplete_reasons/1',
      '/construction_orders',
      '/construction_orders/1',
      '/options',
      '/options/1',
      '/electronic_signboard_contractors',
      '/electronic_signboard_contractors/1',
      '/completion_reports',
      '/completion_reports/1',
      '/completion_report_settings',
      '/settings',
    ],
  },
  admin01: {
    admin: [
      '/admins/top',
      '/admin/dashboard',
      '/admin/admins',
      '/admin/admins/1',
      '/admin/operators',
      '/admin/operators/1',
      '/admin/clients',
      '/admin/clients/1',
      '/admin/orders',
    ],
  },
  craftsman01: { default: ['/craftsman/download_app'], login: ['/craftsman/change_password'] },
  resident01: {
    resident: [
      '/residents/top',
      '/residents/edit',
      '/residents/change_construction_date_form',
      '/residents/documents',
      '/residents/handling_equipments',
    ],
  },
}

/** Where a guest is led who asks for somebody's page. */
const doors: Record<string, string> = { admin: '/admins/login', resident: '/residents/logout' }

for (const [person, pages] of Object.entries(layouts))
  test(`${person} finds the pages in their layouts`, async ({ page }) => {
    test.setTimeout(400_000)
    if (person !== 'guest')
      for (const [layout, addresses] of Object.entries(pages))
        for (const address of addresses) await leadsTo(page, address, doors[layout] ?? '/')
    await enter(page, person)
    for (const [layout, addresses] of Object.entries(pages))
      for (const address of addresses) {
        await page.goto(address)
        await expect.soft(page.locator(`[data-layout=${layout}]`), address).toBeVisible()
        await expect.soft(page.locator('h1').first(), address).toBeVisible()
        expect.soft(new URL(page.url()).pathname).toBe(address)
        await expect.soft(page.getByTestId('error-page'), address).toHaveCount(0)
        await expect.soft(page.locator('html')).toHaveAttribute('lang', 'ja')
        await expect.soft(page.getByTestId('footer-subsidy'), address).toContainText('補助金')
      }
  })

test('a craftsman finds the own masters', async ({ page }) => {
  for (const tail of ['craftsmans', 'craftsmans/1', 'subcontract_contractors', 'subcontract_contractors/1'])
    await leadsTo(page, `/contractors/1/${tail}`, '/')
  await enter(page, 'craftsman01')
  const own = await ownContractor(page)
  for (const tail of ['craftsmans', 'subcontract_contractors']) {
    await page.goto(`/contractors/${own}/${tail}`)
    await expect(page.locator('[data-layout=master]')).toBeVisible()
    await page.locator('tbody a').first().click()
    await page.waitForURL(new RegExp(`/contractors/${own}/${tail}/\\d+$`))
    await expect(page.locator('[data-layout=master]')).toBeVisible()
  }
  expect(await entries(page)).toEqual([`/contractors/${own}/craftsmans`, `/contractors/${own}/subcontract_contractors`])
  await expect(page.getByTestId('header-switch-client')).toHaveCount(0)
})

test('a craftsman of a second-tier contractor has no contractors below', async ({ page }) => {
  await enter(page, 'craftsman02')
  const own = await ownContractor(page)
  await page.goto(`/contractors/${own}/craftsmans`)
  await expect(sidebar(page)).toBeVisible()
  expect(await entries(page)).toEqual([`/contractors/${own}/craftsmans`])
})

const documents = (id: number) =>
  ['common_area_images', 'photo_ledger', 'board_report', 'attachment_files', 'in_house_documents', 'completion_book'].map(
    name => `/constructions/${id}/${name}`,
  )
const masters = [
  '/departments',
  '/contractors',
  '/suppliers',
  '/photography_places',
  '/incomplete_reasons',
  '/construction_orders',
  '/options',
  '/completion_reports',
  '/completion_report_settings',
  '/electronic_signboard_contractors',
  '/faqs',
]
const client = ['/buildings', '/constructions', '/remaining_constructions', '/orders', '/desk']
const building = [
  '/buildings',
  '/buildings/1',
  '/buildings/1/room_composition',
  '/buildings/1/building_documents',
  '/buildings/1/building_support_versions',
]
const construction = ['', '/overall_schedule', '/detail_schedule', '/residents', '/answer_board', '/messages', '/filings', '/orders'].map(
  tail => `/constructions/3${tail}`,
)
const desk = ['/desk', '/constructions/3/completion_reports']
const everything = [
  '/constructions',
  ...construction,
  ...desk,
  ...documents(3),
  '/constructions/3/remaining_constructions',
  '/constructions/3/history',
]

const sidebars: Record<string, Record<string, readonly string[]>> = {
  admin01: {
    '/admins/top': ['/admins/top', '/admin/dashboard', '/admin/clients', '/admin/admins', '/admin/operators', '/admin/orders'],
    '/constructions': ['/admins/top', ...client],
    '/buildings/1': building,
    '/constructions/3': everything,
    '/departments': ['/staffs', ...masters, '/settings'],
  },
  staffadmin01: {
    '/constructions': client,
    '/buildings/1': building,
    '/constructions/3': everything,
    '/departments': ['/staffs', ...masters, '/settings'],
  },
  staff01: { '/constructions': client, '/buildings/1': building, '/constructions/3': everything, '/departments': masters },
  staff02: { '/departments': ['/staffs', ...masters] },
  operator01: {
    '/admins/top': ['/admins/top'],
    '/constructions': ['/admins/top', '/buildings', '/constructions', '/orders', '/desk'],
    '/buildings/1': ['/buildings', '/buildings/1', '/buildings/1/building_support_versions'],
    '/constructions/3': [
      '/constructions',
      ...construction,
      ...desk,
      ...documents(3).filter(entry => !entry.endsWith('in_house_documents')),
    ],
  },
  craftsman01: {
    '/constructions': ['/buildings', '/constructions'],
    '/constructions/3': [
      '/constructions',
      ...construction.filter(entry => !['residents', 'answer_board', 'messages', 'filings', 'orders'].some(page => entry.endsWith(page))),
      '/constructions/3/completion_reports',
      ...documents(3).filter(entry => !['in_house_documents', 'board_report'].some(page => entry.endsWith(page))),
    ],
  },
}

for (const [person, pages] of Object.entries(sidebars))
  test(`${person} sees the entries of the sidebars`, async ({ page }) => {
    test.setTimeout(400_000)
    await enter(page, person)
    for (const [address, expected] of Object.entries(pages)) {
      await page.goto(address)
      await expect(sidebar(page)).toBeVisible()
      expect.soft(await entries(page), address).toEqual(expected)
    }
  })

test('entries of a sidebar lead where they say', async ({ page }) => {
  test.setTimeout(400_000)
  await enter(page, 'staffadmin01')
  for (const [address, expected] of Object.entries(sidebars['staffadmin01'] ?? {})) {
    await page.goto(address)
    for (const to of expected) {
      // A list of the same name in another half of the application has a sidebar of its own.
      if ((await entries(page)).join() !== expected.join()) await page.goto(address)
      await sidebar(page).locator(`a[href="${to}"]`).click()
      await page.waitForURL(url => url.pathname === to)
      await expect(page.locator('main h1')).toBeVisible()
      await expect(page.getByTestId('error-page')).toHaveCount(0)
    }
  }
})

test('the button between the two halves leads each role to its own page', async ({ browser }) => {
  test.setTimeout(400_000)
  for (const [person, to] of [
    ['admin01', '/staffs'],
    ['staffadmin01', '/staffs'],
    ['staff01', '/departments'],
    ['craftsman01', null],
    ['operator01', ''],
  ] as const) {
    const page = await browser.newPage()
    await enter(page, person)
    await page.goto('/constructions')
    const button = page.getByTestId('header-switch-master')
    if (to === '') await expect(button).toHaveCount(0)
    else {
      const expected = to ?? `/contractors/${await ownContractor(page)}/craftsmans`
      await button.click()
      await page.waitForURL(url => url.pathname === expected)
      if (to === null) await expect(page.getByTestId('header-switch-client')).toHaveCount(0)
      else {
        await page.getByTestId('header-switch-client').click()
        await page.waitForURL('**/constructions')
      }
    }
    await page.close()
  }
})

test('logo and error page lead each role home', async ({ browser }) => {
  test.setTimeout(400_000)
  for (const [person, home] of [
    ['guest', '/'],
    ['admin01', '/admins/top'],
    ['operator01', '/admins/top'],
    ['staffadmin01', '/constructions'],
    ['staff01', '/constructions'],
    ['craftsman01', '/constructions'],
    ['resident01', '/residents/top'],
  ] as const) {
    const page = await browser.newPage()
    await enter(page, person)
    await page.goto('/404')
    await expect(page.getByTestId('error-page')).toContainText('ページが見つかりません')
    await expect(page.getByTestId('header-logo')).toHaveAttribute('href', home)
    await page.getByTestId('error-home').click()
    await page.waitForURL(url => url.pathname === home)
    await page.close()
  }
})

test('the header shows a craftsman with the contractor in brackets', async ({ page }) => {
  await enter(page, 'craftsman01')
  await page.goto('/constructions')
  await expect(page.getByTestId('header-user')).toHaveText(/.+（.+）/)
})

test('a craftsman leaves the day by signing out, and nobody speaks of a failure', async ({ page }) => {
  await signIn(page, 'craftsman01')
  await page.goto('/constructions')
  await expect(page.getByRole('heading', { name: /^工事一覧/ })).toBeVisible()
  await expect(page.getByRole('table', { name: '工事' }).getByRole('row').nth(1)).toBeVisible()
  await page.getByTestId('header-user').click()
  await page.getByTestId('header').getByText('ログアウト', { exact: true }).click()
  await page.waitForURL(url => url.pathname === '/')
  // Whatever was asked on the way out has its answer by then.
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { name: 'ログイン' })).toBeVisible()
  await expect(page.getByText('セッションがタイムアウトしました')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'お知らせ' })).not.toContainText('失敗')
})

test('the footer shows its links to those who are signed in, and the notes to everybody', async ({ page }) => {
  await page.goto('/')
  const footer = page.getByTestId('footer')
  await expect(page.getByTestId('footer-about')).not.toBeEmpty()
  await expect(page.getByTestId('footer-subsidy')).toContainText('補助金')
  for (const to of ['/terms', '/privacy_policy']) await expect(footer.locator(`a[href="${to}"]`)).toHaveCount(0)
  await enter(page, 'staff01')
  await page.goto('/constructions')
  await expect(page.getByTestId('footer-about')).not.toBeEmpty()
  await expect(page.getByTestId('footer-subsidy')).toContainText('補助金')
  for (const to of ['/terms', '/privacy_policy']) await expect(footer.locator(`a[href="${to}"]`)).toBeVisible()
})

test('the measures of the shell: header, sidebar folded and open, type, and the phone', async ({ page }) => {
  await enter(page, 'staff01')
  await page.goto('/constructions')
  await expect(sidebar(page)).toBeVisible()
  const width = async () => (await sidebar(page).boundingBox())?.width
  expect((await page.getByTestId('header').boundingBox())?.height).toBe(60)
  await expect.poll(width).toBe(200)
  await page.getByTestId('sidebar-toggle').click()
  await expect.poll(width).toBe(50)
  await page.reload()
  await expect.poll(width).toBe(50)
  await page.getByTestId('sidebar-toggle').click()
  await expect.poll(width).toBe(200)
  expect(await page.evaluate<string>('getComputedStyle(document.documentElement).fontSize')).toBe('14.4px')
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(page.locator('[data-mobile=false]')).toBeVisible()
  await page.setViewportSize({ width: 767, height: 900 })
  await expect(page.locator('[data-mobile=true]')).toBeVisible()
  await expect(sidebar(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'メニュー' }).first().click()
  await expect(sidebar(page)).toBeVisible()
})

test('the creation steps have a header with the way back', async ({ page }) => {
  await enter(page, 'staff01')
  for (const step of ['overall_schedule', 'representative', 'construction_info', 'photography_places', 'options']) {
    await page.goto(`/constructions/3/${step}/new`)
    const header = page.getByTestId('step-header')
    await expect(header.locator('[aria-current=step]')).toHaveCount(1)
    await expect(header.locator('li')).toHaveCount(5)
    await page.getByTestId('step-back').click()
    await page.waitForURL(url => url.pathname === '/constructions')
  }
})

for (const [person, visits] of Object.entries({
  guest: [
    ['/constructions', '/'],
    ['/admins/top', '/admins/login'],
    ['/residents/top', '/residents/logout'],
    ['/login_id_reminder/show', '/404'],
  ],
  admin01: [
    ['/settings', '/settings'],
    ['/departments', '/departments'],
    ['/orders', '/orders'],
    ['/constructions/3/copy', '/constructions/3/copy'],
  ],
  staffadmin01: [
    ['/settings', '/settings'],
    ['/staffs', '/staffs'],
    ['/orders', '/orders'],
    ['/admin/clients', '/admins/login'],
    ['/residents/top', '/404'],
  ],
  staff01: [
    ['/settings', '/constructions'],
    ['/staffs', '/constructions'],
    ['/departments', '/departments'],
    ['/orders', '/orders'],
  ],
  staff02: [['/staffs', '/staffs']],
  operator01: [
    ['/settings', '/constructions'],
    ['/departments', '/constructions'],
    ['/orders', '/orders'],
    ['/remaining_constructions', '/constructions'],
    ['/admin/clients', '/admins/top'],
    ['/constructions/3/copy', '/constructions/3/copy'],
  ],
  craftsman01: [
    ['/settings', '/constructions'],
    ['/departments', '/constructions'],
    ['/orders', '/constructions'],
    ['/buildings', '/buildings'],
    ['/constructions/3', '/constructions/3'],
    ['/constructions/3/copy', '/constructions'],
    ['/constructions/9', '/constructions'],
  ],
  resident01: [
    ['/constructions', '/residents/top'],
    ['/departments', '/residents/top'],
    ['/craftsman/change_password', '/residents/top'],
  ],
} as const))
  test(`${person} is kept where the guards say`, async ({ page }) => {
    await enter(page, person)
    for (const [address, to] of visits) {
      await page.goto(address)
      await page.waitForURL(url => url.pathname === to).catch(() => {})
      // A page that is its own target stands at once in the address: only what is drawn says that no guard led away.
      await expect.soft(page.locator('h1').first(), address).toBeVisible()
      expect.soft(new URL(page.url()).pathname, address).toBe(to)
    }
  })

test('a page that follows another stays on reload', async ({ page }) => {
  await page.goto('/login_id_reminder')
  await page.getByLabel('メールアドレス').fill('nobody@example.jp')
  await page
    .getByRole('button')
    .filter({ hasText: /送信|送る/ })
    .click()
  await page.waitForURL('**/login_id_reminder/show')
  await page.reload()
  await expect(page.locator('[data-layout=login] h1')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/login_id_reminder/show')
})

test('addresses are paths, and the server answers each with the application', async ({ page }) => {
  await enter(page, 'staff01')
  const answer = await page.goto('/buildings')
  expect(answer?.status()).toBe(200)
  await page.locator('tbody a').first().click()
  await page.waitForURL(/\/buildings\/\d+$/)
  expect(page.url()).not.toContain('#')
})

test('the page of an address names the files of that page, and of no other', async ({ page }) => {
  await page.goto('/terms')
  const namedIn = async (address: string) => {
    const html = await page.evaluate(async url => (await fetch(url)).text(), address)
    return html.match(/rel="modulepreload"[^>]*/g)?.join() ?? ''
  }
  expect(await namedIn('/')).toContain('/LoginPage-')
  expect(await namedIn('/constructions/5/detail_schedule?view=room')).toContain('/ScheduleWithRoomPage-')
  const letter = await namedIn('/residents/clients/a/constructions/b/rooms/c/authentication_code')
  expect(letter).toContain('/AuthenticationCodePage-')
  expect(letter).not.toContain('/LoginPage-')
  expect(await namedIn('/nobody/was/here')).not.toContain('Page-')
})

test('an address of nobody is not found, nor a building of nobody', async ({ page }) => {
  await page.goto('/no/such/page')
  await expect(page.getByTestId('error-page')).toContainText('ページが見つかりません')
  await expect(page.locator('[data-error-message="This page could not be found"]')).toHaveCount(1)
  await enter(page, 'staff01')
  await leadsTo(page, '/buildings/999999', '/404')
})

test('the locale is remembered for 365 days', async ({ page, context }) => {
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  const cookie = (await context.cookies()).find(({ name }) => name === 'i18n_redirected')
  expect(cookie?.value).toBe('ja')
  expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - 365 * 86_400)).toBeLessThan(60)
})

test('only addresses of our own are gone to after signing in', async ({ page }) => {
  for (const [target, to] of [
    ['https://evil.example', '/constructions'],
    ['//evil.example', '/constructions'],
    ['/buildings', '/buildings'],
  ] as const) {
    await page.context().clearCookies()
    await page.goto('/')
    await page.evaluate('localStorage.clear()')
    await signIn(page, 'staff01', `/?redirect=${encodeURIComponent(target)}`)
    await page.waitForURL(url => url.pathname === to)
  }
})

test('what a form lacks is told under its field, with a red border', async ({ page }) => {
  await enter(page, 'staff01')
  await page.goto('/buildings')
  await page.getByRole('button', { name: '新規登録' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '登録する' }).click()
  const name = dialog.locator('[name="building[name]"]')
  await expect(dialog.locator('[data-field=name]').getByTestId('field-error')).toHaveText('物件名を入力してください')
  const border = await name.evaluate(element => {
    const view = element.ownerDocument.defaultView
    return view?.getComputedStyle(element).borderTopColor ?? ''
  })
  const [red = 0, green = 255, blue = 255] = border.match(/\d+/g)?.map(Number) ?? []
  expect(red).toBeGreaterThan(180)
  expect(Math.max(green, blue)).toBeLessThan(90)

  await dialog.locator('[name="building[zipcode]"]').fill('0000000')
  await dialog.getByRole('button', { name: '住所検索' }).click()
  const toast = page.getByTestId('toast').filter({ hasText: '住所が見つかりませんでした。' })
  await expect(toast.getByTestId('toast-title')).toHaveText('失敗')
  expect(new URL(page.url()).pathname).toBe('/buildings')
})

test('a server that fails or is away is told', async ({ page }) => {
  await enter(page, 'staff01')
  for (const fail of ['500', 'abort']) {
    await page.goto('/constructions')
    await page.route(/\/api\/buildings\b/, route => (fail === 'abort' ? route.abort() : route.fulfill({ status: 500, json: {} })))
    await sidebar(page).locator('a[href="/buildings"]').click()
    await expect(page.getByText(/サーバーエラー/).first()).toBeVisible()
    await page.unroute(/\/api\/buildings\b/)
  }
})

test('requests carry the four headers and the bearer form, to the host of the company', async ({ page }) => {
  await enter(page, 'staff01')
  const asked = page.waitForRequest(request => request.url().includes('/api/buildings'))
  await page.goto('/buildings')
  const request = await asked
  expect(new URL(request.url()).hostname).toMatch(/^001\./)
  const headers = request.headers()
  for (const name of ['access-token', 'client', 'uid', 'token-type']) expect(headers[name]).toBeTruthy()
  expect(headers['authorization']).toBe(`Bearer ${headers['access-token'] ?? ''}`)
})

test('the login page leads to the reminders, and a confirmation link that is none says so', async ({ page }) => {
  await page.goto('/')
  await page.locator('a[href="/password_reminder"]').click()
  await page.waitForURL('**/password_reminder')
  await page.goto('/mypage/email_confirmed?confirmation_token=nothing')
  await expect(page.getByText(/有効期限が切れています/).first()).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/mypage/email_confirmed')
})

test('progress bars tell done, left over and not yet apart', async ({ page }) => {
  await enter(page, 'staff01')
  await page.goto('/constructions')
  const colourOf = (state: string) =>
    page
      .locator(`[data-testid=task-progress] [data-state=${state}]`)
      .first()
      .evaluate(element => element.ownerDocument.defaultView?.getComputedStyle(element).backgroundColor)
  await expect(page.getByTestId('task-progress').first()).toBeVisible()
  const colours = await Promise.all(['done', 'error', 'not-yet'].map(colourOf))
  expect(new Set(colours).size).toBe(3)
})
