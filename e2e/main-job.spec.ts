import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { chooseCompany } from './choose-company.ts'
import { drawSignature } from './draw-signature.ts'
import { addDays } from '@toguchi/domain/calendar/day'
import { isKeptFrom } from './kept-from.ts'
import { type Letter, readLetters } from './letters.ts'
import { fromMore } from './schedule-page.ts'
import { signIn } from './sign-in.ts'
import { turnToWeekWith } from './turn-week.ts'

// One renovation from the first signature under a contract to the finished room, for a company that did not exist before.
// Every step stands on the one before it.
test.describe.configure({ mode: 'serial' })

const port = process.env.E2E_PORT ?? ''
const unique = Date.now().toString(36).slice(-6)
const cd = `e${unique}`
const origin = `http://${cd}.localhost:${port}`
/** Where craftsmen are, whoever they work for (D-40). */
const craftsmenAt = `http://www.localhost:${port}`
/** For calls beside the browser: nothing but a browser knows where *.localhost is. */
const api = `http://127.0.0.1:${port}/api`
const company = `青空リノベーション ${unique}`
const building = `グリーンヒルズ ${unique}`
const password = 'Tsubaki2027'
const staffId = `aozora.${unique}`
const craftsmanId = `takumi.${unique}`
const mailOf = (who: string) => `${who}.${unique}@example.jp`

let today = ''
let buildingId = 0
let constructionId = 0
let letters = new Map<string, Letter>()
/** The rooms in the order in which they are visited, with their ids. */
let visits: { id: number; name: string; date: string }[] = []

const desk = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }
const open = async (browser: Browser, viewport = desk, baseURL = origin): Promise<Page> =>
  (await browser.newContext({ baseURL, viewport, locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })).newPage()

/** Signs somebody of the new company in, at its own host. */
const enter = async (page: Page, loginId: string, secret = password): Promise<void> => {
  await page.goto('/')
  await page.getByLabel('ログインID').fill(loginId)
  await page.getByLabel('パスワード', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'ログイン' }).click()
  await page.waitForURL(url => url.pathname !== '/')
}
/**
 * Whoever comes again on a later day comes to the tab that was left open: still signed in, with the program that it has read already, which
 * a new browser would read and compile again for each step.
 */
