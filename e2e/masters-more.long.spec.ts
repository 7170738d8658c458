import { expect, type Page, type Route, test } from '@playwright/test'
import { faultsOf } from './axe.ts'
import { chooseCompany } from './choose-company.ts'
import { enter, signIn } from './sign-in.ts'

/** A message of the server that stands on the screen, perhaps beside earlier ones. */
const told = (page: Page, text: string) => expect(page.getByTestId('toast').filter({ hasText: text }).last()).toBeVisible()
const choose = async (page: Page, who: 'admin01' | 'operator01', company = '001') => {
  await enter(page, who)
  await page.goto('/admins/top')
  await chooseCompany(page, company)
  await page.waitForURL('**/constructions')
}
/** A PNG as wide as a logo: what stands at the top of the page just now. */
const drawLogo = (page: Page): Promise<Buffer> => page.screenshot({ clip: { x: 0, y: 0, width: 320, height: 80 } })

/** The server's real answer, to be changed: Node knows no hosts under localhost, and the caller's token names the company by itself. */
const fetchHere = (route: Route) =>
  route.fetch({
    url: route
      .request()
      .url()
      .replace(/\/\/[^/:]+/, '//127.0.0.1'),
  })

/** The status of a change that this person's browser sends without a page offering it. */
const patched = (page: Page, address: string, body: object) =>
  page.evaluate<number>(
    `fetch(${JSON.stringify(address)}, {
      method: 'PATCH',
      headers: {
        'content-type': 'application/json',
        ...Object.fromEntries(['client', 'access-token', 'uid', 'token-type'].map(name => [name, localStorage.getItem(name)])),
      },
      body: ${JSON.stringify(JSON.stringify(body))},
    }).then(({ status }) => status)`,
  )

test.describe('the support history', () => {
  test('an operator with someone on the line writes it down by keyboard alone, and finds it again', async ({ page }) => {
    await choose(page, 'operator01')
    await page.getByTestId('room-search').first().click()
    await page.getByRole('dialog').getByRole('searchbox').fill('302')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('link').first().click()
    await page.waitForURL(/\/rooms\/\d+$/)
    await page.getByRole('link', { name: /対応履歴/ }).click()
    await page.waitForURL(/\/customer_support_versions$/)
    const contents = page.locator('[name="customer_support_version[contents]"]')
    const said = `駐車場の件でお電話。折り返し ${Date.now()}`

    // What is missing is said under its field, and nothing is lost.
    await contents.focus()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('checkbox', { name: '電話' })).toBeChecked()
    await page.keyboard.press('Space')
    await contents.fill(said)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByTestId('field-error')).toHaveText('受付種別を選択してください')
    await expect(contents).toHaveValue(said)

    await page.getByRole('checkbox', { name: 'メール' }).press('Space')
    await contents.press('Control+Enter')
    await told(page, '対応履歴を登録しました。')
    const entry = page.getByTestId('support-entry').first()
    await expect(entry).toContainText(said)
    await expect(entry).toContainText('メール')
    await expect(entry).toContainText('オペレーター 山田 恵（東都リニューアル株式会社 担当）')
    await expect(contents).toHaveValue('')
    await expect(contents).toBeFocused()

    await page.getByRole('link', { name: '物件の対応履歴' }).click()
    await page.waitForURL(/\/building_support_versions$/)
    await page.locator('main [name=contents]').first().fill(said)
    await page.getByRole('button', { name: '検索' }).click()
    const found = page.getByTestId('support-entry')
    await expect(found).toHaveCount(1)
    await found.getByRole('link', { name: /302号室/ }).click()
    await page.waitForURL(/\/customer_support_versions$/)
    await page.locator('main select[name=reception_type_id]').selectOption({ label: '書面' })
    await expect(page.getByText('条件に合う対応履歴がありません。')).toBeVisible()
  })

  test('a draft is not lost by a wrong click; craftsmen find no history', async ({ page }) => {
    await enter(page, 'staff01')
    await page.goto('/buildings/3/building_support_versions')
    await expect(page.getByTestId('support-entry').first()).toBeVisible()
    await page.locator('[name="building_support_version[contents]"]').fill('書きかけ')
    await page.getByTestId('sidebar').getByRole('link', { name: '物件詳細' }).click()
    await page.getByRole('button', { name: 'このページに残る' }).click()
    await expect(page.locator('[name="building_support_version[contents]"]')).toHaveValue('書きかけ')
    expect(await faultsOf(page)).toEqual([])
    await page.getByTestId('sidebar').getByRole('link', { name: '物件詳細' }).click()
    await page.getByRole('button', { name: '保存せずに離れる' }).click()
    await page.waitForURL(/\/buildings\/3$/)
  })

  test('craftsmen are shown no history', async ({ page }) => {
    await enter(page, 'craftsman01')
    await page.goto('/constructions/3/rooms/45')
    await page.locator('main h1').waitFor()
    await expect(page.getByRole('link', { name: /対応履歴/ })).toHaveCount(0)
    await page.goto('/constructions/3/rooms/45/customer_support_versions')
    await page.waitForURL(url => !url.pathname.endsWith('customer_support_versions'))
  })
})

