import { expect, type Page, test } from '@playwright/test'
import { lastingNews } from './lasting-news.ts'
import { enter } from './sign-in.ts'

const field = (page: Page, name: string) => page.locator(`[name="construction[${name}]"]`)
const fillDay = async (page: Page, name: string, day: string) => {
  await field(page, name).fill(day)
  await field(page, name).press('Tab')
}
/** Chooses the first that can be chosen, whether the list is short (native) or long (searchable). */
const chooseFirst = async (page: Page, name: string) => {
  const select = field(page, name)
  if ((await select.evaluate(element => element.tagName)) === 'SELECT') await select.selectOption({ index: 1 })
  else {
    await select.click()
    await page.locator('[role=option]:visible').first().click()
  }
}
const fillSchedule = async (page: Page) => {
  await chooseFirst(page, 'assigned_contractors_attributes')
  await page.locator('[data-field=assigned_contractors] li input').first().click()
  await page.locator('[role=option]:visible').first().click()
  await page.keyboard.press('Escape')
  for (const [name, day] of [
    ['common_area_start_on', '2030/1/7'],
    ['common_area_end_on', '2030-01-11'],
    ['privately_area_start_on', '2030年1月14日'],
    ['privately_area_end_on', '20300215'],
    ['schedule_change_end_on', '2030/1/9'],
  ] as const)
    await fillDay(page, name, day)
}
/** What the API answers to the page's own session. */
const ask = <Answer>(page: Page, path: string): Promise<Answer> =>
  page.evaluate<Answer>(`(async () => {
    const headers = Object.fromEntries(['client', 'access-token', 'uid', 'token-type'].map(name => [name, localStorage.getItem(name)]))
    return (await fetch(${JSON.stringify(path)}, { headers })).json()
  })()`)
const next = (page: Page) => page.getByRole('button', { name: /^保存して/ }).click()
const errors = (page: Page) => page.getByTestId('field-error').allTextContents()