const tabs: Partial<Record<'staff' | 'craftsman' | 'resident', Page>> = {}
const tabOf = (whose: keyof typeof tabs): Page => {
  const page = tabs[whose]
  if (page === undefined) throw new Error(`the ${whose} has not come yet`)
  return page
}
/** Nothing of the application, so that an open tab does not follow what others do meanwhile. */
const leave = (page: Page) => page.goto('/api/configurations')
const toast = (page: Page, text: string | RegExp) => expect(page.getByTestId('toast-body').filter({ hasText: text }).first()).toBeVisible()
const lastMail = async (page: Page, to: string): Promise<string> => {
  const answer = (await (await page.request.get(`${api}/dev/mails?to=${encodeURIComponent(to)}`)).json()) as { mails: { body: string }[] }
  return answer.mails[0]?.body ?? ''
}
const fillNewPassword = async (page: Page, secret: string) => {
  for (const name of ['password', 'password_confirmation']) await page.locator(`[name=${name}]`).fill(secret)
}
const fillDay = async (page: Page, name: string, day: string) => {
  await page.locator(`[name="construction[${name}]"]`).fill(day)
  await page.locator(`[name="construction[${name}]"]`).press('Tab')
}
/** 11月22日 of 2026-11-22: a part of every way in which days are written. */
const shortDay = (day: string) => `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日`
/** A photo as a camera would give it. */
const drawPhoto = async (page: Page, text: string): Promise<Buffer> => {
  const url = await page.evaluate<string>(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
    const picture = canvas.getContext('2d')
    picture.fillStyle = '#e8e4da'
    picture.fillRect(0, 0, 640, 480)
    // Sharp, bright and never the same, as a photo that nothing is said of.
    for (let at = 0; at < 60; at += 1) {
      picture.fillStyle = 'hsl(' + Math.random() * 360 + ' 60% ' + (25 + Math.random() * 50) + '%)'
      picture.fillRect(Math.random() * 600, Math.random() * 440, 20 + Math.random() * 120, 20 + Math.random() * 120)
    }
    picture.fillStyle = '#000'
    picture.fillText(${JSON.stringify(text)}, 40, 40)
    return canvas.toDataURL('image/jpeg')
  })()`)
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}
const isDisabled = (button: Locator) => expect(button).toHaveAttribute('aria-disabled', 'true')

interface Session {
  headers: Record<string, string>
}
/** What a resident's own program would send: the code of the letter, without any contact. */
const enterByCode = async (page: Page, room: string): Promise<Session> => {
  const letter = letters.get(room)
  const [client_uuid, construction_uuid, room_uuid] = letter?.path.match(/[0-9a-f-]{36}/g) ?? []
  const answer = await page.request.post(`${api}/resident_auth/authentication_code`, {
    data: { client_uuid, construction_uuid, room_uuid, authentication_code: letter?.code, contact: { none: true } },
  })
  expect(answer.status()).toBe(200)
  const { 'access-token': token = '', client = '', uid = '' } = answer.headers()
  return { headers: { 'access-token': token, client, uid } }
}
interface Frame {
  date: string
  construction_time_frame_id: number
  start_at: string
  available: boolean
}
const take = (page: Page, { headers }: Session, { date, construction_time_frame_id }: Frame) =>
  page.request.patch(`${api}/residents/assign`, { headers, data: { assign: { date, construction_time_frame_id } } })
/** The last time frame of a day takes one room. */
const singleFrame = async (page: Page, { headers }: Session, date: string): Promise<Frame> => {
  const { dates } = (await (await page.request.get(`${api}/residents/assignable_frames`, { headers })).json()) as {
    dates: { date: string; time_frames: Frame[] }[]
  }
  const frame = dates.find(each => each.date === date)?.time_frames.at(-1)
  if (!frame) throw new Error(`nothing on ${date}`)
  return frame
}

test('1. an admin registers a company, its first administrator sets a password, and the admin chooses it', async ({ page, browser }) => {
  await signIn(page, 'admin01', '/admins/login')
  await page.waitForURL('**/admins/top')
  await page.getByRole('link', { name: '企業を管理する' }).click()
  await page.getByRole('button', { name: '新規登録' }).first().click()
  const dialog = page.getByRole('dialog')
  const field = (name: string) => dialog.locator(`[name="client${name}"]`)
  await field('[cd]').fill(cd)
  await field('[name]').fill(company)
  await dialog.getByRole('button', { name: '登録する' }).click()
  await expect(dialog.getByTestId('field-error').first()).toBeVisible()
  await field('[staff_admin][name]').fill('青空 管理')
  await field('[staff_admin][login_id]').fill(staffId)
  await field('[staff_admin][email]').fill(mailOf('admin'))
  await dialog.getByRole('button', { name: '登録する' }).click()
  await page.waitForURL(/\/clients\/\d+$/)

  const mail = await lastMail(page, mailOf('admin'))
  expect(mail).toContain(staffId)
  const link = /http\S+reset_password_token=\S+/.exec(mail)?.[0] ?? ''
  expect(link.startsWith(origin)).toBe(true)
  const invited = (tabs.staff = await open(browser))
  await invited.goto(link)
  await fillNewPassword(invited, 'short')
  await invited.getByRole('button', { name: '設定する' }).click()
  await expect(invited.getByText('パスワードは8文字以上で、英字と数字を含めてください')).toBeVisible()
  await fillNewPassword(invited, password)
  await invited.getByRole('button', { name: '設定する' }).click()
  await invited.waitForURL(`${origin}/`)
  await enter(invited, staffId)
  await invited.waitForURL('**/constructions')
  await isKeptFrom(invited, '/admins/top', '/admins/login')
  await leave(invited)

  await page.goto(`/admins/top?name=${encodeURIComponent(company)}`)
  await chooseCompany(page, company)
  await page.waitForURL('**/constructions')
  await page.goto('/admins/top')
  await expect(page.getByRole('row').filter({ hasText: company })).toContainText('選択中')
})

test('2. staff register a building by its postal code and lay out its rooms', async () => {
  const page = tabOf('staff')
  today = ((await (await page.request.get(`${api}/configurations`)).json()) as { today: string }).today
  await page.goto('/buildings')
  await page.getByRole('button', { name: '新規登録' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[name="building[name]"]').fill(building)
  await dialog.locator('[name="building[zipcode]"]').fill('154-0004')
  await dialog.getByRole('button', { name: '住所検索' }).click()
  await expect(dialog.locator('[name="building[address]"]')).toHaveValue(/東京都世田谷区太子堂/)
  await dialog.getByRole('button', { name: '登録する' }).click()
  await page.waitForURL(/\/buildings\/\d+$/)
  buildingId = Number(/\d+$/.exec(page.url())?.[0])

  await page.goto(`/buildings/${buildingId}/room_composition`)
  const setting = (name: string) => page.locator(`[name="room_composition[${name}]"]`)
  await setting('floor_number').fill('2')
  await setting('room_number_per_floor').fill('9')
  await setting('except_for_lower_digit_four').check()
  await setting('except_for_lower_digit_nine').check()
  await page.getByRole('button', { name: '部屋名を生成' }).click()
  const cell = (floor: number, col: number) => page.getByLabel(`${floor}F ${col}列目`)
  const names = await page.getByTestId('room-floor').last().locator('[data-cell]').allTextContents()
  expect(names).toEqual(['101', '102', '103', '105', '106', '107', '108', '110', '111'])
  const save = page.getByRole('button', { name: '保存する' })
  /** A cell becomes an input when the focus comes. */
  const write = async (floor: number, col: number, name: string) => {
    await cell(floor, col).click()
    await cell(floor, col).fill(name)
  }
  await write(1, 1, '102')
  await expect(page.getByRole('alert').filter({ hasText: '重複' })).toBeVisible()
  await isDisabled(save)
  await write(1, 1, 'A101')
  // Up the stack by the keyboard, as in a spreadsheet.
  await page.keyboard.press('ArrowUp')
  await expect(cell(2, 1)).toBeFocused()
  await expect(cell(2, 1)).toHaveValue('201')
  await write(2, 9, '')
  await expect(page.getByText(/部屋数\s*17\s*戸/)).toBeVisible()
  await save.click()
  await toast(page, '部屋構成を更新しました。')
  await page.reload()
  await expect(cell(1, 1)).toHaveText('A101')
  await expect(cell(2, 9)).toHaveText('')
  await leave(page)
})

test('3. staff create a construction through the five steps, for a craftsman with a first password of the own', async ({ browser }) => {
  const page = tabOf('staff')
  const dialog = page.getByRole('dialog')
  await page.goto('/contractors')
  await page.getByRole('button', { name: '新規登録' }).first().click()
  await dialog.locator('[name="contractor[name]"]').fill('匠電設')
  await dialog.getByRole('button', { name: '登録する' }).click()
  await page.waitForURL(/\/contractors\/\d+$/)
  await page.getByRole('link', { name: /^職人一覧/ }).click()
  await page.getByRole('button', { name: '新規登録' }).first().click()
  await dialog.locator('[name="craftsman[name]"]').fill('匠 太郎')
  await dialog.locator('[name="craftsman[login_id]"]').fill(craftsmanId)
  await dialog.locator('[name="craftsman[email]"]').fill(mailOf('takumi'))
  await dialog.getByRole('button', { name: '登録する' }).click()
  await page.waitForURL(/\/craftsmans\/\d+$/)
  await page.goto('/options')
  await page.getByRole('button', { name: '新規登録' }).first().click()
  await dialog.locator('[name="option[name]"]').fill('増設モニター')
  await dialog.locator('[name="option[price]"]').fill('12000')
  await dialog.getByRole('button', { name: '登録する' }).click()
  await page.waitForURL(/\/options\/\d+$/)

  const link = /https?:\S+\/s\/[\w-]+/.exec(await lastMail(page, mailOf('takumi')))?.[0] ?? ''
  const craftsman = await open(browser, phone, craftsmenAt)
  await craftsman.goto(link)
  await craftsman.getByRole('button', { name: 'はじめる' }).click()
  await craftsman.waitForURL('**/constructions')
  await craftsman.goto('/mypage')
  await fillNewPassword(craftsman, password)
  await craftsman.getByRole('button', { name: 'パスワードを決める' }).click()
  await expect(craftsman.getByRole('heading', { name: 'パスワードの変更' })).toBeVisible()
  await isKeptFrom(craftsman, '/contractors', '/constructions')
  await craftsman.context().close()

  const field = (name: string) => page.locator(`[name="construction[${name}]"]`)
  const next = () => page.getByRole('button', { name: /^保存して/ }).click()
  await page.goto(`/buildings/${buildingId}`)
  await page.getByRole('link', { name: '工事を登録' }).click()
  await page.waitForURL(/overall_schedule\/new/)
  await page.locator('[name="construction[assigned_contractors_attributes]"]').selectOption({ label: '匠電設' })
  await page.locator('[data-field=assigned_contractors] li input').first().click()
  await page.locator('[role=option]:visible').first().click()
  await page.keyboard.press('Escape')
  for (const [name, day] of [
    ['common_area_start_on', today],
    ['common_area_end_on', addDays(today, 7)],
    ['privately_area_start_on', today],
    ['privately_area_end_on', addDays(today, 7)],
    ['schedule_change_end_on', addDays(today, 5)],
  ] as const)
    await fillDay(page, name, day)
  await next()
  await page.waitForURL(/\/constructions\/\d+\/representative\/new$/)
  constructionId = Number(/constructions\/(\d+)/.exec(page.url())?.[1])

  await page.getByRole('button', { name: '取引先を追加' }).click()
  const modal = page.getByTestId('supplier-modal')
  await modal.locator('[name="supplier[name]"]').fill('緑管理組合')
  await modal.getByRole('button', { name: '担当者を追加' }).click()
  await modal.locator('[name="supplier[supplier_staffs_attributes][0][name]"]').fill('緑川 守')
  await modal.getByRole('button', { name: '登録する' }).click()
  await expect(modal).toBeHidden()
  await field('supplier_staff_id').selectOption({ label: '緑川 守' })
  await field('sales_staff_id').selectOption({ index: 1 })
  await next()
  await page.waitForURL(/construction_info\/new$/)
  await field('manage_no').fill(`G-${unique}`)
  await field('name').fill('インターホン更新工事')
  await field('construction_type').selectOption('renewal')
  await field('time_per_unit').fill('60')
  await next()
  await page.waitForURL(/photography_places\/new$/)
  await page.getByLabel('使用しない').check()
  const place = (name: string) => field(`private_photography_places_attributes][0][${name}`)
  await place('photography_place_id').selectOption('free')
  await place('free_input').fill('室内親機')
  await next()
  await page.waitForURL(/options\/new$/)
  await page.locator('[name=option_to_add]').selectOption({ index: 1 })
  await next()
  await page.waitForURL(/\/constructions\/\d+$/)
  await expect(page.getByText('未入力', { exact: true })).toHaveCount(0)
  await expect(page.locator('[data-section=progress], section').filter({ hasText: '進捗' }).first()).toContainText('17')
  await leave(page)
})

test('4. staff define time frames, generate the detail schedule, see it as a grid and complete it', async () => {
  const page = tabOf('staff')
  await page.goto(`/constructions/${constructionId}/detail_schedule`)
  await page.getByRole('button', { name: '詳細工程表を作成' }).click()
  const modal = page.getByTestId('generate-modal')
  await modal.locator('[name="detail_schedule[construction_order_id]"]').selectOption({ index: 1 })
  await modal.getByRole('button', { name: '時間枠を追加' }).click()
  const frames = (at: number) => modal.locator(`[name="detail_schedule[construction_time_frames_attributes][${at}][frame_number]"]`)
  for (const [at, number] of ['3', '3', '1'].entries()) await frames(at).fill(number)
  await expect(modal.getByText(/枠数 56 \/ 部屋数 17/)).toBeVisible()
  const generated = page.waitForResponse(response => response.url().endsWith('/detail_schedule') && response.request().method() === 'POST')
  await modal.getByRole('button', { name: '作成する' }).click()
  const { assigns } = (await (await generated).json()) as { assigns: { date: string; room: { id: number; name: string } }[] }
  visits = assigns.map(({ date, room }) => ({ id: room.id, name: room.name, date })).toSorted((a, b) => a.date.localeCompare(b.date))
  expect(visits).toHaveLength(17)
  expect(Map.groupBy(visits, ({ date }) => date).get(today)).toHaveLength(7)
  await expect(modal).toBeHidden()
  const grid = page.getByTestId('schedule-grid')
  await expect(grid.getByTestId(`room-card-${visits[0]?.id ?? 0}`)).toContainText(visits[0]?.name ?? '')
  await expect(grid.getByTestId('room-card')).toHaveCount(17)
  await page.getByRole('button', { name: '工程表を確定' }).click()
  await page.getByRole('button', { name: '工程表を確定する' }).click()
  await expect(page.getByText(/確定済 \d/)).toBeVisible()
  await leave(page)
})

test('4. a craftsman looks at the detail schedule and neither makes nor completes it', async ({ browser }) => {
  const page = (tabs.craftsman = await open(browser, undefined, craftsmenAt))
  await enter(page, craftsmanId)
  await page.goto(`/constructions/${constructionId}/detail_schedule`)
  await expect(page.getByTestId('schedule-grid')).toBeVisible()
  await page.getByRole('button', { name: 'その他', exact: true }).click()
  await expect(page.getByRole('button', { name: '印刷・出力' })).toBeVisible()
  for (const name of ['作り直す', '工程表を確定', '案内状を印刷']) await expect(page.getByRole('button', { name })).toHaveCount(0)
  await leave(page)
  await page.setViewportSize(phone)
})

/** The frames that may be chosen on a day, with the week turned to that it stands in. */
const signsOf = async (page: Page, day: string) => {
  const signs = page.getByRole('button', { name: new RegExp(`${shortDay(day)}.*を選ぶ`) })
  await turnToWeekWith(page, signs)
  return signs
}

test('5. staff print the distribution sheets', async () => {
  const page = tabOf('staff')
  await page.goto(`/constructions/${constructionId}/detail_schedule`)
  await fromMore(page, '案内状を印刷')
  await page.getByRole('button', { name: '17戸分を印刷' }).click()
  const link = page.getByRole('link', { name: 'PDFを開く' })
  await expect(link).toBeVisible({ timeout: 200_000 })
  const pdf = await (
    await page.request.get(`${api}${new URL((await link.getAttribute('href')) ?? '', origin).pathname.replace('/api', '')}`)
  ).body()
  expect(pdf.subarray(0, 4).toString()).toBe('%PDF')
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 17).toBe(17)
  letters = await readLetters(constructionId)
  expect(letters.size).toBe(17)
  await leave(page)
})

test('6. a resident opens the letter on a phone, registers without e-mail and moves the date', async ({ browser }) => {
  const { name = '', date = '' } = visits.at(-1) ?? {}
  const page = (tabs.resident = await open(browser, phone))
  await page.goto(letters.get(name)?.path ?? '')
  const begin = page.getByRole('button', { name: '工事日を見る' })
  await page.getByLabel(/^認証コード/).fill('AAAA-AAAA')
  await begin.click()
  await expect(page.getByText(/認証コード.*正しくありません|認証コードが違います/).first()).toBeVisible()
  await page.getByLabel(/^認証コード/).fill(letters.get(name)?.code ?? '')
  await begin.click()
  await page.waitForURL('**/residents/top')
  await page.getByRole('link', { name: 'ログインIDの登録' }).click()
  await page.waitForURL('**/residents/edit')
  await page.locator('[name=name]').fill('緑川 花子')
  await page.locator('[name=login_id]').fill(`hanako.${unique}`)
  await fillNewPassword(page, password)
  await page.getByRole('button', { name: '入力内容を確認する' }).click()
  await expect(page.getByText(/に同意してください/)).toBeVisible()
  await page.locator('[name=agreement]').check()
  await page.getByRole('button', { name: '入力内容を確認する' }).click()
  await page.getByRole('button', { name: '登録する' }).click()
  await page.waitForURL('**/residents/top')
  await expect(page.getByRole('region', { name: '工事日' })).toContainText(shortDay(date))
  await expect(page.getByText('まだ確定していません')).toBeVisible()

  await page.getByRole('link', { name: '日程を変更する' }).click()
  await (await signsOf(page, addDays(today, 4))).first().click()
  await page.getByRole('dialog').getByRole('button', { name: '変更する' }).click()
  await page.waitForURL('**/residents/top')
  await expect(page.getByRole('region', { name: '工事日' })).toContainText(shortDay(addDays(today, 4)))
  await isKeptFrom(page, '/constructions', /^\/(not_found)?$|residents/)
  // The next one comes to it as somebody else.
  await leave(page)
  await page.evaluate('localStorage.clear(); sessionStorage.clear()')
})

test('6. of two residents who want one frame one gets it, and the other is told what else is free', async () => {
  const page = tabOf('resident')
  const [one = '', other = ''] = visits.slice(-3, -1).map(({ name }) => name)
  await page.goto(letters.get(one)?.path ?? '')
  await page.getByLabel(/^認証コード/).fill(letters.get(one)?.code ?? '')
  await page.getByRole('button', { name: '工事日を見る' }).click()
  await page.waitForURL('**/residents/top')

  const rival = await enterByCode(page, other)
  const wanted = await singleFrame(page, rival, addDays(today, 5))
  await page.getByRole('link', { name: '日程を変更する' }).click()
  const sign = (await signsOf(page, wanted.date)).last()
  expect((await take(page, rival, wanted)).status()).toBe(200)
  await sign.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('空きがなくなりました')
  await dialog.getByTestId('alternatives').getByRole('button').first().click()
  await page.getByRole('dialog').getByRole('button', { name: '変更する' }).click()
  await page.waitForURL('**/residents/top')

  const third = await enterByCode(page, visits.at(-4)?.name ?? '')
  const contested = await singleFrame(page, rival, addDays(today, 6))
  const answers = await Promise.all([take(page, rival, contested), take(page, third, contested)])
  expect(answers.map(answer => answer.status()).toSorted((a, b) => a - b)).toEqual([200, 409])
  const lost = (await answers.find(answer => answer.status() === 409)?.json()) as { alternatives: unknown[] }
  expect(lost.alternatives.length).toBeGreaterThan(0)
  expect((await page.request.get(`${api}/constructions`, { headers: rival.headers })).status()).toBe(403)
  await page.context().close()
})

test('7. a craftsman on a phone takes the photos, lets the resident sign and completes; another room is put off', async () => {
  const page = tabOf('craftsman')
  await page.goto(`/constructions/${constructionId}/working_process`)
  const [first, second] = visits.filter(({ date }) => date === today)
  await expect(page.getByTestId('visit-card')).toHaveCount(7)
  await page.getByTestId(`room-card-${first?.id ?? 0}`).click()
  await page.waitForURL(`**/rooms/${first?.id ?? 0}`)
  await page.getByRole('button', { name: '完了登録' }).click()
  const dialog = page.getByRole('dialog')
  await isDisabled(dialog.getByRole('button', { name: /^完了する/ }))
  await expect(dialog.getByRole('alert')).toContainText('室内親機')
  await dialog.getByRole('button', { name: 'キャンセル' }).click()
  await expect(page.getByRole('button', { name: '完了確定' })).toHaveCount(0)

  for (const timing of ['施工前', '施工中', '施工後']) {
    const slot = page.locator('[data-timing]').filter({ hasText: timing })
    await slot
      .locator('input[type=file]')
      .setInputFiles({ name: `${timing}.jpg`, mimeType: 'image/jpeg', buffer: await drawPhoto(page, timing) })
    await expect(slot).toHaveAttribute('data-state', 'taken')
  }
  await expect(page.getByText('必要な写真はすべて撮影済みです。')).toBeVisible()
  // What is on the phone counts as taken; what is completed now, not later, has arrived.
  await expect(page.getByTestId('deliveries')).toHaveText('サーバーで確認済 3枚', { timeout: 200_000 })
  await page.getByRole('button', { name: '完了登録' }).click()
  // Below the report, whose answers are chosen already.
  await drawSignature(dialog)
  await dialog.getByRole('button', { name: /^完了する/ }).click()
  // The day goes on at the next door.
  await page.waitForURL(/\/constructions$/)
  await page.goto(`/constructions/${constructionId}/rooms/${first?.id ?? 0}`)
  await expect(page.getByRole('img', { name: '居住者のサイン' })).toBeVisible()

  await page.goto(`/constructions/${constructionId}/rooms/${second?.id ?? 0}`)
  await page.getByRole('button', { name: 'その他', exact: true }).click()
  await page.getByRole('button', { name: '日程再調整' }).click()
  await dialog.getByRole('button', { name: '日程再調整にする' }).click()
  await expect(dialog.getByTestId('field-error').first()).toBeVisible()
  await dialog.locator('[name$="incomplete_reason_id]"], [name=incomplete_reason_id]').selectOption({ index: 1 })
  await dialog.getByRole('button', { name: '日程再調整にする' }).click()
  await expect(dialog).toBeHidden()
  await page.goto(`/constructions/${constructionId}/remaining_constructions`)
  await expect(page.getByRole('row').filter({ hasText: second?.name ?? '' })).toContainText('日程再調整')
  await leave(page)
})

test('8. staff see the progress, the timeline, the remaining works and the dashboard graph', async () => {
  const page = tabOf('staff')
  const [first, second] = visits.filter(({ date }) => date === today)
  await page.goto(`/constructions/${constructionId}`)
  await expect(page.locator('section').filter({ hasText: '進捗' }).first()).toContainText('1')
  await page.goto(`/constructions/${constructionId}/rooms/${first?.id ?? 0}`)
  const timeline = page.getByTestId('room-timeline')
  await expect(timeline).toContainText('完了')
  await expect(timeline).toContainText('匠 太郎')
  await page.goto('/remaining_constructions')
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: second?.name ?? '' })
      .first(),
  ).toContainText(building)

  await page.goto('/dashboard')
  const graph = page.getByTestId('progress-graph')
  await expect(graph.locator('[data-testid^=graph-segment-]')).toHaveCount(4)
  const legend = graph.locator('[data-testid^=graph-legend-]').filter({ has: page.locator('strong', { hasText: /^1$/ }) })
  await expect(legend).toHaveCount(1)
  const segment = (await legend.getAttribute('data-testid'))?.replace('graph-legend-', '') ?? ''
  // What stands above the graph may come after it, and pushes it away from under the pointer.
  await expect(async () => {
    await page.mouse.move(0, 0)
    await graph.getByTestId(`graph-segment-${segment}`).hover()
    await expect(page.getByRole('tooltip')).toContainText('1件（100%）', { timeout: 1_000 })
  }).toPass()
  await legend.click()
  await expect(page.getByTestId('quick-view').getByRole('link', { name: new RegExp(building) })).toBeVisible()
  await leave(page)
})

test('8. a craftsman sees neither the dashboard nor who did what', async () => {
  const page = tabOf('craftsman')
  await isKeptFrom(page, '/dashboard', /^\/(constructions)?$/)
  await page.goto(`/constructions/${constructionId}/rooms/${visits[0]?.id ?? 0}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(visits[0]?.name ?? '')
  await expect(page.getByTestId('room-timeline')).toHaveCount(0)
  await page.context().close()
})

