import { readFile } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { enter } from './sign-in.ts'
import { buildSite, staff } from './site.ts'

/** A text as Windows writes it in Shift_JIS, with Microsoft's additions; the decoder knows both ways. */
const shiftJis = (text: string): Buffer => {
  const decoder = new TextDecoder('shift_jis')
  const bytes = new Map<string, number[]>()
  for (let byte = 0; byte < 0x80; byte++) bytes.set(String.fromCodePoint(byte), [byte])
  for (let lead = 0x81; lead <= 0xfc; lead++)
    for (let trail = 0x40; trail <= 0xfc; trail++) {
      const letter = decoder.decode(Uint8Array.of(lead, trail))
      if (!bytes.has(letter)) bytes.set(letter, [lead, trail])
    }
  return Buffer.from(Array.from(text).flatMap(letter => bytes.get(letter) ?? []))
}
const choose = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
const violationsOf = async (page: Page) =>
  (await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze()).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(' | ')}`,
  )
const tab = (page: Page, name: string) => page.getByRole('tab', { name })

test('buildings come from a Shift_JIS file of Windows: wrong rows are marked, the rest is taken in', async ({ page }) => {
  await enter(page, 'staffadmin01')
  await page.goto('/buildings')
  await page.getByRole('link', { name: 'Excel取込' }).click()
  await expect(page.getByRole('heading', { name: '物件のExcel取込' })).toBeVisible()

  const [template] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'テンプレート' }).click()])
  expect(template.suggestedFilename()).toBe('物件_テンプレート.xlsx')

  await choose(page, '写真.pdf', Buffer.from('%PDF-1.7'))
  await expect(page.getByTestId('field-error')).toContainText('Excelファイル（.xlsx）またはCSVファイルを選択してください。')

  const lines = [
    '住所,物件名,電話番号,担当',
    '川崎市中原区1-2-3,髙﨑ビル①,０３（１２３４）５６７８,x',
    '港区2,見送りビル,,',
    ',住所なしビル,12,',
  ]
  await choose(page, '物件.csv', shiftJis(lines.join('\r\n')))
  await expect(tab(page, 'エラー 1')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('次の列は取り込まれません：「担当」')).toBeVisible()
  await expect(page.getByRole('row', { name: /4行目/ })).toContainText('住所を入力してください')

  const [marked] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'エラー付きファイル' }).click()])
  expect(marked.suggestedFilename()).toBe('物件_エラー付き.xlsx')

  await page.keyboard.press('Tab')
  await tab(page, 'エラー 1').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab(page, '追加 2')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('row', { name: /髙﨑ビル①/ })).toContainText('0312345678')
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('checkbox', { name: '3行目を取り込む' }).uncheck()
  await page.getByRole('button', { name: '選択した1件を取り込む' }).click()
  await expect(page.getByRole('dialog')).toContainText('追加 1件、変更 0件を取り込みます。選択していない2行は取り込まれません。')
  await page.getByRole('button', { name: '1件を取り込む', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: '取り込みが完了しました。' })).toContainText('追加 1件 ／ 変更 0件')

  await page.getByRole('link', { name: '物件一覧を見る' }).click()
  await expect(page.getByRole('row', { name: /髙﨑ビル①/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /見送りビル/ })).toHaveCount(0)

  // The corrected file may be sent in again; what was taken in is not taken in twice.
  await page.getByRole('link', { name: 'Excel取込' }).click()
  await choose(page, '物件_エラー付き.xlsx', await readFile(await marked.path()))
  await expect(tab(page, '変更なし 1')).toBeVisible()
  await expect(tab(page, '追加 1')).toBeVisible()
})

test('what goes out comes back unchanged', async ({ page }) => {
  await enter(page, 'staffadmin01')
  for (const [path, format] of [
    ['/suppliers', 'Excel（.xlsx）'],
    ['/staffs', 'CSV（UTF-8）'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Excel出力' }).click()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: format }).click()])
    await page.getByRole('link', { name: 'Excel取込' }).click()
    await choose(page, file.suggestedFilename(), await readFile(await file.path()))
    await expect(tab(page, '変更なし')).toHaveAttribute('aria-selected', 'true')
    for (const name of ['追加 0', '変更 0', 'エラー 0']) await expect(tab(page, name)).toBeVisible()
    await expect(page.getByRole('button', { name: '取り込む' })).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('button', { name: 'やめる' }).click()
  }
})

test('a member of staff fills in residents on a phone, and is asked before leaving half way', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, 'staff01')
  await page.goto('/constructions')
  await page.locator('tbody a').first().click()
  await page.waitForURL(/\/constructions\/\d+$/)
  await page.goto(`${new URL(page.url()).pathname}/room_composition`)
  await page.getByRole('button', { name: 'Excel取込・出力' }).click()
  const residents = page.getByRole('region', { name: '居住者' })
  const [file] = await Promise.all([page.waitForEvent('download'), residents.getByRole('button', { name: 'CSV（UTF-8）' }).click()])
  const [heading = '', first = ''] = (await readFile(await file.path(), 'utf8')).split('\r\n')
  const [room = ''] = first.split(',')
  expect(heading).toContain('部屋番号,氏名,氏名（カナ）,電話番号')

  await page.getByRole('button', { name: 'Excel取込・出力' }).click()
  await page.getByRole('link', { name: '居住者のExcel取込' }).click()
  await choose(page, '名簿.csv', Buffer.from(`部屋番号,氏名,電話番号\r\n${room}号室,髙橋 𠮷子,9012345678\r\n9999,だれか,`))
  await expect(page.getByText('部屋番号は部屋構成にありません')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('link', { name: '居住者一覧' }).click()
  await expect(page.getByRole('dialog')).toContainText('取り込みが終わっていません')
  await page.getByRole('button', { name: 'このページに残る' }).click()
  await page.getByRole('button', { name: '選択した1件を取り込む' }).click()
  await page.getByRole('button', { name: '1件を取り込む', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: '取り込みが完了しました。' })).toBeVisible()
})

test('a room that only another one stood in the way of is taken in without that one', async ({ page }) => {
  await enter(page, 'staffadmin01')
  await page.goto('/constructions')
  await page.locator('tbody a').first().click()
  await page.waitForURL(/\/constructions\/\d+$/)
  await page.goto(`${new URL(page.url()).pathname}/room_composition`)
  await page.getByRole('button', { name: 'Excel取込・出力' }).click()
  const rooms = page.getByRole('region', { name: '部屋', exact: true })
  const [file] = await Promise.all([page.waitForEvent('download'), rooms.getByRole('button', { name: 'CSV（UTF-8）' }).click()])
  const [, first = ''] = (await readFile(await file.path(), 'utf8')).split('\r\n')
  const [, wing = ''] = first.split(',')

  await page.getByRole('button', { name: 'Excel取込・出力' }).click()
  await page.getByRole('link', { name: '部屋のExcel取込' }).click()
  const lines = ['部屋番号,棟名,階,列', `集会室,${wing},40,1`, `倉庫,${wing},40,1`]
  await choose(page, '部屋.csv', Buffer.from(lines.join('\r\n')))
  await expect(page.getByRole('row', { name: /3行目/ })).toContainText('列の位置（40階の1列目）には「集会室」があります')
  await tab(page, '追加 1').click()
  await page.getByRole('checkbox', { name: '2行目を取り込む' }).uncheck()
  await page.getByRole('button', { name: '選択した行で確認し直す' }).click()
  await expect(tab(page, '追加 2')).toBeVisible()
  await expect(tab(page, 'エラー 0')).toBeVisible()
  await expect(page.getByRole('button', { name: '選択した行で確認し直す' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: '選択した1件を取り込む' })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'やめる' }).click()
})

test("another company's list of residents brings its rooms, its empty dwellings and its notes", async ({ page }) => {
  const site = await buildSite()
  await enter(page, staff)
  await page.goto(`/constructions/${site.id}/spreadsheets/residents`)
  const lines = [
    '号室,お名前,電話,備考',
    '101,空室,,鍵は管理室',
    '102,佐藤 一郎,9012345678,犬がいます',
    '401,新居 太郎,0901234567,',
    '402,空室,,',
  ]
  await choose(page, '名簿.csv', Buffer.from(lines.join('\n')))
  await expect(page.getByText('部屋構成にない部屋が2室あります。')).toBeVisible()
  await page.getByRole('button', { name: '2室を追加して確認し直す' }).click()
  await expect(page.getByRole('dialog')).toContainText('401・402')
  await page.getByRole('button', { name: '2室を追加して確認する' }).click()
  await expect(page.getByText('取り込むと、部屋構成に2室を追加します：401・402')).toBeVisible()
  await expect(page.getByText('読み替えた行が4行あります（うち要確認 1行）。')).toBeVisible()
  await tab(page, '追加 3').click()
  await expect(page.getByRole('row', { name: /佐藤 一郎/ })).toContainText('電話番号の先頭に0を補いました（9012345678 → 090-1234-5678）')
  await expect(page.getByRole('row', { name: /新居 太郎/ })).toContainText('要確認')
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: '選択した4件を取り込む' }).click()
  await expect(page.getByRole('dialog')).toContainText('部屋構成に 2室を追加します。')
  await page.getByRole('button', { name: '4件を取り込む', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: '取り込みが完了しました。' })).toContainText('追加 3件 ／ 変更 1件')
  await page.getByRole('link', { name: '居住者一覧を見る' }).click()
  await expect(page.getByRole('row', { name: /401/ })).toContainText('新居 太郎')
  const { rooms } = await site.call<{ rooms: { id: number; name: string }[] }>('GET', '/rooms')
  await page.goto(`/constructions/${site.id}/rooms/${rooms.find(({ name }) => name === '402')?.id}`)
  await expect(page.getByRole('region', { name: '入居状況・対応結果' })).toContainText('空室')
})

test('columns that no heading names are chosen by hand, and the rows are read anew with them', async ({ page }) => {
  const site = await buildSite()
  await enter(page, staff)
  await page.goto(`/constructions/${site.id}/spreadsheets/residents`)
  const lines = [
    '番,部屋ナンバー,契約者,入居者名,フリガナ,固定電話,携帯',
    '1,101,株式会社甲,鈴木 次郎,スズキ ジロウ,0312345678,09012345678',
    '2,102,佐藤 花,佐藤 花,サトウ ハナ,0312345679,',
  ]
  await choose(page, '名簿.csv', Buffer.from(lines.join('\n')))
  await expect(page.getByText('「部屋番号」の列が見つかりません。どの列が部屋番号か選んでください。')).toBeVisible()
  await expect(page.getByRole('button', { name: /部屋番号の列を選んでください/ })).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel(/^部屋ナンバー/).selectOption({ label: '部屋番号' })
  await expect(page.getByText('氏名にあたる列が2つあります（「契約者」「入居者名」）。取り込む列を選んでください。')).toBeVisible()
  await page.getByLabel(/^入居者名/).selectOption({ label: '氏名' })
  await expect(page.getByText('次の列は取り込まれません：「番」「契約者」')).toBeVisible()
  await expect(page.getByText('電話番号には、「携帯」→「固定電話」の順に見て、')).toBeVisible()
  // Above the foot that sticks: a field half under it is small to the axe.
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: '選択した2件を取り込む' }).click()
  await page.getByRole('button', { name: '2件を取り込む', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: '取り込みが完了しました。' })).toBeVisible()
  await page.getByRole('link', { name: '居住者一覧を見る' }).click()
  await expect(page.getByRole('row', { name: /^101/ })).toContainText('鈴木 次郎')
  await expect(page.getByRole('row', { name: /^101/ })).toContainText('090-1234-5678')
  await expect(page.getByRole('row', { name: /^102/ })).toContainText('03-1234-5679')
})
