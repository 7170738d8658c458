import { expect, test } from '@playwright/test'
import { sitDown } from './desk.ts'
import { buildSite } from './site.ts'

test('somebody of the office finds a resident as they are heard and writes down how the name is read', async ({ page }) => {
  const site = await buildSite()
  await site.call('PATCH', `/rooms/${site.idOf('203')}/resident`, { resident: { name: '髙橋 澄江', phone: '03-1234-0203' } })
  await sitDown(page)
  await page.goto(`/constructions/${site.id}`)
  await page.getByRole('link', { name: '居住者', exact: true }).click()
  const table = page.getByRole('table', { name: '居住者' })
  const find = async (keyword: string) => {
    await page.getByLabel('部屋・氏名・電話番号').fill(keyword)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(url => url.searchParams.get('keyword') === keyword)
  }
  await find('高橋澄江')
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: '203号室の居住者を編集' }).click()
  await page.getByLabel('氏名（カナ）').fill('たかはし すみえ')
  await page.getByRole('button', { name: '保存する' }).click()
  await expect(table.getByRole('cell', { name: 'タカハシ スミエ' })).toBeVisible()
  await find('たかはし')
  await expect(table.getByRole('link', { name: '203', exact: true })).toBeVisible()
  await find('すずき')
  await expect(page.getByText('条件に合うデータがありません。')).toBeVisible()
})