test.describe('staff create a construction through the five steps', () => {
  test.beforeEach(({ page }) => enter(page, 'staff01'))

  test('from the list to the detail, with what is missing told in its place', async ({ page }) => {
    const sent: Record<string, unknown>[] = []
    page.on('request', request => {
      if (['POST', 'PATCH'].includes(request.method()) && /\/api\/constructions/.test(request.url()))
        sent.push(request.postDataJSON() as Record<string, unknown>)
    })

    await page.goto('/constructions')
    await page.getByRole('button', { name: '新規登録' }).click()
    await page.getByTestId('building-modal').getByLabel('物件を検索').fill('パークハイツ')
    await page
      .getByTestId('building-modal')
      .getByRole('button', { name: /パークハイツ/ })
      .first()
      .click()
    await page.waitForURL(/\/constructions\/new\/overall_schedule\/new\?building_id=\d+/)

    await expect(page.locator('[data-mode=new]')).toBeVisible()
    await expect(page.getByTestId('step-header')).toBeVisible()
    await expect(page.locator('section[data-section]')).toHaveCount(1)
    await expect(page.locator('section[data-section=overall_schedule]')).toBeVisible()
    for (const required of ['assigned_contractors', 'common_area_period', 'privately_area_period', 'schedule_change_end_on'])
      await expect(page.locator(`[data-field=${required}]`).getByTestId('required-mark').first()).toBeVisible()

    await next(page)
    await expect
      .poll(() => errors(page))
      .toEqual([
        '協力会社を選択してください',
        '共用部工期を入力してください',
        '専有部工期を入力してください',
        '日程変更締切日を入力してください',
      ])

    await fillSchedule(page)
    await page.getByRole('button', { name: '日曜・祝日を休工日にする' }).last().click()
    await page.getByLabel('準備日を選ぶ').check()
    await page.locator('[data-field=privately_area_holidays] [data-day="2030-01-15"]').click()
    await page.locator('[name=briefing_session_date]').fill('2029/12/25')
    await page.locator('[name=briefing_session_date]').press('Tab')
    await page.locator('[name=briefing_session_time]').fill('10:00')
    await next(page)
    await page.waitForURL(/\/constructions\/\d+\/representative\/new$/)
    const created = sent.at(-1) as { form_type: string; construction: Record<string, unknown> }
    expect(created.form_type).toBe('overall_schedule')
    expect(created.construction).toMatchObject({
      briefing_session_at: '2029-12-25 10:00',
      preparation_days: ['2030-01-15'],
      privately_area_holidays: ['2030-01-14', '2030-01-20', '2030-01-27', '2030-02-03', '2030-02-10', '2030-02-11'],
    })
    expect(created.construction).not.toHaveProperty('briefing_session_date')

    const supplier = `青葉商事 ${Date.now()}`
    await page.getByRole('button', { name: '取引先を追加' }).click()
    const modal = page.getByTestId('supplier-modal')
    await modal.locator('[name="supplier[name]"]').fill(supplier)
    for (const at of [0, 1]) {
      await modal.getByRole('button', { name: '担当者を追加' }).click()
      await modal.locator(`[name="supplier[supplier_staffs_attributes][${at}][name]"]`).fill(at === 0 ? '青木 進' : '')
    }
    await modal.getByRole('button', { name: '登録する' }).click()
    await expect(modal.getByTestId('field-error')).toHaveText('担当者名を入力してください')
    await modal.locator('[name="supplier[supplier_staffs_attributes][1][name]"]').fill('石井 学')
    await modal.getByRole('button', { name: '登録する' }).click()
    await expect(modal).toBeHidden()
    await field(page, 'supplier_staff_id').selectOption({ label: '石井 学' })
    await chooseFirst(page, 'sales_staff_id')
    await next(page)
    await page.waitForURL(/construction_info\/new$/)

    const number = `E-${Date.now()}`
    await field(page, 'manage_no').fill(number)
    await field(page, 'name').fill('インターホン更新工事')
    await field(page, 'construction_type').selectOption('renewal')
    await field(page, 'time_per_unit').fill('45')
    await next(page)
    await page.waitForURL(/photography_places\/new$/)

    await page.getByLabel('使用しない').check()
    const row = (at: number, name: string) => field(page, `private_photography_places_attributes][${at}][${name}`)
    await row(0, 'photography_place_id').selectOption({ index: 2 })
    const taken = await row(0, 'photography_place_id').inputValue()
    await expect(page.locator('[data-section=private_photography_places] [data-kit=icon-button]')).toHaveCount(0)
    await page.locator('[data-section=private_photography_places]').getByRole('button', { name: '撮影箇所を追加' }).click()
    await expect(row(1, 'photography_place_id').locator(`option[value="${taken}"]`)).toBeDisabled()
    await row(1, 'photography_place_id').selectOption('free')
    await row(1, 'free_input').fill('分電盤')
    for (const timing of ['before', 'under', 'after']) await row(1, `${timing}_construction`).uncheck()
    await next(page)
    await expect.poll(() => errors(page)).toEqual(['撮影時期を選択してください'])
    await row(1, 'after_construction').check()
    await next(page)
    await page.waitForURL(/options\/new$/)

    const adder = page.locator('[name=option_to_add]')
    await adder.selectOption({ index: 1 })
    await expect(adder.locator('option', { hasText: '追加済み' })).toHaveCount(1)
    await adder.selectOption({ index: 1 })
    await expect(page.getByText('同じオプションは追加できません。')).toBeVisible()
    await expect(page.locator('[data-section=options] li')).toHaveCount(1)
    await next(page)
    await page.waitForURL(/\/constructions\/\d+$/)

    // Everything that was sent carries the names of the fields; rows are nested (spec section 7).
    const detail = await ask<{ construction: Record<string, unknown> }>(page, `/api${new URL(page.url()).pathname}`)
    for (const { construction } of sent as { construction: Record<string, unknown> }[])
      for (const [name, value] of Object.entries(construction))
        if (name.endsWith('_attributes')) expect(Array.isArray(value)).toBe(true)
        else expect(Object.keys(detail.construction)).toContain(name)
    expect(detail.construction.constructions_options).toHaveLength(1)

    await expect(page.getByRole('definition').filter({ hasText: number })).toBeVisible()
    await expect(page.getByText('分電盤')).toBeVisible()
    await expect(page.getByText('未入力', { exact: true })).toHaveCount(0)
    await page.goto(`/constructions?keyword=${number}`)
    await expect(page.getByRole('row').filter({ hasText: number })).toHaveCount(1)
  })

  test('a step without an id leads to the form of a new construction, which begins with the first step', async ({ page }) => {
    await page.goto('/constructions/options/new')
    await page.waitForURL(/\/constructions\/new\/overall_schedule\/new$/)
    await expect(page.getByTestId('building-modal')).toBeVisible()
  })
})

