import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { callAs } from './behind.ts'
import { countingHand } from './hand.ts'
import { assign, comeIn, contractorOfToday, invite, joinInvited, linkTo, newLoginId, newNumber, picture } from './invited-crew.ts'
import { enter } from './sign-in.ts'

// From a link in a short message to the first photo (feature 15, decision 084), and one person at two companies (D-40).

const phoneScreen = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const newPhone = async (browser: Browser): Promise<Page> => (await browser.newContext(phoneScreen)).newPage()
const contexts: BrowserContext[] = []
const open = async (browser: Browser): Promise<Page> => {
  const page = await newPhone(browser)
  contexts.push(page.context())
  return page
}
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})

test('the office invites by a telephone number alone; six taps later the first photo is taken', async ({ page, browser }) => {
  const mobile = newNumber()
  const contractor = await contractorOfToday()
  await enter(page, 'staff01')
  await page.goto(`/contractors/${contractor}/craftsmans`)
  await page.getByRole('button', { name: '新規登録' }).first().click()
  const dialog = page.getByRole('dialog')
  const loginId = newLoginId()
  await dialog.getByLabel(/^氏名/).fill('新田 太郎')
  await dialog.getByLabel(/^ログインID/).fill(loginId)
  await dialog.getByRole('button', { name: '登録する' }).click()
  await expect(dialog.getByTestId('field-error').first()).toBeVisible()
  await dialog.getByLabel(/^電話番号/).fill(mobile)
  await dialog.getByRole('button', { name: '登録する' }).click()
  await page.waitForURL(/\/craftsmans\/\d+$/)
  await expect(page.getByText(/^未開封（SMSで招待/)).toBeVisible()
  await assign(Number(/(\d+)$/.exec(page.url())?.[1]))

  const phone = await open(browser)
  const hand = countingHand()
  const begun = Date.now()
  // The link itself is the first tap.
  await phone.goto(await linkTo(mobile))
  const start = phone.getByRole('button', { name: 'はじめる' })
  await expect(start).toBeVisible()
  expect((await start.boundingBox())?.height).toBeGreaterThanOrEqual(64)
  await hand.press(start)
  await phone.waitForURL('**/constructions')
  const day = phone.locator('[data-testid=next-visit], [data-testid=visit-card][data-next]').first()
  if (!(await day.isVisible().catch(() => false))) {
    await hand.press(phone.locator('a[href="/constructions/3"]').first())
    await hand.press(phone.getByRole('link', { name: '当日の作業一覧' }).first())
  }
  await hand.press(day.getByRole('link', { name: '写真' }))
  await phone.waitForURL(/\/rooms\/\d+/)
  const input = phone.locator('input[type=file]').first()
  // The camera, and its shutter.
  await input.setInputFiles({ name: '1.jpg', mimeType: 'image/jpeg', buffer: await picture() })
  await expect(phone.getByText(/サーバーで確認済|写真を登録しました/).first()).toBeVisible({ timeout: 200_000 })
  expect(1 + hand.count() + 1).toBeLessThanOrEqual(6)
  test.info().annotations.push({ type: 'seconds from the link to the photo', description: String((Date.now() - begun) / 1000) })

  await page.reload()
  await expect(page.getByRole('heading', { name: '招待' })).toHaveCount(0)
})

test('a link that was used says so on another phone, and a new one goes where it went', async ({ browser }) => {
  const mobile = newNumber()
  await invite('staff01', await contractorOfToday(), mobile)
  const link = await linkTo(mobile)
  const [first, second] = [await open(browser), await open(browser)]
  await first.goto(link)
  // Nothing has happened yet, however often it was looked at.
  await second.goto(link)
  await first.getByRole('button', { name: 'はじめる' }).click()
  await first.waitForURL('**/constructions')
  await second.getByRole('button', { name: 'はじめる' }).click()
  await expect(second.getByText('この招待はすでに使われました。')).toBeVisible()
  await second.getByRole('button', { name: '新しいリンクを送る' }).click()
  await expect(second.getByText(/^080-••••-\d{4} に新しいリンクを送りました/)).toBeVisible()
  await second.goto(await linkTo(mobile))
  await second.getByRole('button', { name: 'ログインする' }).click()
  await second.waitForURL('**/constructions')

  // Signed out, there is a way back without a password.
  const third = await open(browser)
  await third.goto('/')
  await third.getByRole('link', { name: /SMS・メールでログイン/ }).click()
  await third.getByLabel(/携帯電話の番号/).fill(mobile)
  await third.getByRole('button', { name: 'リンクを送る' }).click()
  await expect(third.getByText(/ログイン用のリンクを送りました/)).toBeVisible()
  await third.goto(await linkTo(mobile))
  await third.getByRole('button', { name: 'ログインする' }).click()
  await third.waitForURL('**/constructions')
  // And a password for who likes one.
  await third.goto('/mypage')
  const section = third.locator('[data-section=first-password], section').filter({ hasText: 'パスワードを決める' }).first()
  await section.locator('[name=password]').fill('kawabe-2031-hinoki')
  await section.locator('[name=password_confirmation]').fill('kawabe-2031-hinoki')
  await section.getByRole('button', { name: 'パスワードを決める' }).click()
  await expect(third.getByRole('heading', { name: 'パスワードの変更' })).toBeVisible()
})

test('an invitation that was sent again says so on the old link', async ({ page, browser }) => {
  const mobile = newNumber()
  const contractor = await contractorOfToday()
  const { id } = await invite('staff01', contractor, mobile)
  const old = await linkTo(mobile)
  await enter(page, 'staff01')
  await page.goto(`/contractors/${contractor}/craftsmans/${id}`)
  await page.getByRole('button', { name: /^SMSでもう一度送る/ }).click()
  await expect(page.getByText('招待をSMSで送信しました。')).toBeVisible()
  const phone = await open(browser)
  await phone.goto(old)
  await expect(phone.getByText('新しい招待が届いています。')).toBeVisible()
})

test('one person at two companies joins both accounts by the second invitation', async ({ browser }) => {
  const mobile = newNumber()
  await invite('staff01', await contractorOfToday(), mobile)
  const phone = await open(browser)
  await comeIn(phone, mobile)

  // A contractor of its own: other journeys give everybody of the company's first one work meanwhile.
  const { contractor } = await callAs<{ contractor: { id: number } }>('staffadmin002', 'POST', '/contractors', {
    contractor: { name: `協力会社 ${mobile}`, primary_contractor_id: null },
  })
  await invite('staffadmin002', contractor.id, mobile)
  await joinInvited(phone, mobile)
  // The works of both stand below the day, each under its company.
  await expect(phone.getByRole('heading', { name: /^工事一覧（.+）$/ })).toBeVisible()
  await expect(phone.getByRole('region', { name: '湘南リニューアル株式会社' })).toContainText('担当の工事はありません。')
  await phone.goto('/mypage')
  const joined = phone.locator('[data-section=joined-accounts], section').filter({ hasText: 'ほかの会社の仕事もまとめて表示する' }).first()
  await expect(joined.getByRole('listitem')).toHaveCount(2)
  await joined.getByRole('button', { name: 'このアカウントを外す' }).click()
  await phone.getByRole('dialog').getByRole('button', { name: '外す' }).click()
  await expect(joined.getByRole('listitem')).toHaveCount(0)
})
