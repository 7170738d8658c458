import { expect, test } from '@playwright/test'
import { formatDayLong, formatDayShort, formatDayWithoutYear } from '@toguchi/domain/calendar/day'
import { faultsOf } from './axe.ts'
import { api } from './behind.ts'
import { offerFreeFrames } from './offer-round.ts'
import { buildResidentSite, comeByCode } from './resident-site.ts'
import { enter } from './sign-in.ts'
import { staff } from './site.ts'

interface Mail {
  subject: string
  body: string
}
const mailsTo = async (email: string): Promise<Mail[]> => {
  const answer = await fetch(`${api}/dev/mails?to=${encodeURIComponent(email)}`)
  // SAFETY: the server checks its answers against the contract while it is on trial.
  return ((await answer.json()) as { mails: Mail[] }).mails.filter(({ subject }) => subject.includes('早い日時が空きました'))
}

test('who asked for an earlier frame is offered the one that became free and takes it; who has paper alone is named to the office', async ({
  page,
  browser,
}) => {
  const site = await buildResidentSite()
  const email = `hayame.${process.pid}@example.jp`
  const { construction_time_frames: frames } = await site.read()
  const place = (room: string, offset: number, frame: number, frame_number: number) =>
    site.call('PATCH', `/rooms/${site.idOf(room)}/assign`, {
      assign: { date: site.day(offset), construction_time_frame_id: frames[frame]?.id, frame_number },
    })
  await site.call('PATCH', `/rooms/${site.idOf('201')}/resident`, { resident: { name: '緑川 ハル', email } })
  await site.call('PATCH', `/rooms/${site.idOf('202')}/resident`, { resident: { name: '大野 勝' } })
  // The wished day is full, and both live behind it.
  for (const [room, frame, number] of [
    ['301', 0, 1],
    ['302', 0, 2],
    ['303', 1, 1],
    ['304', 1, 2],
  ] as const)
    await place(room, 6, frame, number)
  await place('201', 8, 0, 1)
  await place('202', 8, 0, 2)

  const guests = await browser.newContext({ viewport: { width: 390, height: 780 } })
  const resident = await guests.newPage()
  await comeByCode(resident, site.letterOf('201'))
  await resident.getByRole('link', { name: '日程を変更する' }).click()
  await resident.getByRole('button', { name: 'より早い枠が空いたら知らせてほしい' }).click()
  await resident.getByLabel(formatDayWithoutYear(site.day(6))).check()
  expect(await faultsOf(resident)).toEqual([])
  await resident.getByRole('button', { name: 'この日で知らせてもらう' }).click()
  await expect(resident.getByText('より早い枠が空いたら、お申込みの順にお知らせします。')).toBeVisible()
  // The neighbour has asked on the telephone, and is next.
  await site.call('PUT', `/rooms/${site.idOf('202')}/earlier_wish`, {
    dates: [site.day(6)],
    acting_for: { channel: 'tel', caller: '大野' },
  })
  await offerFreeFrames()
  expect(await mailsTo(email)).toEqual([])

  await place('301', 9, 0, 1)
  await offerFreeFrames()
  await expect.poll(async () => (await mailsTo(email)).length).toBe(1)
  const [mail] = await mailsTo(email)
  expect(mail?.body).toContain('201号室')
  expect(mail?.body).toContain(formatDayLong(site.day(6)))
  await resident.goto('/residents/top')
  await resident.getByRole('link', { name: '空いた日時を見て答える' }).click()
  const offer = resident.getByRole('region', { name: '空いた早い日時' })
  await expect(offer).toContainText(formatDayLong(site.day(6)))
  expect(await faultsOf(resident)).toEqual([])
  await offer.getByRole('button', { name: 'この日時に変更する' }).click()
  await expect(offer).toHaveCount(0)
  await resident.goto('/residents/top')
  await expect(resident.getByText('日程は確定しています')).toBeVisible()
  expect((await site.placeOf('201'))?.date).toBe(site.day(6))

  // The next frame of that day is kept for the neighbour, whom no message reaches.
  await place('302', 9, 0, 2)
  await offerFreeFrames()
  await enter(page, staff)
  await page.goto('/dashboard')
  await expect(page.getByTestId('info-list')).toContainText('空いた早い枠を取り置きました。お電話か書面でご案内ください')
  await page.goto(`/constructions/${site.id}/rooms/${site.idOf('202')}`)
  const wishes = page.getByRole('region', { name: '早い枠の希望' })
  await expect(wishes).toContainText(formatDayLong(site.day(6)))
  await expect(wishes).toContainText('連絡先がないため、お電話か書面でご案内ください。')
  expect(await faultsOf(page)).toEqual([])
  await wishes.getByRole('button', { name: '希望を終了' }).click()
  await page.getByRole('button', { name: '終了する' }).click()
  await expect(wishes).not.toContainText(formatDayShort(site.day(6)))
  await guests.close()
})