test.describe('completion reports', () => {
  test('staff make one, sort its rows by keyboard and mouse, and are told of what is wrong in its row', async ({ page }) => {
    // All rows on the screen: the mouse drags one from the bottom to the top.
    await page.setViewportSize({ width: 1280, height: 1400 })
    await enter(page, 'staff01')
    await page.goto('/completion_reports')
    const name = `点検報告 ${Date.now()}`
    await page.getByRole('button', { name: '新規登録' }).first().click()
    const dialog = page.getByRole('dialog')
    const item = (at: number, of = dialog as { locator: Page['locator'] }) =>
      of.locator(`[name="completion_report[completion_report_items_attributes][${at}][name]"]`)
    await dialog.locator('[name="completion_report[name]"]').fill(name)
    for (const [at, text] of ['親機', '', '子機'].entries()) {
      await dialog.getByRole('button', { name: '項目を追加' }).click()
      await item(at).fill(text)
    }
    await dialog.getByRole('button', { name: '登録する' }).click()
    await expect(dialog.locator('[data-field="completion_report_items_attributes.1.name"] [data-testid=field-error]')).toHaveText(
      '項目名を入力してください',
    )
    await expect(item(1)).toBeFocused()
    await item(1).fill('通話')
    await dialog.getByRole('button', { name: '登録する' }).click()
    await page.waitForURL(/\/completion_reports\/\d+$/)

    // Alt and arrows from within a row; the focus stays, the move is spoken.
    const main = page.locator('main')
    await item(0, main).press('Alt+ArrowDown')
    await expect(item(0, main)).toHaveValue('通話')
    await expect(item(1, main)).toHaveValue('親機')
    await expect(item(1, main)).toBeFocused()
    await expect(page.getByText('親機を3件中2番目に移動しました。')).toBeAttached()
    // Taken by Space, carried, put down.
    await page.getByRole('button', { name: '子機を並べ替える' }).press('Space')
    await page.keyboard.press('Home')
    await page.keyboard.press('Space')
    await expect(item(0, main)).toHaveValue('子機')
    // By mouse: the third to the first place.
    const grip = await page.getByRole('button', { name: '親機を並べ替える' }).boundingBox()
    const first = await page.getByRole('button', { name: '子機を並べ替える' }).boundingBox()
    if (grip === null || first === null) throw new Error('the rows have no grips')
    await page.mouse.move(grip.x + 8, grip.y + 12)
    await page.mouse.down()
    await page.mouse.move(first.x + 8, first.y + 40, { steps: 8 })
    await page.mouse.move(first.x + 8, first.y - 10, { steps: 4 })
    await page.mouse.up()
    await expect(item(0, main)).toHaveValue('親機')

    // One default an item: another takes it over.
    const answers = main.getByTestId('report-item').first()
    await answers.getByRole('checkbox', { name: '否を初期値にする' }).check()
    await expect(answers.getByRole('checkbox', { name: '良を初期値にする' })).not.toBeChecked()
    await answers.getByRole('button', { name: '選択肢を追加' }).click()
    // The last one is the new one only when it is there.
    await expect(answers.getByPlaceholder('選択肢（例：良）')).toHaveCount(3)
    await answers.getByPlaceholder('選択肢（例：良）').last().fill('対象外')
    await page.getByRole('button', { name: '保存する' }).click()
    await told(page, '完了報告書を更新しました。')
    await page.reload()
    for (const [at, text] of ['親機', '子機', '通話'].entries()) await expect(item(at, main)).toHaveValue(text)
    await expect(answers.getByRole('checkbox', { name: '否を初期値にする' })).toBeChecked()
    await expect(answers.getByPlaceholder('選択肢（例：良）').last()).toHaveValue('対象外')
    expect(await faultsOf(page)).toEqual([])

    await answers.getByRole('button', { name: '親機を削除' }).click()
    await page.getByRole('button', { name: '保存する' }).click()
    await expect(main.getByTestId('report-item')).toHaveCount(2)
    await page.getByRole('button', { name: '削除', exact: true }).click()
    await page.getByRole('button', { name: '削除する' }).click()
    await page.waitForURL(/\/completion_reports$/)
  })

  test('one in use stays, says why, and leads to the settings; comments are kept below them', async ({ page }) => {
    await enter(page, 'staff01')
    await page.goto('/completion_reports/1')
    await expect(page.getByRole('button', { name: /^削除/ }).first()).toHaveAttribute('title', '使用中のため削除できません。')
    await page.locator('[data-section=used-by]').getByRole('link', { name: 'リニューアル' }).click()
    await page.waitForURL(/\/completion_report_settings$/)
    expect(await faultsOf(page)).toEqual([])

    const comment = `定型 ${Date.now()}`
    await page.getByLabel('新しい定型コメント').fill(comment)
    await page.getByRole('button', { name: '追加' }).click()
    const rows = page.getByTestId('comment-list')
    await expect(rows.last()).toContainText(comment)
    await page.getByRole('button', { name: `${comment}を並べ替える` }).press('Space')
    await page.keyboard.press('Home')
    await page.keyboard.press('Space')
    await expect(rows.first()).toContainText(comment)
    await page.reload()
    await expect(rows.first()).toContainText(comment)

    const text = page.locator('[name="completion_report_settings_attributes[0][completion_comment]"]')
    await text.fill('施工しました。')
    await page.getByLabel('定型コメントを挿入').first().selectOption({ label: comment })
    await expect(text).toHaveValue(`施工しました。\n${comment}`)
    await page.getByRole('button', { name: '保存する' }).click()
    await told(page, '完了報告書設定を更新しました。')
    await page.reload()
    await expect(text).toHaveValue(`施工しました。\n${comment}`)

    await page.getByRole('button', { name: `「${comment}」を編集` }).click()
    await page.getByLabel('定型コメント', { exact: true }).last().fill(`${comment} 改`)
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await expect(rows.first()).toContainText(`${comment} 改`)
    await page.getByRole('button', { name: `「${comment} 改」を削除` }).click()
    await page.getByRole('button', { name: '削除する' }).click()
    await expect(page.getByText(`${comment} 改`)).toHaveCount(0)
  })
})