test.describe('the edit page', () => {
  test('shows every section, keeps what was typed, and saves in place', async ({ page }) => {
    await enter(page, 'staffadmin01')
    await page.goto('/constructions/5/edit')
    await expect(page.locator('[data-mode=edit]')).toBeVisible()
    for (const section of [
      'construction_info',
      'overall_schedule',
      'representative',
      'electronic_signboard',
      'common_photography_places',
      'private_photography_places',
      'options',
      'others',
      'remarks',
    ])
      await expect(page.locator(`[data-section=${section}]`)).toBeVisible()
    for (const required of ['manage_no', 'name', 'supplier_id', 'sales_staff_id'])
      await expect(page.locator(`[data-field=${required}]`).getByTestId('required-mark')).toBeVisible()

    const remark = `備考 ${Date.now()}`
    await field(page, 'remarks').fill(remark)
    await page.getByRole('link', { name: '工事詳細' }).click()
    await expect(page.getByRole('dialog')).toContainText('変更内容が破棄されます。よろしいですか？')
    await page.getByRole('button', { name: 'このページに残る' }).click()
    await page.getByRole('button', { name: '保存する' }).click()
    await expect(page.getByTestId('toast-body').filter({ hasText: '工事を更新しました。' })).toBeVisible()
    await page.reload()
    await expect(field(page, 'remarks')).toHaveValue(remark)
  })

  test('shows both versions when somebody else saved first, and loses neither', async ({ page, browser }) => {
    const address = '/constructions/5/edit?form_type=construction_info'
    await enter(page, 'staff01')
    await page.goto(address)
    const other = await (await browser.newContext()).newPage()
    await enter(other, 'staffadmin01')
    await other.goto(address)
    const theirs = `共用廊下に資材置場あり ${Date.now()}`
    await field(other, 'remarks').fill(theirs)
    await field(other, 'emergency_phone_number').fill('0312345678')
    await other.getByRole('button', { name: '保存する' }).click()
    await expect(other.getByTestId('toast-body').filter({ hasText: '工事を更新しました。' })).toBeVisible()

    const mine = `掲示板は管理人室前 ${Date.now()}`
    await field(page, 'remarks').fill(mine)
    await field(page, 'time_per_unit').fill('55')
    await page.getByRole('button', { name: '保存する' }).click()
    const dialog = page.getByTestId('conflict-modal')
    await expect(dialog.getByText(theirs)).toBeVisible()
    await expect(dialog.getByText(mine)).toBeVisible()
    await expect(page.getByTestId('toast-body')).toHaveCount(0)

    // Back to the form: everything is still typed, nothing is saved, and leaving asks.
    await dialog.getByRole('button', { name: '入力に戻る' }).click()
    await expect(field(page, 'remarks')).toHaveValue(mine)
    await page.getByRole('link', { name: '工事詳細' }).first().click()
    await page.getByRole('button', { name: 'このページに残る' }).click()

    await page.getByRole('button', { name: '保存する' }).click()
    await dialog.getByRole('radio', { name: 'あなたの入力' }).check()
    await dialog.getByRole('button', { name: '選んだ内容で保存する' }).click()
    await expect(page.getByTestId('toast-body').filter({ hasText: '工事を更新しました。' })).toBeVisible()
    await page.reload()
    await expect(field(page, 'remarks')).toHaveValue(mine)
    await expect(field(page, 'time_per_unit')).toHaveValue('55')
    await expect(field(page, 'emergency_phone_number')).toHaveValue(/03-?1234-?5678/)
    await other.context().close()
  })

  test('every step shows the sections of its form type and no others', async ({ page }) => {
    await enter(page, 'staff01')
    const sections = {
      representative: ['representative'],
      construction_info: ['construction_info', 'others', 'remarks'],
      photography_places: ['electronic_signboard', 'common_photography_places', 'private_photography_places'],
      options: ['options'],
    }
    for (const [step, own] of Object.entries(sections)) {
      await page.goto(`/constructions/5/${step}/new`)
      for (const section of own) await expect(page.locator(`section[data-section=${section}]`)).toBeVisible()
      for (const section of Object.values(sections).flat().concat('overall_schedule'))
        if (!own.includes(section)) await expect(page.locator(`section[data-section=${section}]`)).toHaveCount(0)
    }
  })

  test('keeps who signs the contract, the security equipment and the emergency number', async ({ page }) => {
    await enter(page, 'staff01')
    await page.goto('/constructions/5/edit?form_type=representative')
    await field(page, 'contract_representative').fill('髙﨑 𠮷男')
    await field(page, 'contract_representative_address').fill('東京都世田谷区太子堂1-2-3')
    await page.getByRole('button', { name: '保存する' }).click()
    await expect(page.getByTestId('toast-body').filter({ hasText: '工事を更新しました。' })).toBeVisible()
    await page.reload()
    await expect(field(page, 'contract_representative')).toHaveValue('髙﨑 𠮷男')
    await expect(field(page, 'contract_representative_address')).toHaveValue('東京都世田谷区太子堂1-2-3')
    await page.goto('/constructions/5/edit?form_type=construction_info')
    await field(page, 'security_equipment').selectOption('fire_gas_alert')
    await field(page, 'emergency_phone_number').fill('０３－１２３４－５６７８')
    await page.getByRole('button', { name: '保存する' }).click()
    await expect(page.getByTestId('toast-body').filter({ hasText: '工事を更新しました。' })).toBeVisible()
    await page.reload()
    await expect(field(page, 'security_equipment')).toHaveValue('fire_gas_alert')
    await expect(field(page, 'emergency_phone_number')).toHaveValue(/^03-?1234-?5678$/)
  })

  test('asks for the signboard contractors a page at a time', async ({ page }) => {
    await enter(page, 'staff01')
    const asked = page.waitForRequest(request => /\/api\/electronic_signboard_contractors\?.*exclude_pagination=false/.test(request.url()))
    await page.goto('/constructions/5/edit?form_type=photography_places')
    expect((await (await asked).response())?.status()).toBe(200)
  })

  test('removes and restores a contractor in one row', async ({ page }) => {
    await enter(page, 'staffadmin01')
    await page.goto('/constructions/5/edit?form_type=overall_schedule')
    const rows = page.locator('[data-field=assigned_contractors] li')
    await expect(rows.first()).toBeVisible()
    const name = (await rows.first().locator('strong').textContent()) ?? ''
    const count = await rows.count()
    await page.getByRole('button', { name: `${name}を外す` }).click()
    await expect(rows).toHaveCount(count - 1)
    const sent = page.waitForRequest(request => request.method() === 'PATCH')
    await field(page, 'assigned_contractors_attributes').selectOption({ label: name })
    await expect(rows).toHaveCount(count)
    await page.getByRole('button', { name: '保存する' }).click()
    const body = (await sent).postDataJSON() as { construction: { assigned_contractors_attributes: { id?: number; _destroy: boolean }[] } }
    const attributes = body.construction.assigned_contractors_attributes
    expect(attributes).toHaveLength(count)
    expect(attributes.every(row => row.id !== undefined && !row._destroy)).toBe(true)
  })

  test('lets a craftsman change the assignment and nothing else', async ({ page }) => {
    await enter(page, 'craftsman01')
    // Not today's: other journeys name people for it, and what is saved meanwhile is asked about.
    await page.goto('/constructions/4/edit')
    for (const name of ['manage_no', 'privately_area_start_on', 'supplier_id', 'remarks']) await expect(field(page, name)).toBeDisabled()
    await expect(page.locator('[data-field=assigned_contractors] li input').first()).toBeEnabled()
    await page.getByRole('button', { name: '保存する' }).click()
    await expect(page.getByTestId('toast-body').filter({ hasText: '工事を更新しました。' })).toBeVisible()
  })
})

