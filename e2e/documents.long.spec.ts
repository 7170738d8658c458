import { expect, type Locator, type Page, test } from '@playwright/test'
import { faultsOf } from './axe.ts'
import { enter } from './sign-in.ts'
import { png, file, widthOf, choose } from './chosen-files.ts'

/** Names that no other run and no other test has. */
const stamp = Date.now().toString(36)

/** What a link of the page answers with, asked by the page itself. */
const fetched = (page: Page, link: string | null) =>
  page.evaluate<{ status: number; type: string; policy: string }>(
    `fetch(${JSON.stringify(link)}).then(({ status, headers }) =>
      ({ status, type: headers.get('content-type'), policy: headers.get('content-security-policy') }))`,
  )
const section = (page: Page, name: string) => page.locator(`[data-section=${name}]`)
/** Drops files as a person drags them from a folder. */
const drop = async (page: Page, target: Locator, files: ReturnType<typeof file>[]) => {
  const sent = JSON.stringify(files.map(({ name, mimeType, buffer }) => ({ name, mimeType, bytes: [...buffer] })))
  const given = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer()
    for (const { name, mimeType, bytes } of ${sent}) transfer.items.add(new File([new Uint8Array(bytes)], name, { type: mimeType }))
    return transfer
  })()`)
  await target.dispatchEvent('dragover', { dataTransfer: given })
  await target.dispatchEvent('drop', { dataTransfer: given })
}
const row = (within: Locator, title: string) => within.getByRole('row').filter({ hasText: title })
const remove = async (page: Page, within: Locator, title: string) => {
  await within.getByRole('button', { name: `${title}を削除` }).click()
  await page.getByRole('dialog').getByRole('button', { name: '削除する' }).click()
  await expect(row(within, title)).toHaveCount(0)
}

test('staff drop several files, name them, look at them and take one away', async ({ page }) => {
  await enter(page, 'staff01')
  await page.goto('/constructions/3/attachment_files')
  const files = section(page, 'attachment_files')
  await drop(page, files.locator('[data-testid=file-drop]'), [
    file(`配線図 ${stamp}.pdf`),
    file(`現地 ${stamp}.png`, png),
    file('動画.mp4'),
  ])
  const queue = files.getByRole('list', { name: '登録する添付資料' })
  await expect(queue.getByRole('alert')).toContainText('この形式は登録できません。')
  await queue.getByRole('button', { name: '動画.mp4を外す' }).click()
  await queue.getByLabel(`タイトル（配線図 ${stamp}.pdf）`).fill(`配線図 第2版 ${stamp}`)

  // Nothing is lost by a wrong click.
  await page.getByTestId('sidebar').getByRole('link', { name: '工事詳細' }).click()
  await page
    .getByRole('dialog', { name: '登録が終わっていない添付資料があります' })
    .getByRole('button', { name: 'このページに残る' })
    .click()
  await files.getByRole('button', { name: '2件を登録する' }).click()
  await expect(page.getByTestId('toast').filter({ hasText: '2件の添付資料を登録しました。' })).toBeVisible()
  await expect(row(files, `現地 ${stamp}`)).toContainText('PNG')

  await files.getByRole('button', { name: `配線図 第2版 ${stamp}`, exact: true }).click()
  const viewer = page.getByTestId('viewer')
  const frame = viewer.locator('iframe')
  await expect(frame).toHaveAttribute('src', /^\/api\/files\//)
  const shown = await fetched(page, await frame.getAttribute('src'))
  expect(shown).toMatchObject({ status: 200, type: 'application/pdf' })
  // Inside a sandbox the browser's viewer stays blank.
  expect(shown.policy).not.toContain('sandbox')
  await expect(viewer.getByRole('link', { name: '表示されないときは別のタブで開く' })).toBeVisible()
  // Whether or not the browser's viewer took the focus for a moment.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(viewer).toHaveCount(0, { timeout: 200 })
  }).toPass()

  await files.getByRole('button', { name: `現地 ${stamp}`, exact: true }).click()
  await expect(viewer.getByRole('heading', { name: `現地 ${stamp}` })).toBeVisible()
  await expect(viewer.locator('figure[data-state=shown] img')).toBeVisible()
  const first = await viewer.getByRole('heading').textContent()
  await page.keyboard.press('ArrowRight')
  await expect(viewer.getByRole('heading')).not.toHaveText(first ?? '')
  await page.keyboard.press('ArrowLeft')
  await expect(viewer.getByRole('heading')).toHaveText(first ?? '')
  const download = page.waitForEvent('download')
  await viewer.getByRole('link', { name: `現地 ${stamp}をダウンロード` }).click()
  expect((await download).suggestedFilename()).toBe(`現地 ${stamp}.png`)
  await viewer.getByRole('button', { name: '閉じる' }).click()

  await remove(page, files, `現地 ${stamp}`)
  await page.reload()
  await expect(row(files, `配線図 第2版 ${stamp}`)).toBeVisible()
  await expect(row(files, `現地 ${stamp}`)).toHaveCount(0)
})

test('an upload that fails stays, says why, and is sent again once', async ({ page }) => {
  await enter(page, 'staff01')
  await page.goto('/constructions/3/in_house_documents')
  const files = section(page, 'in_house_documents')
  await page.route('**/in_house_documents', route => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await choose(files, file(`見積書 ${stamp}.pdf`))
  await files.getByRole('button', { name: '1件を登録する' }).click()
  await expect(files.getByRole('alert')).toContainText('通信できませんでした。')
  await page.unroute('**/in_house_documents')
  await files.getByRole('button', { name: '再送する' }).click()
  await expect(row(files, `見積書 ${stamp}`)).toHaveCount(1)
  // Content counts, not the name.
  await choose(files, file(`偽物 ${stamp}.pdf`, Buffer.from('<html></html>')))
  await files.getByRole('button', { name: '1件を登録する' }).click()
  await expect(files.getByRole('alert')).toContainText('ファイルはPDF、JPEG、PNG、Excel（xlsx）、Word（docx）のいずれかを選択してください')
  await files.getByRole('button', { name: `偽物 ${stamp}.pdfを外す` }).click()
  await remove(page, files, `見積書 ${stamp}`)
})

test('papers and manuals for residents reach them, those for the app do not', async ({ page, browser }) => {
  await enter(page, 'staff01')
  await page.goto('/constructions/4/attachment_files')
  const papers = section(page, 'documents')
  await choose(papers, file(`断水のお知らせ ${stamp}.pdf`))
  await papers.getByRole('button', { name: '1件を登録する' }).click()
  await expect(row(papers, `断水のお知らせ ${stamp}`)).toBeVisible()
  const manuals = section(page, 'handling_equipments')
  await choose(manuals, file(`リモコン説明書 ${stamp}.pdf`), file(`配線要領 ${stamp}.pdf`))
  await manuals.getByLabel(`公開先（配線要領 ${stamp}.pdf）`).selectOption({ label: '職人のみ' })
  await manuals.getByRole('button', { name: '2件を登録する' }).click()
  await expect(row(manuals, `配線要領 ${stamp}`)).toContainText('職人のみ')
  await manuals.getByRole('button', { name: `リモコン説明書 ${stamp}を編集` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[name="handling_equipment[file_name]"]').fill(`リモコン取扱説明書 ${stamp}`)
  await dialog.getByRole('button', { name: '保存する' }).click()
  await expect(row(manuals, `リモコン取扱説明書 ${stamp}`)).toContainText('居住者')

  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const phone = await context.newPage()
  await enter(phone, 'resident01')
  await phone.goto('/residents/top')
  await phone.getByRole('link', { name: /^資料/ }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('資料')
  const paper = phone.getByRole('link', { name: new RegExp(`断水のお知らせ ${stamp}`) })
  expect(await fetched(phone, await paper.getAttribute('href'))).toMatchObject({ status: 200 })
  expect.soft(await faultsOf(phone)).toEqual([])
  await phone.getByRole('link', { name: 'トップへ戻る' }).click()
  await phone.getByRole('link', { name: /^取扱機器/ }).click()
  const guide = phone.getByRole('link', { name: new RegExp(`リモコン取扱説明書 ${stamp}`) })
  expect(await fetched(phone, await guide.getAttribute('href'))).toMatchObject({ status: 200 })
  await expect(phone.getByText(`配線要領 ${stamp}`)).toHaveCount(0)
  expect(await widthOf(phone)).toBeLessThanOrEqual(390)
  expect.soft(await faultsOf(phone)).toEqual([])
  await context.close()
})

test('craftsmen read what is theirs; operators keep no in-house papers', async ({ page, browser }) => {
  await enter(page, 'craftsman01')
  await page.goto('/constructions/3/attachment_files')
  await expect(section(page, 'attachment_files').getByRole('button', { name: '施工要領書', exact: true })).toBeVisible()
  await expect(section(page, 'documents')).toHaveCount(0)
  const manuals = section(page, 'handling_equipments')
  await expect(manuals.getByRole('button', { name: '玄関子機 施工要領書', exact: true })).toBeVisible()
  await expect(manuals.getByText('室内親機 かんたん取扱説明書')).toHaveCount(0)
  await expect(page.locator('input[type=file]')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /を削除$/ })).toHaveCount(0)
  await page.goto('/constructions/3/in_house_documents')
  await page.waitForURL('**/constructions')

  const other = await browser.newPage()
  await enter(other, 'operator01')
  await other.goto('/constructions/3/in_house_documents')
  await other.waitForURL('**/constructions')
  await other.goto('/buildings/3/building_documents')
  await other.waitForURL('**/constructions')
  await other.goto('/constructions/3/attachment_files')
  const files = section(other, 'attachment_files')
  await choose(files, file(`受電メモ ${stamp}.pdf`))
  await files.getByRole('button', { name: '1件を登録する' }).click()
  await expect(row(files, `受電メモ ${stamp}`)).toContainText('山田 恵')
  await remove(other, files, `受電メモ ${stamp}`)
  await other.close()
})

test('a building keeps papers of its own', async ({ page }) => {
  await enter(page, 'staff01')
  await page.goto('/buildings/3')
  await page.getByRole('main').getByRole('link', { name: '物件資料' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('物件資料')
  const files = section(page, 'building_documents')
  await expect(row(files, 'インターホン系統図')).toBeVisible()
  await choose(files, file(`竣工図 ${stamp}.pdf`))
  await files.getByRole('button', { name: '1件を登録する' }).click()
  await expect(row(files, `竣工図 ${stamp}`)).toContainText('佐藤 花子')
  await remove(page, files, `竣工図 ${stamp}`)
})

test('staff upload a photo of the common area and find it after a reload', async ({ page }) => {
  await enter(page, 'staff01')
  await page.goto('/constructions/3/common_area_images')
  const slot = page.getByRole('group', { name: '集合玄関機 施工後' })
  await drop(page, slot, [file('写真.png', png)])
  await expect(page.getByTestId('deliveries')).toHaveText('サーバーで確認済 1枚', { timeout: 200_000 })
  await page.reload()
  await expect(slot.locator('img')).toBeVisible()
  expect(await fetched(page, await slot.locator('img').getAttribute('src'))).toMatchObject({ status: 200, type: 'image/webp' })
})

test('where no common photos are asked for, the page says so and leads to the places', async ({ page }) => {
  await enter(page, 'staff01')
  await page.goto('/constructions/7/edit?form_type=photography_places')
  await section(page, 'common_photography_places').getByRole('checkbox').first().uncheck()
  await page.getByRole('button', { name: '保存する' }).click()
  await expect(page.getByTestId('toast')).toBeVisible()
  await page.goto('/constructions/7/common_area_images')
  await expect(page.getByText('この工事では共用部の撮影を行わない設定です。')).toBeVisible()
  await page.getByRole('link', { name: '撮影箇所を登録する' }).click()
  await expect(section(page, 'common_photography_places').getByRole('checkbox').first()).toBeVisible()
})

const pages: Record<string, readonly string[]> = {
  staff01: [
    '/constructions/3/attachment_files',
    '/constructions/3/in_house_documents',
    '/constructions/3/common_area_images',
    '/buildings/3/building_documents',
  ],
  craftsman01: ['/constructions/3/attachment_files', '/constructions/3/common_area_images'],
}
for (const width of [1280, 390])
  for (const [person, addresses] of Object.entries(pages))
    test(`papers and photos of ${person} have no accessibility violations at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await enter(page, person)
      for (const address of addresses) {
        await page.goto(address)
        await page.locator('main h1').first().waitFor()
        await expect(page.getByTestId('loading-overlay')).toBeHidden()
        expect.soft(await faultsOf(page)).toEqual([])
        expect(await widthOf(page)).toBeLessThanOrEqual(width)
      }
    })