test.describe('settings', () => {
  test('a logo is looked at before it is saved, stands in the header at once, and goes again', async ({ page }) => {
    await enter(page, 'staffadmin01')
    await page.goto('/settings')
    const logo = await drawLogo(page)
    await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
    await expect(page.getByAltText('ヘッダーに表示されるロゴ')).toHaveAttribute('src', /^blob:/)
    await page.getByRole('button', { name: '保存する', exact: true }).click()
    await told(page, '設定を更新しました。')
    const shown = page.getByTestId('header-logo').locator('img')
    await expect(shown).toHaveAttribute('src', /^\/api\/logos\//)
    // A wide logo makes no page wider than a phone.
    const wide = page.viewportSize()
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      expect((await shown.boundingBox())?.width).toBeGreaterThan(40)
    }
    if (wide !== null) await page.setViewportSize(wide)
    await expect(shown).toHaveJSProperty('naturalWidth', 320)
    expect(await faultsOf(page)).toEqual([])

    await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
    await page.getByRole('button', { name: '保存する', exact: true }).click()
    await expect(page.getByTestId('field-error')).toHaveText('ロゴはPNGまたはJPEGの画像を選択してください')
    await page.getByRole('button', { name: 'logo.pngを外す' }).click()
    await page.getByLabel('ロゴを削除する').check()
    await page.getByRole('button', { name: '保存する', exact: true }).click()
    await expect(shown).toHaveCount(0)
  })

  test('the rounding shows what it does, and addresses are judged one by one', async ({ page }) => {
    await enter(page, 'staffadmin01')
    await page.goto('/settings')
    const example = page.getByRole('table', { name: '端数処理の例' }).getByRole('row').filter({ hasText: '¥1,234' })
    await page.locator('[name="client[rounding_rule]"]').selectOption('round_up_100')
    await expect(example).toContainText('¥1,400')
    await page.locator('[name="client[rounding_rule]"]').selectOption('round_down')
    await expect(example).toContainText('¥1,357')

    const cc = page.locator('[name="client[closed_cc]"]')
    await cc.fill('good@example.jp')
    await cc.press('Enter')
    await cc.pressSequentially('wrong@,')
    await expect(page.getByRole('button', { name: 'good@example.jpを外す' })).toBeVisible()
    await page.getByRole('button', { name: '保存する', exact: true }).click()
    const wrong = page.getByTestId('field-error')
    await expect(wrong).toContainText('wrong@')
    await expect(wrong).toContainText('メールアドレスの形式が正しくありません')
    await expect(cc).toBeFocused()
    await page.getByRole('button', { name: 'wrong@を外す' }).click()
    await page.getByRole('button', { name: '保存する', exact: true }).click()
    await told(page, '設定を更新しました。')
    await page.reload()
    await page.getByRole('button', { name: 'good@example.jpを外す' }).click()
    await page.getByRole('button', { name: '保存する', exact: true }).click()
    await told(page, '設定を更新しました。')
  })

  test('an admin gives a company its logo; whoever chooses the company sees it', async ({ page, browser }) => {
    await choose(page, 'admin01', '900')
    await page.goto('/admin/clients')
    await page.getByRole('link', { name: '900' }).click()
    await page.waitForURL(/\/admin\/clients\/\d+$/)
    await page.locator('input[type=file]').setInputFiles({ name: 'tama.png', mimeType: 'image/png', buffer: await drawLogo(page) })
    await page.getByRole('button', { name: '保存する', exact: true }).click()
    await told(page, '企業を更新しました。')
    await page.goto('/constructions')
    const src = (of: Page) => of.getByTestId('header-logo').locator('img').getAttribute('src')
    const kept = (of: Page) => of.evaluate(() => localStorage.getItem('client_logo_path'))
    await expect(page.getByTestId('header-logo').locator('img')).toBeVisible()
    expect(await src(page)).toBe(await kept(page))

    const other = await browser.newPage()
    await choose(other, 'operator01', '900')
    await expect(other.getByTestId('header-logo').locator('img')).toBeVisible()
    expect(await src(other)).toBe(await kept(other))
    expect(await src(other)).toBe(await src(page))
    await other.close()
  })
})

