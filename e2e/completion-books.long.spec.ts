import { expect, test } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { faultsOf } from './axe.ts'
import { widthOf } from './chosen-files.ts'
import { enter } from './sign-in.ts'
import { buildSite, staff } from './site.ts'

const host = `http://127.0.0.1:${process.env.E2E_PORT ?? ''}`

test('staff choose a completion book, make an interim copy and open it to somebody without an account', async ({ page, browser }) => {
  const site = await buildSite()
  await enter(page, staff)
  await page.goto(`/constructions/${site.id}/completion_book`)
  const parts = page.getByRole('list', { name: '載せる内容' })
  await expect(page.locator('[data-section=book_missing]')).toContainText('完了確定していない部屋があります。')
  await expect(page.locator('[data-section=book_missing]').getByRole('link', { name: '101', exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: '完成図書を作成' })).toHaveAttribute('aria-disabled', 'true')

  await parts.getByRole('checkbox', { name: '全体工程表' }).uncheck()
  await parts.getByRole('button', { name: '受領書を上へ' }).click()
  await parts.getByRole('button', { name: '受領書を並べ替える' }).press('Alt+ArrowUp')
  await page.getByRole('button', { name: '内容を保存' }).click()
  await expect(page.getByText('完成図書の内容を保存しました。')).toBeVisible()
  await page.reload()
  await expect(parts.getByRole('checkbox', { name: '全体工程表' })).not.toBeChecked()
  const names = await parts.getByRole('checkbox').evaluateAll(boxes => boxes.map(box => box.closest('label')?.textContent ?? ''))
  expect(names.indexOf('受領書')).toBe(names.indexOf('残工事の記録') - 1)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    // The page takes its other form a moment after the window.
    await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(width)
  }
  expect(await faultsOf(page)).toEqual([])

  await page.getByRole('button', { name: '仕上がりを見る' }).click()
  const preview = page.locator('[data-section=book_preview]')
  for (const part of ['表紙', '部屋一覧（施工日）', '引渡書']) {
    await preview.getByRole('region', { name: part }).scrollIntoViewIfNeeded()
    await expect(preview.getByRole('region', { name: part }).getByRole('button', { name: '1 / 1ページを拡大' })).toBeVisible({
      timeout: 120_000,
    })
  }
  await expect(preview.getByRole('region', { name: '全体工程表' })).toHaveCount(0)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    // The page takes its other form a moment after the window.
    await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(width)
  }
  expect(await faultsOf(page)).toEqual([])
  await preview.getByRole('button', { name: '仕上がりを閉じる' }).click()

  await page.getByRole('button', { name: '途中版を作成' }).click()
  const editions = page.locator('[data-section=book_editions]')
  await expect(editions).toContainText('第1版', { timeout: 120_000 })
  await expect(editions).toContainText('途中版')
  const { pathname, search } = new URL((await editions.getByRole('link', { name: /PDFを開く/ }).getAttribute('href')) ?? '', host)
  const pdf = await (await page.request.get(`${host}${pathname}${search}`)).body()
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)))
  for (const words of text) expect(words.replaceAll(/\s/g, '')).toContain('途中版（')
  expect(text.join('')).not.toContain('全体工程表 ')

  await editions.getByRole('button', { name: '閲覧用リンクを作成' }).click()
  await page.getByTestId('share-book').getByLabel('パスワード').fill('Kanri2026kumiai')
  await page.getByTestId('share-book').getByRole('button', { name: 'リンクを作成' }).click()
  const address = new URL((await page.getByTestId('book-url').textContent()) ?? '').pathname
  await page.getByTestId('share-book').getByRole('button', { name: '閉じる' }).last().click()

  const guest = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await guest.goto(address)
  await expect(guest.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  const openWith = async (password: string) => {
    await guest.getByRole('textbox', { name: 'パスワード' }).fill(password)
    await guest.getByRole('button', { name: '開く' }).click()
  }
  await openWith('Kanri2025kumiai')
  await expect(guest.getByText('パスワードが正しくありません。')).toBeVisible()
  await openWith('Kanri2026kumiai')
  await expect(guest.getByRole('link', { name: 'PDFを開く' })).toBeVisible()
  expect(await widthOf(guest)).toBeLessThanOrEqual(390)
  expect(await faultsOf(guest)).toEqual([])

  await page.reload()
  await expect(editions).toContainText('1回閲覧')
  await editions.getByRole('button', { name: '取り消す' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '取り消す' }).click()
  await expect(editions).toContainText('取り消し済み')
  await guest.reload()
  await expect(guest.getByText('このリンクは使えません。')).toBeVisible()
  await expect(guest.getByRole('textbox', { name: 'パスワード' })).toHaveCount(0)
})
