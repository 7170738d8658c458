import { expect, type Page, test } from '@playwright/test'
import { drawSignature } from './draw-signature.ts'
import { faultsOf } from './axe.ts'
import { enter } from './sign-in.ts'
import { buildSite, craftsman, staff } from './site.ts'
import { widthOf } from './chosen-files.ts'

const openReport = async (page: Page, room: string) => {
  await page
    .getByRole('row', { name: new RegExp(room) })
    .getByRole('button', { name: room, exact: true })
    .click()
  return page.getByTestId('report-modal')
}

test('staff fill in the report of a room and find it after a reload', async ({ page }) => {
  const site = await buildSite()
  await enter(page, staff)
  await page.goto(`/constructions/${site.id}/completion_reports`)
  const form = await openReport(page, '101')
  await form
    .getByRole('group', { name: /動作確認/ })
    .getByRole('radio', { name: '対象外' })
    .check()
  await form.getByLabel('特記事項').fill('玄関の壁が石張り')
  // Nothing that was typed is lost by a wrong key.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '入力に戻る' }).click()
  await form.getByRole('button', { name: '保存する' }).click()
  await expect(page.getByText('完了報告書を保存しました。')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('row', { name: /101/ })).toContainText('標準完了報告書')
  const again = await openReport(page, '101')
  await expect(again.getByRole('group', { name: /動作確認/ }).getByLabel('対象外')).toBeChecked()
  await expect(again.getByLabel('特記事項')).toHaveValue('玄関の壁が石張り')
  expect(await faultsOf(page)).toEqual([])
})

test('what is typed at the end of a visit outlives a reload, and stands where the report is filled in before', async ({ browser }) => {
  const site = await buildSite()
  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await enter(phone, craftsman)
  await phone.goto(`/constructions/${site.id}/rooms/${site.idOf('103')}`)
  await phone.getByRole('button', { name: '完了登録' }).click()
  const sheet = phone.getByRole('dialog', { name: /完了登録/ })
  await sheet
    .getByRole('group', { name: /動作確認/ })
    .getByLabel('対象外')
    .check()
  await sheet.getByLabel('特記事項').fill('玄関の壁が石張り')
  // The page would ask whether to leave.
  phone.on('dialog', dialog => void dialog.accept())
  await phone.reload()
  const section = phone.locator('[data-section=completion-report]')
  await expect(section).toContainText('保存していない入力があります。')
  await section.getByRole('button', { name: '記入する' }).click()
  await expect(phone.getByTestId('report-modal').getByLabel('特記事項')).toHaveValue('玄関の壁が石張り')
  await phone.reload()
  await phone.getByRole('button', { name: '完了登録' }).click()
  await expect(sheet).toContainText('保存していない入力が残っていました。')
  await expect(sheet.getByLabel('特記事項')).toHaveValue('玄関の壁が石張り')
  await expect(sheet.getByRole('group', { name: /動作確認/ }).getByLabel('対象外')).toBeChecked()
  await sheet.getByLabel('サインを省略する').check()
  await sheet.getByLabel(/^サイン省略の理由/).fill('立会いなし')
  await sheet.getByRole('button', { name: '完了する' }).click()
  await phone.waitForURL(/\/constructions$/)
  await phone.goto(`/constructions/${site.id}/rooms/${site.idOf('103')}`)
  await expect(section).toContainText('玄関の壁が石張り')
  await expect(section).not.toContainText('保存していない入力')
  await phone.close()
})

test('a craftsman completes a room on the phone, the office corrects it and prints it', async ({ page, browser }) => {
  const site = await buildSite()
  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await enter(phone, craftsman)
  await phone.goto(`/constructions/${site.id}/rooms/${site.idOf('102')}`)
  await phone.getByRole('button', { name: '完了登録' }).click()
  const dialog = phone.getByRole('dialog', { name: /完了登録/ })
  await expect(dialog.getByRole('group', { name: /動作確認/ }).getByLabel('良')).toBeChecked()
  expect(await widthOf(phone)).toBeLessThanOrEqual(390)
  await dialog.getByLabel('家族').check()
  await dialog.getByLabel('署名者の氏名').fill('𠮷田 花子')
  await drawSignature(dialog)
  await dialog.getByRole('button', { name: '完了する' }).click()
  // The day goes on at the next door.
  await phone.waitForURL(/\/constructions$/)
  await phone.goto(`/constructions/${site.id}/rooms/${site.idOf('102')}`)
  await expect(phone.locator('[data-section=completion-report]')).toContainText('家族　𠮷田 花子')
  await phone.close()

  await enter(page, staff)
  await page.goto(`/constructions/${site.id}/completion_reports?status=completed`)
  const form = await openReport(page, '102')
  await form
    .getByRole('group', { name: /動作確認/ })
    .getByRole('radio', { name: '否' })
    .check()
  await form.getByRole('button', { name: '訂正を保存する' }).click()
  await expect(page.getByRole('row', { name: /102/ })).toContainText('訂正あり')
  const corrected = await openReport(page, '102')
  await corrected.getByRole('button', { name: '仕上がりを見る' }).click()
  const preview = page.getByTestId('report-preview')
  await expect(preview.getByRole('button', { name: /^1 \/ \d+ページを拡大$/ })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  for (const dialog of [preview, corrected]) {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  await page.getByRole('button', { name: '条件に合う完了の部屋をすべて選択' }).click()
  await page.getByRole('button', { name: '選択した1部屋を印刷' }).click()
  await expect(page.getByRole('link', { name: /PDFを開く/ })).toBeVisible({ timeout: 120_000 })
})