for (const [who, login] of [
  ['admin01', '/admins/login'],
  ['operator01', '/operators/login'],
] as const)
  test(`${who} without a chosen company is told so and asks for nothing of one`, async ({ page }) => {
    await signIn(page, who, login)
    const asked: string[] = []
    page.on('request', request => {
      if (/\/api\/(constructions|buildings|staffs)/.test(request.url())) asked.push(request.url())
    })
    await page.goto('/constructions')
    await told(page, '企業が選択されていません。')
    await page.waitForURL('**/admins/top?redirect=%2Fconstructions')
    expect(asked).toEqual([])
  })

test.describe('the supplier beside the construction form', () => {
  const open = async (page: Page) => {
    await enter(page, 'staff01')
    await page.goto('/constructions/3/edit')
    await page.locator('[data-section=representative]').waitFor()
  }
  const modal = (page: Page) => page.getByTestId('supplier-modal')

  test('is changed in its modal: read again, saved by PATCH, and told with the server’s own message', async ({ page }) => {
    const reading = page.waitForResponse(response => response.request().method() === 'GET' && /\/api\/suppliers\/\d+$/.test(response.url()))
    await open(page)
    await page.locator('[data-section=representative]').getByRole('button', { name: '編集' }).click()
    expect((await reading).url()).toMatch(/\/api\/suppliers\/1$/)
    await expect(modal(page).locator('[name="supplier[name]"]')).toHaveValue('日本住宅管理株式会社')
    // A new row may always go; one on a construction stays.
    await expect(modal(page).getByText('使用中のため削除できません。')).toBeVisible()
    await expect(modal(page).getByRole('button', { name: '大野 直人を削除' })).toHaveCount(0)
    await modal(page).getByRole('button', { name: '担当者を追加' }).click()
    await modal(page).getByPlaceholder('氏名').last().fill('新人 一郎')
    await modal(page).getByRole('button', { name: '新人 一郎を削除' }).click()
    await expect(modal(page).getByPlaceholder('氏名')).toHaveCount(2)
    // The API refuses what the page does not offer.
    const staffs = ((await (await reading).json()) as { supplier: { supplier_staffs: { id: number; name: string }[] } }).supplier
      .supplier_staffs
    const going = staffs.map(({ id, name }) => ({ id, name, _destroy: true }))
    expect(await patched(page, '/api/suppliers/1', { supplier: { supplier_staffs_attributes: going } })).toBe(422)
    const saved = page.waitForResponse(response => response.request().method() === 'PATCH' && response.url().endsWith('/api/suppliers/1'))
    await modal(page).getByRole('button', { name: '保存する' }).click()
    const { message } = (await (await saved).json()) as { message: string }
    await told(page, message)
  })

  test('lets a person go who is on no construction, and says so to the server', async ({ page }) => {
    await page.route(/\/api\/suppliers\/1$/, async route => {
      if (route.request().method() !== 'GET') return route.continue()
      const response = await fetchHere(route)
      const answer = (await response.json()) as { supplier: { supplier_staffs: { can_delete: boolean }[] } }
      for (const person of answer.supplier.supplier_staffs) person.can_delete = true
      return route.fulfill({ response, json: answer })
    })
    await open(page)
    await page.locator('[data-section=representative]').getByRole('button', { name: '編集' }).click()
    await modal(page).getByRole('button', { name: '大野 直人を削除' }).click()
    const sent = page.waitForRequest(request => request.method() === 'PATCH' && request.url().endsWith('/api/suppliers/1'))
    await modal(page).getByRole('button', { name: '保存する' }).click()
    const { supplier } = (await sent).postDataJSON() as { supplier: { supplier_staffs_attributes: { id: number; _destroy?: boolean }[] } }
    const [gone, ...kept] = supplier.supplier_staffs_attributes.toSorted(
      (a, b) => Number(b._destroy ?? false) - Number(a._destroy ?? false),
    )
    expect(gone?._destroy).toBe(true)
    // Of everybody else only the place travels with it: what others change meanwhile stays.
    for (const row of kept) expect(Object.keys(row)).toEqual(['id'])
    // The server asks again: this person is on a construction.
    await expect(modal(page).getByRole('alert')).toContainText('使用中のため削除できません。')
  })
})

