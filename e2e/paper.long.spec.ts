import { expect, type Locator, test } from '@playwright/test'
import { extractText } from 'unpdf'
import { enter } from './sign-in.ts'
import { buildSite, craftsman, staff } from './site.ts'

/** The words of a PDF behind a link, page by page without gaps. */
const pagesOf = async (link: Locator): Promise<string[]> => {
  const { pathname } = new URL((await link.getAttribute('href')) ?? '', 'http://127.0.0.1')
  const file = await link.page().request.get(`http://127.0.0.1:${process.env.E2E_PORT ?? ''}${pathname}`)
  expect(file.headers()['content-type']).toBe('application/pdf')
  return (await extractText(new Uint8Array(await file.body()))).text.map(page => page.replaceAll(/\s/g, ''))
}

test('reminders are printed for those who have not answered, in posting order, and for nobody else', async ({ page }) => {
  const site = await buildSite({ deadline: 6 })
  await site.confirm('101')
  await site.confirm('202')
  await enter(page, staff)
  await page.goto(`/constructions/${site.id}/answer_board`)
  await page.getByRole('button', { name: '再案内を印刷' }).click()
  // The same question as wherever letters are printed: whose.
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('未配布の10戸')).toBeChecked()
  await dialog.getByRole('button', { name: '10戸分を印刷' }).click()
  const link = dialog.getByRole('link', { name: 'PDFを開く' })
  await expect(link).toBeVisible({ timeout: 120_000 })
  const pages = await pagesOf(link)
  expect(pages.map(text => /^(\d+)号室/.exec(text)?.[1])).toEqual(['102', '103', '104', '201', '203', '204', '301', '302', '303', '304'])
  for (const text of pages) expect(text).toContain('ご回答の締切')
  // A letter says nothing of the run that it came from (decision 043).
  for (const text of pages) expect(text).not.toMatch(/\d+\/10(?!\d)/)
  // The dwelling's own history says so.
  await page.goto(`/constructions/${site.id}/rooms/${site.idOf('102')}`)
  await expect(page.getByRole('region', { name: '履歴' })).toContainText('再案内を作成しました')
})

test('the poster names no dwelling, and a craftsman leaves a slip at a door nobody opened', async ({ page }) => {
  const site = await buildSite()
  await enter(page, staff)
  await page.goto(`/constructions/${site.id}`)
  const paper = page.getByRole('region', { name: '掲示・配布物' })
  await paper.getByRole('button', { name: '掲示用ポスター' }).click()
  const poster = paper.getByRole('link', { name: 'PDFを開く' })
  await expect(poster).toBeVisible({ timeout: 120_000 })
  const [text = ''] = await pagesOf(poster)
  expect(text).toContain('居住者各位')
  expect(text).not.toMatch(/\d+号室/)

  await enter(page, craftsman)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/constructions/${site.id}/rooms/${site.idOf('301')}`)
  await page.getByRole('button', { name: '不在票を作成' }).click()
  const slip = page.getByRole('region', { name: 'この部屋の書面' }).getByRole('link', { name: 'PDFを開く' })
  await expect(slip).toBeVisible({ timeout: 120_000 })
  expect((await pagesOf(slip))[0]).toContain('301号室居住者様')
})