test('the list filters by state in the address and shows a month of bars', async ({ page }) => {
  await enter(page, 'staff01')
  await page.goto('/constructions')
  await page.getByLabel('残工事', { exact: true }).check()
  await page.waitForURL(/status=remaining/)
  await expect(page.getByRole('row').filter({ hasText: 'シティハイム元町' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'コーポラス多摩川' })).toHaveCount(0)
  await page.goto('/constructions')
  await page.getByRole('button', { name: 'カレンダー', exact: true }).click()
  await expect(page.getByRole('link', { name: /グランドメゾン青葉台/ }).first()).toBeVisible()
})

test('the overall schedule shows the periods and leads to their form', async ({ page }) => {
  await enter(page, 'staff01')
  await page.goto('/constructions/4/overall_schedule')
  for (const label of ['契約工期', '共用部工期', '専有部工期', '日程変更締切日'])
    await expect(page.getByText(label, { exact: true })).toBeVisible()
  await expect(page.locator('[data-zoom=day]').getByTestId('today')).toBeVisible()
  await page.getByRole('button', { name: '月', exact: true }).click()
  await page.waitForURL(/zoom=month$/)
  await expect(page.getByRole('button', { name: '月', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'PDFを作成' }).click()
  await expect(page.getByRole('link', { name: 'PDFを開く' })).toBeVisible({ timeout: 120_000 })
  await page.getByRole('link', { name: '編集' }).click()
  await page.waitForURL(/\/edit\?form_type=overall_schedule$/)
  await expect(page.locator('[data-section=options]')).toHaveCount(0)
})

test('colours mean what the specification says: completed grey, not answered red, preparation blue', async ({ page }) => {
  const channels = async (
    selector: string,
    property: 'background-color' | 'color' | 'border-top-color' = 'background-color',
    pseudo: '::before' | null = null,
  ) => {
    const element = page.locator(selector).first()
    await expect(element).toBeVisible()
    const colour = await element.evaluate(
      (node, [name, part]) =>
        (
          globalThis as unknown as {
            getComputedStyle: (of: unknown, part: string | null) => { getPropertyValue: (name: string) => string }
          }
        )
          .getComputedStyle(node, part)
          .getPropertyValue(name),
      [property, pseudo] as const,
    )
    return (/\d+, \d+, \d+/.exec(colour)?.[0] ?? '').split(', ').map(Number) as [number, number, number]
  }
  await enter(page, 'staff01')
  const completed = await constructionWith(page, 'completed')
  await page.goto(`/constructions/${completed}/detail_schedule`)
  const [r, g, b] = await channels('[data-testid=room-card][data-status=completed]')
  expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThanOrEqual(16)
  expect(Math.abs(g - 0x9e)).toBeLessThanOrEqual(16)
  // Of an answer that nobody has looked at the sign alone: it is no alarm.
  for (const [answer, property, pseudo] of [
    ['not_yet', 'color', null],
    ['web', 'background-color', '::before'],
  ] as const) {
    await page.goto(`/constructions/${await constructionAnswered(page, answer)}/detail_schedule`)
    const [red, green, blue] = await channels(`[data-testid=reception-status][data-value=${answer}]`, property, pseudo)
    expect(red).toBeGreaterThan(180)
    expect(Math.max(green, blue)).toBeLessThan(90)
  }
  // The tower begins with a preparation day.
  for (const [address, selector, property] of [
    ['/constructions/5/overall_schedule', '[data-testid=day-cell][data-kind=preparation]', 'background-color'],
    ['/constructions/5/detail_schedule', '[role=columnheader][data-tone~=preparation]', 'border-top-color'],
  ] as const) {
    await page.goto(address)
    const [r4, , b4] = await channels(selector, property)
    expect(b4).toBeGreaterThan(180)
    expect(r4).toBeLessThan(100)
  }
})

/** A construction of the demo town with a room in this state. */
const constructionWith = async (page: Page, status: string): Promise<number> => {
  const list = await ask<{ flat_constructions: { id: number; progress: Record<string, number> }[] }>(
    page,
    '/api/constructions?exclude_pagination=true',
  )
  return list.flat_constructions.find(({ progress }) => (progress[status] ?? 0) > 0)?.id ?? 0
}

/** One in which a dwelling with a frame has answered this way. */
const constructionAnswered = async (page: Page, reception: string): Promise<number> => {
  const { flat_constructions } = await ask<{ flat_constructions: { id: number }[] }>(page, '/api/constructions?exclude_pagination=true')
  for (const { id } of flat_constructions) {
    const { rooms } = await ask<{ rooms: { reception_status_en: string; assign: unknown }[] }>(page, `/api/constructions/${id}/rooms`)
    if (rooms.some(room => room.reception_status_en === reception && room.assign !== null)) return id
  }
  throw new Error(`nobody has answered by ${reception}`)
}

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const)
  test(`at ${width} px a refusal leaves the button in reach, a day shows its weekday and all steps are there`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await lastingNews(page)
    await enter(page, 'staff01')
    await page.goto('/constructions/new/overall_schedule/new?building_id=1')
    const save = page.getByRole('button', { name: '保存して次へ' })
    await save.click()
    const toast = page.getByTestId('toast').last()
    await expect(toast).toBeVisible()
    // Playwright presses nothing that something else lies over.
    await save.click({ timeout: 60_000 })
    await page.mouse.wheel(0, 5_000)
    await save.click({ timeout: 60_000 })
    await expect(toast).toBeVisible()

    const day = field(page, 'planned_start_on')
    await day.fill('2026/11/25')
    await day.blur()
    await expect(day).toHaveValue('2026/11/25(水)')
    expect(await day.evaluate(input => input.scrollWidth <= input.clientWidth)).toBe(true)
    for (const step of await page.getByTestId('step-header').getByRole('listitem').all())
      expect((await step.boundingBox())?.x).toBeLessThan(width - 20)
  })