test.describe('the craftsmen of a contractor in the construction form', () => {
  const asked = (page: Page) => {
    const ids: (string | null)[] = []
    page.on('request', request => {
      const url = new URL(request.url())
      if (request.method() === 'GET' && url.pathname === '/api/craftsmans') ids.push(url.searchParams.get('craftsman[contractor_id]'))
    })
    return ids
  }

  interface Listed {
    id: number
    name: string
  }
  /** Chooses the first contractor that is offered: in a native list, or in one that is long enough to be searched. */
  const chooseFirst = async (page: Page, offered: number) => {
    if (offered <= 12) return page.locator('select[name="construction[assigned_contractors_attributes]"]').selectOption({ index: 1 })
    await page.getByPlaceholder(/^(協力会社を選択してください|ほかの協力会社も選択できます)$/).click()
    await page.getByRole('option').first().click()
  }
  const chooseTwo = async (page: Page) => {
    const ids = asked(page)
    await enter(page, 'staff01')
    const listing = page.waitForResponse(response => new URL(response.url()).pathname === '/api/contractors')
    await page.goto('/constructions/new/overall_schedule/new?building_id=3')
    const field = page.locator('[data-field=assigned_contractors]').first()
    await field.waitFor()
    expect(ids).toEqual([])
    const { contractors } = (await (await listing).json()) as { contractors: Listed[] }
    // Each choice asks for the craftsmen of what was chosen, and is told of no others.
    const chosen: string[] = []
    for (let turn = 0; turn < 2; turn++) {
      const answering = page.waitForResponse(response => new URL(response.url()).pathname === '/api/craftsmans')
      await chooseFirst(page, contractors.length - turn)
      const answer = await answering
      const row = field
        .getByRole('listitem')
        .filter({ has: page.locator('strong') })
        .nth(turn)
      const company = await row.locator('strong').textContent()
      const id = contractors.find(({ name }) => name === company)?.id
      chosen.push(String(id))
      expect(ids).toEqual(chosen)
      const { craftsmans } = (await answer.json()) as { craftsmans: { contractor_id: number }[] }
      expect(craftsmans.filter(({ contractor_id }) => contractor_id !== id)).toEqual([])
    }
    // Taking the choice back asks for nobody.
    for (let left = 2; left > 0; left--)
      await field
        .getByRole('button', { name: /を外す$/ })
        .first()
        .click()
    await expect(field.locator('strong')).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    expect(ids).toEqual(chosen)
    return ids
  }

  test('are asked for by its id when it is shown and when another is chosen, and never without one', async ({ page }) => {
    // Leaves the form it filled in without saving.
    page.on('dialog', dialog => void dialog.accept())
    const ids = await chooseTwo(page)
    ids.length = 0
    await page.goto('/constructions/3/edit')
    const field = page.locator('[data-field=assigned_contractors]').first()
    await expect(field.getByRole('listitem').first()).toBeVisible()
    const shown = await field
      .getByRole('listitem')
      .filter({ has: page.locator('strong') })
      .count()
    await expect.poll(() => ids.length).toBe(shown)
    expect(ids.every(id => id !== null && id !== '')).toBe(true)
  })

  test('are asked for also where the contractors are so many that they are searched', async ({ page }) => {
    await page.route(/\/api\/contractors\?/, async route => {
      const response = await fetchHere(route)
      const { contractors, ...rest } = (await response.json()) as { contractors: (Listed & { primary_contractor_id: number | null })[] }
      const more = Array.from({ length: 13 }, (_, at) => ({ ...contractors[0], id: 900_000 + at, name: `ほかの会社${at}` }))
      return route.fulfill({ response, json: { ...rest, contractors: [...contractors, ...more] } })
    })
    await chooseTwo(page)
  })

  test('are told to be none in red', async ({ page }) => {
    await page.route(/\/api\/craftsmans\?/, route => route.fulfill({ json: { craftsmans: [] } }))
    await page.route(/\/api\/constructions\/3$/, async route => {
      if (route.request().method() !== 'GET') return route.continue()
      const response = await fetchHere(route)
      const answer = (await response.json()) as { construction: { assigned_contractors: { assigned_craftsmans: unknown[] }[] } }
      for (const contractor of answer.construction.assigned_contractors) contractor.assigned_craftsmans = []
      return route.fulfill({ response, json: answer })
    })
    await enter(page, 'staff01')
    await page.goto('/constructions/3/edit')
    const text = page.getByText('職人が見つかりません。').first()
    await expect(text).toBeVisible()
    await expect(text).toHaveCSS('color', 'rgb(189, 36, 32)')
  })
})

test('the order of work is walked through cell by cell, and stands still for whoever wants no motion', async ({ page }) => {
  await enter(page, 'staff01')
  await page.goto('/construction_orders/1')
  const cell = page.getByTestId('order-preview').locator('td').first()
  await expect(cell).toHaveCSS('animation-name', /reached$/)
  // Two columns at once: the second room of the first floor from the top comes second.
  await page.locator('[name="construction_order[line_number]"]').fill('2')
  await expect(page.getByTestId('order-preview').locator('tr').first().locator('td')).toHaveText(['1', '2', '9', '10', '17', '18'])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(cell).toHaveCSS('animation-name', 'none')
})
