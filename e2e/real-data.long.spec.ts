import { expect, type Page, test } from '@playwright/test'
import { enter } from './sign-in.ts'

// The hardest real things: a tower of 3,500 dwellings in two wings, two hundred companies, names no other system takes, work over New Year.

/** A write as the page's own session sends it; answers the body. */
const write = <Answer>(page: Page, method: 'POST' | 'PATCH', path: string, body: unknown): Promise<Answer> =>
  page.evaluate<Answer>(`(async () => {
    const headers = Object.fromEntries(['client', 'access-token', 'uid', 'token-type'].map(name => [name, localStorage.getItem(name)]))
    const answer = await fetch(${JSON.stringify(path)}, {
      method: ${JSON.stringify(method)}, headers: { ...headers, 'content-type': 'application/json' }, body: ${JSON.stringify(JSON.stringify(body))},
    })
    if (!answer.ok) throw new Error(await answer.text())
    return answer.json()
  })()`)

const newBuilding = async (page: Page, name: string): Promise<number> =>
  (
    await write<{ building: { id: number } }>(page, 'POST', '/api/buildings', {
      building: { name, name_kana: 'タカサキタワー', address: '東京都江東区豊洲1-1-1' },
    })
  ).building.id
const field = (page: Page, name: string) => page.locator(`[name="construction[${name}]"]`)
const toast = (page: Page, text: string) =>
  expect(page.getByTestId('toast-body').filter({ hasText: text })).toBeVisible({ timeout: 120_000 })

// In a company of the demo town that no other journey looks at.
test.beforeEach(({ page }) => enter(page, 'staffadmin002'))

test('lays out a tower of 3,500 dwellings, writes in it and adds a second wing', async ({ page }) => {
  test.setTimeout(400_000)
  const id = await newBuilding(page, `髙﨑タワー𠮷 ${Date.now()}`)
  await page.goto(`/buildings/${id}/room_composition`)
  const settings = page.getByTestId('composition-settings').first()
  await settings.locator('[name="room_composition[floor_number]"]').fill('70')
  await settings.locator('[name="room_composition[room_number_per_floor]"]').fill('50')
  await settings.locator('[name="room_composition[initials]"]').fill('A')
  await page.getByRole('button', { name: '部屋名を生成' }).first().click()
  await expect(page.getByText(/部屋数\s*3500\s*戸/)).toBeVisible()
  await page.getByLabel('70F 1列目').click()
  await page.getByLabel('70F 1列目').fill('展望室')
  await page.getByRole('button', { name: '棟を追加' }).click()
  const second = page.getByTestId('composition-settings').last()
  await second.locator('[name="room_composition[initials]"]').fill('B')
  await page.getByRole('button', { name: '部屋名を生成' }).last().click()
  await page.getByRole('button', { name: '保存する' }).click()
  await toast(page, '部屋構成を更新しました。')
  await page.reload()
  await expect(page.getByText(/部屋数\s*3520\s*戸/)).toBeVisible()
  await expect(page.getByLabel('70F 1列目')).toHaveText('展望室')
  await expect(page.getByLabel('1F 1列目').last()).toHaveText('B101')
})

test('finds one of two hundred companies by typing, for work over New Year', async ({ page }) => {
  test.setTimeout(400_000)
  const stamp = Date.now()
  for (let at = 0; at < 200; at += 1)
    await write(page, 'POST', '/api/contractors', { contractor: { name: `協力電設${stamp}-${at}`, primary_contractor_id: null } })
  const id = await newBuilding(page, `年末年始マンション ${stamp}`)
  await page.goto(`/constructions/new/overall_schedule/new?building_id=${id}`)
  // The searchable one, which stands there when the list has come.
  const companies = page.locator('[data-field=assigned_contractors] > div input[role=combobox]')
  await companies.click()
  await companies.fill(`${stamp}-137`)
  await expect(page.locator('[role=option]:visible')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-field=assigned_contractors] li')).toHaveText(new RegExp(`協力電設${stamp}-137`))
  await expect(page.getByText('職人が見つかりません。')).toBeVisible()
  for (const [name, day] of [
    ['common_area_start_on', '2030/12/20'],
    ['common_area_end_on', '2031/1/10'],
    ['privately_area_start_on', '2030/12/23'],
    ['privately_area_end_on', '2031/1/17'],
    ['schedule_change_end_on', '2030/12/10'],
  ] as const) {
    await field(page, name).fill(day)
    await field(page, name).press('Tab')
  }
  const privately = page.locator('[data-field=privately_area_holidays]')
  await privately.getByRole('button', { name: '年末年始を休工日にする' }).click()
  await privately.getByRole('button', { name: '日曜・祝日を休工日にする' }).click()
  for (const day of ['2030-12-31', '2031-01-01', '2031-01-13'])
    await expect(privately.locator(`[data-day="${day}"]`)).toHaveAccessibleName(/休工日/)
  await expect(privately.locator('[data-day="2031-01-13"]')).toHaveAccessibleName(/成人の日/)
  await page.getByRole('button', { name: /^保存して/ }).click()
  await page.waitForURL(/\/constructions\/\d+\/representative\/new$/)
})

test('two people lay out the same rooms: nobody is overwritten', async ({ page, browser }) => {
  const id = await newBuilding(page, `ふたりの物件 ${Date.now()}`)
  const address = `/buildings/${id}/room_composition`
  await page.goto(address)
  await page.getByRole('button', { name: '部屋名を生成' }).click()
  await page.getByRole('button', { name: '保存する' }).click()
  await toast(page, '部屋構成を更新しました。')
  const other = await (await browser.newContext()).newPage()
  await enter(other, 'staffadmin002')
  await other.goto(address)

  const write = async (who: Page, label: string, name: string) => {
    await who.getByLabel(label).click()
    await who.getByLabel(label).fill(name)
    await who.getByRole('button', { name: '保存する' }).click()
  }
  await write(page, '1F 1列目', 'P101')
  await expect(page.getByRole('button', { name: '元に戻す' })).toBeDisabled()
  await write(other, '1F 2列目', 'Q102')
  const dialog = other.getByTestId('composition-conflict')
  await expect(dialog.getByText('101 → P101')).toBeVisible()
  await dialog.getByRole('button', { name: '合わせて保存する' }).click()
  await toast(other, '部屋構成を更新しました。')

  // What is typed as a setting is saved as it stands, and names stay.
  await other.reload()
  await other.locator('[name="room_composition[floor_number]"]').fill('4')
  await other.getByRole('button', { name: '保存する' }).click()
  await toast(other, '部屋構成を更新しました。')
  await other.reload()
  await expect(other.locator('[name="room_composition[floor_number]"]')).toHaveValue('4')
  await expect(other.getByLabel('1F 1列目')).toHaveText('P101')
  await expect(other.getByLabel('1F 2列目')).toHaveText('Q102')
  await other.context().close()
})