test('9. an operator finds the dwelling by its number and changes the date for the caller; the timeline says so', async ({ page }) => {
  const { name = '', id = 0 } = visits.at(-5) ?? {}
  await signIn(page, 'operator01', '/operators/login')
  await page.goto(`/admins/top?name=${encodeURIComponent(company)}`)
  await chooseCompany(page, company)
  await page.waitForURL('**/constructions')
  await page.getByTestId('room-search').click()
  await page.getByRole('searchbox', { name: '部屋番号・氏名・電話番号' }).fill(name)
  await page.getByRole('button', { name: '検索', exact: true }).last().click()
  await page.getByRole('link', { name: new RegExp(`^${name}号室`) }).click()
  await page.waitForURL(`**/rooms/${id}`)
  await expect(page.getByRole('button', { name: '完了登録' })).toHaveCount(0)
  await page.getByRole('button', { name: '日程を変更' }).click()
  const dialog = page.getByRole('dialog')
  await isDisabled(dialog.getByRole('button', { name: /^この日時に変更する/ }))
  await dialog.getByRole('radio').last().click()
  await dialog.locator('[name=channel], [name$="[channel]"]').selectOption('tel')
  await dialog.locator('[name=caller], [name$="[caller]"]').fill('配偶者')
  await dialog.getByRole('button', { name: /^この日時に変更する/ }).click()
  await expect(dialog).toBeHidden()
  await expect(page.locator('[data-section=schedule]')).toContainText(shortDay(addDays(today, 7)))
  await expect(page.getByTestId('room-timeline').getByRole('listitem').first()).toContainText('が居住者に代わって（電話・配偶者）')
  await expect(page.getByTestId('room-timeline').getByRole('listitem').first()).toContainText('オペレーター')
})
