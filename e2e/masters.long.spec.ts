import { expect, test } from '@playwright/test'
import { enter } from './sign-in.ts'

/** Every master by its address, what its form is called, and a field that can be changed. */
const masters = [
  ['departments', 'department', {}],
  ['suppliers', 'supplier', { address: '川崎市1-1' }],
  ['construction_orders', 'construction_order', { line_number: '3' }],
  ['incomplete_reasons', 'incomplete_reason', {}],
  ['electronic_signboard_contractors', 'electronic_signboard_contractor', { address: '横浜市1-1' }],
  ['photography_places', 'photography_place', { remarks: '全景' }],
  ['options', 'option', { price: '12000' }],
  ['contractors', 'contractor', { representative_name: '代表 太郎' }],
] as const

for (const [table, resource, fields] of masters)
  test(`staff register, change, find and delete: ${table}`, async ({ page }) => {
    await enter(page, 'staff01')
    await page.goto(`/${table}`)
    await expect(page.locator('[data-layout=master] h1')).toBeVisible()
    const name = `試験 ${table} ${Date.now()}`.slice(0, 50)
    const input = (field: string) => page.locator(`[name="${resource}[${field}]"]`)
    await page.getByRole('button', { name: '新規登録' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: '登録する' }).click()
    await expect(page.getByRole('dialog').getByTestId('field-error').first()).toBeVisible()
    await input('name').fill(name)
    for (const [field, value] of Object.entries(fields)) await input(field).fill(value)
    if (table === 'options') await input('price').fill('￥１２,０００')
    await page.getByRole('dialog').getByRole('button', { name: '登録する' }).click()
    await page.waitForURL(new RegExp(`/${table}/\\d+$`))

    await input('name').fill(`${name}改`)
    await page.getByRole('button', { name: '保存する' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name}改`)
    await page.reload()
    await expect(input('name')).toHaveValue(`${name}改`)
    for (const [field, value] of Object.entries(fields)) await expect(input(field)).toHaveValue(value)

    await page.goto(`/${table}?name=${encodeURIComponent(`${name}改`)}`)
    await page.getByRole('link', { name: `${name}改` }).click()
    await page.waitForURL(new RegExp(`/${table}/\\d+$`))
    await page.getByRole('button', { name: '削除' }).click()
    await page.getByRole('button', { name: '削除する' }).click()
    await page.waitForURL(new RegExp(`/${table}$`))
  })

test('a master in use says why it stays', async ({ page }) => {
  await enter(page, 'staff01')
  await page.goto('/suppliers/1')
  const button = page.getByRole('button', { name: /^削除/ })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toHaveAttribute('title', '使用中のため削除できません。')
})

test('a staff administrator registers staff; a Staff with the right gives no rights', async ({ page }) => {
  await enter(page, 'staff02')
  await page.goto('/staffs')
  await page.getByRole('button', { name: '新規登録' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('企業管理者')).toBeDisabled()
  await expect(dialog.locator('[name="staff[can_register_staff]"]')).toBeDisabled()
  const loginId = `e2e.${Date.now()}`
  await dialog.locator('[name="staff[name]"]').fill('試験 花子')
  await dialog.locator('[name="staff[login_id]"]').fill(loginId)
  await dialog.locator('[name="staff[email]"]').fill('hanako@example.jp')
  await dialog.getByRole('button', { name: '登録する' }).click()
  await page.waitForURL(/\/staffs\/\d+$/)
  await expect(page.locator('[name="staff[login_id]"]')).toHaveValue(loginId)

  // Nobody came: the invitation goes out once more.
  await page.getByRole('button', { name: '招待メールを再送' }).click()
  await expect(page.getByTestId('toast').filter({ hasText: '招待メールを送信しました。' })).toBeVisible()
  await page.goto('/staffs/1')
  await expect(page.locator('[name="staff[login_id]"]')).toHaveValue(/./)
  await expect(page.getByRole('button', { name: '招待メールを再送' })).toHaveCount(0)
})

test('a craftsman keeps own craftsmen and the companies under the own one', async ({ page }) => {
  await enter(page, 'craftsman01')
  await page.goto('/constructions')
  await page.getByTestId('header-switch-master').click()
  await page.waitForURL(/\/contractors\/\d+\/craftsmans$/)
  await page.getByRole('button', { name: '新規登録' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[name="craftsman[name]"]').fill('試験 職人')
  await dialog.locator('[name="craftsman[login_id]"]').fill(`e2ec.${Date.now()}`)
  await dialog.locator('[name="craftsman[email]"]').fill('shokunin@example.jp')
  await dialog.getByRole('button', { name: '登録する' }).click()
  await page.waitForURL(/\/craftsmans\/\d+$/)
  await page.getByRole('link', { name: '二次協力会社' }).click()
  await page.waitForURL(/\/subcontract_contractors$/)
  await expect(page.getByRole('link', { name: '多摩通信工業' })).toBeVisible()
})

test('the items of a report are written on a phone: each name has a line of its own', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, 'staff01')
  await page.goto('/completion_reports')
  await page.getByRole('button', { name: '新規登録' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '項目を追加' }).click()
  const wide = async (field: string) => (await dialog.locator(`[name$="${field}"]`).first().boundingBox())?.width ?? 0
  expect(await wide('[0][name]')).toBeGreaterThan(240)
  expect(await wide('[completion_report_item_units_attributes][0][name]')).toBeGreaterThan(190)
})
