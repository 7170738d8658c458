import { createHash, randomBytes } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { extractText } from 'unpdf'
import sharp from 'sharp'
import { formatDayLong } from '@toguchi/domain/calendar/day'
import { callAs } from './behind.ts'
import { buildingNameOf } from './desk.ts'
import { buildResidentSite, comeByCode, type ResidentSite } from './resident-site.ts'
import { enter } from './sign-in.ts'
import { craftsman, staff } from './site.ts'
import { standsWell } from './stands-well.ts'

// Feature 16: nobody opened, and it becomes the next appointment, or a task of the office.

let site: ResidentSite
test.beforeAll(async () => {
  site = await buildResidentSite()
})

interface Absence {
  uuid: string
  photo_omitted_reason: string | null
  told_by: string | null
  photos: { sha256: string }[]
}
const absencesOf = async (room: string) => (await site.call<{ absences: Absence[] }>('GET', `/rooms/${site.idOf(room)}/absences`)).absences
const remaining = async () =>
  (await site.call<{ remaining_constructions: { room_name: string }[] }>('GET', '/remaining_constructions')).remaining_constructions.map(
    ({ room_name }) => room_name,
  )
const newPicture = () =>
  sharp(randomBytes(320 * 240 * 3), { raw: { width: 320, height: 240, channels: 3 } })
    .jpeg()
    .toBuffer()

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true })

  const openAtDoor = async (page: Page, room: string) => {
    await enter(page, craftsman)
    await page.goto(`/constructions/${site.id}/rooms/${site.idOf(room)}`)
    await expect(page.getByRole('button', { name: '不在', exact: true })).toBeVisible()
  }

  test('a door is photographed without a network, the household hears of it, and chooses another day', async ({ page, browser }) => {
    await site.call('PATCH', `/rooms/${site.idOf('101')}/resident`, { resident: { name: '緑川 ハル', email: 'midorikawa.e2e@example.jp' } })
    await openAtDoor(page, '101')
    await page.getByRole('button', { name: '不在', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: '玄関を撮影', exact: true })).toBeVisible()
    await page.context().setOffline(true)
    // Asked for, and not forced.
    await expect(dialog.getByRole('button', { name: /不在を登録/ })).toHaveAttribute('aria-disabled', 'true')
    const picture = await newPicture()
    await dialog.getByLabel('端末のカメラで撮影').setInputFiles({ name: 'door.jpg', mimeType: 'image/jpeg', buffer: picture })
    await expect(dialog.getByRole('img', { name: '撮影した玄関' })).toBeVisible()
    await dialog.getByRole('button', { name: '不在を登録' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('不在 送信待ち')).toBeVisible()
    await expect(page.getByText('玄関の写真 端末に保存')).toBeVisible()
    expect(await absencesOf('101')).toEqual([])

    await page.context().setOffline(false)
    await expect(page.getByTestId('room-absence')).toBeVisible({ timeout: 200_000 })
    await expect(page.getByRole('region', { name: '不在の記録' }).getByRole('button', { name: /^玄関の写真/ })).toBeVisible({
      timeout: 200_000,
    })
    await standsWell(page)
    const hash = createHash('sha256').update(picture).digest('hex')
    expect(await absencesOf('101')).toMatchObject([{ told_by: 'mail', photos: [{ sha256: hash }] }])
    const { messages } = await site.call<{ messages: { kind: string; room: { name: string } | null }[] }>('GET', '/messages')
    expect(messages.filter(({ kind, room }) => kind === 'absence' && room?.name === '101')).toHaveLength(1)
    expect(await remaining()).toContain('101')

    const guests = await browser.newContext({ viewport: { width: 390, height: 780 } })
    const resident = await guests.newPage()
    await comeByCode(resident, site.letterOf('101'))
    await expect(resident.getByText(/ごろお伺いしましたが、ご不在でした。新しい日時をお選びください。/)).toBeVisible()
    await resident.getByRole('link', { name: '新しい日時を選ぶ' }).click()
    const free = resident.getByRole('button', { name: /を選ぶ$/ })
    const chosen = (await free.last().getAttribute('aria-label'))?.replace('を選ぶ', '') ?? ''
    await free.last().click()
    await resident.getByRole('dialog').getByRole('button', { name: 'この日時に決める' }).click()
    await expect.poll(remaining).not.toContain('101')
    const { room } = await site.call<{ room: { assign: { date: string } } }>('GET', `/rooms/${site.idOf('101')}`)
    expect(chosen).toContain(formatDayLong(room.assign.date))
    await guests.close()
  })

  test('who cannot photograph says so, with four touches, and ahead of the day with one more', async ({ page }) => {
    await openAtDoor(page, '102')
    await page.getByRole('button', { name: '不在', exact: true }).tap()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('撮影できない').tap()
    await dialog.getByRole('button', { name: '不在を登録' }).tap()
    await page
      .getByRole('dialog', { name: /^訪問日は.*です$/ })
      .getByRole('button', { name: '不在を登録する' })
      .tap()
    await expect(page.getByTestId('room-absence')).toBeVisible()
    expect(await absencesOf('102')).toMatchObject([{ photo_omitted_reason: '撮影できない', photos: [] }])
  })
})

test('a second absence is an alert, whose letter to the board ends it', async ({ page }) => {
  // The site was planned a moment ago: the visit of yesterday is written down after that of today.
  await site.call('POST', `/rooms/${site.idOf('203')}/absence`, { absence: {} })
  await site.call('POST', `/rooms/${site.idOf('203')}/absence`, { absence: { visited_at: `${site.day(-1)}T10:00:00+09:00` } })
  await enter(page, staff)
  const building = await buildingNameOf(site)
  const alert = page.getByTestId('info-row').filter({ hasText: `不在が2回続いています（${building} 203号室）` })
  await page.goto('/dashboard')
  await expect(alert).toBeVisible()
  const { informations } = await callAs<{ informations: { text: string; link: string }[] }>(staff, 'GET', '/informations?per_page=100')
  expect(informations.find(({ text }) => text.includes(building) && text.startsWith('不在が2回'))?.link).toBe(
    `/constructions/${site.id}/hard_rooms`,
  )
  await page.goto(`/constructions/${site.id}/hard_rooms`)
  await expect(page.getByText('不在が2回続いている住戸が1戸あります（203）')).toBeVisible()
  await standsWell(page)
  await page.getByRole('button', { name: '理事会への報告書面を作成' }).click()
  const link = page.getByRole('link', { name: 'PDFを開く' })
  await expect(link).toBeVisible({ timeout: 200_000 })
  const { pathname } = new URL((await link.getAttribute('href')) ?? '', 'http://127.0.0.1')
  const file = await page.request.get(`http://127.0.0.1:${process.env.E2E_PORT ?? ''}${pathname}`)
  const text = (await extractText(new Uint8Array(await file.body()))).text.join('').replaceAll(/\s/g, '')
  for (const word of ['203号室', 'お伺いした記録（2回）', 'お声がけ']) expect(text).toContain(word)
  await expect(page.getByText('不在が2回続いている住戸が1戸あります（203）')).toBeHidden()
  await page.goto('/dashboard')
  await expect(page.getByTestId('info-row').first()).toBeVisible()
  await expect(alert).toBeHidden()
})
