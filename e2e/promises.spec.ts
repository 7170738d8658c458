import { expect, test } from '@playwright/test'
import { formatDayLong } from '@toguchi/domain/calendar/day'
import { linksOf } from '../server/test/pdf-links.ts'
import { callAs } from './behind.ts'
import { buildResidentSite, type ResidentSite } from './resident-site.ts'
import { enter } from './sign-in.ts'
import { craftsman, staff } from './site.ts'
import { standsWell } from './stands-well.ts'

test.use({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true })

let site: ResidentSite
test.beforeAll(async () => {
  site = await buildResidentSite()
})

test('a craftsman records an absence, and the slip at the door leads to a frame that is really taken', async ({ page, browser }) => {
  await enter(page, craftsman)
  await page.goto(`/constructions/${site.id}/rooms/${site.idOf('101')}`)
  await page.getByRole('button', { name: '不在票を作成' }).click()
  const link = page.getByRole('region', { name: 'この部屋の書面' }).getByRole('link', { name: 'PDFを開く' })
  await expect(link).toBeVisible({ timeout: 120_000 })
  const { pathname } = new URL((await link.getAttribute('href')) ?? '', 'http://127.0.0.1')
  const file = await page.request.get(`http://127.0.0.1:${process.env.E2E_PORT ?? ''}${pathname}`)
  const [slip] = await linksOf(await file.body())
  const path = /\/residents\/clients\/[\w-]+\/absence\/[\w-]{22}/.exec(slip ?? '')?.[0] ?? ''

  const guests = await browser.newContext({ viewport: { width: 390, height: 780 } })
  const resident = await guests.newPage()
  await resident.goto(path)
  await expect(resident.getByText('訪問の記録がまだ届いていません')).toBeVisible()

  await page.getByRole('button', { name: '不在', exact: true }).click()
  await page.getByRole('dialog').getByLabel('撮影できない').check()
  await page.getByRole('dialog').getByRole('button', { name: '不在を登録' }).click()
  // Who works there goes on to the next door, and finds the record where it was made.
  await page.waitForURL('**/constructions')
  await page.goto(`/constructions/${site.id}/rooms/${site.idOf('101')}`)
  await expect(page.getByTestId('room-absence')).toBeVisible()

  await resident.reload()
  await expect(resident.getByText(/ごろお伺いしましたが、ご不在でした。新しい日時をお選びください。/)).toBeVisible()
  await standsWell(resident)
  const free = resident.getByRole('button', { name: /を選ぶ$/ })
  const chosen = (await free.last().getAttribute('aria-label'))?.replace('を選ぶ', '') ?? ''
  await free.last().click()
  await resident.getByRole('dialog').getByRole('button', { name: 'この日時に決める' }).click()
  await expect(resident.getByRole('heading', { name: '日時が決まりました' })).toBeVisible()
  await expect(resident.locator('[data-kit=question]')).toContainText(chosen.split(' ')[0] ?? '')
  await resident.reload()
  await expect(resident.getByText('この不在票での受付は終了しました。')).toBeVisible()
  await expect(resident.locator('[data-kit=question]')).toContainText(chosen.split(' ')[0] ?? '')

  const { room } = await callAs<{ room: { status: string; visits: number; assign: { date: string } } }>(
    staff,
    'GET',
    `/constructions/${site.id}/rooms/${site.idOf('101')}`,
  )
  expect(room).toMatchObject({ status: 'waiting', visits: 1 })
  expect(chosen).toContain(formatDayLong(room.assign.date))
  await page.goto(`/constructions/${site.id}/working_process?date=${room.assign.date}`)
  await expect(page.getByTestId('visit-card').filter({ hasText: '101' })).toContainText('再訪問')
  await guests.close()
})
