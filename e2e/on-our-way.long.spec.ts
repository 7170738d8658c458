import { instantOf } from '@toguchi/domain/calendar/day'
import { expect, test } from '@playwright/test'
import { buildApp } from '../server/src/app.ts'
import { api, sessionOf } from './behind.ts'
import { atAnotherHour } from './other-hour.ts'
import { enter } from './sign-in.ts'
import { buildSite, craftsman } from './site.ts'
import { standsWell } from './stands-well.ts'

// Feature 13, decision 081: 「まもなく伺います」, and what a household says to it on the craftsman's card.

const phoneScreen = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** What the craftsman does at ten in the morning: at night nobody is told anything. */
const doAtTen = (path: string, day: string, payload?: object): Promise<void> =>
  atAnotherHour(
    () => instantOf(day, '10:00'),
    async platform => {
      const app = await buildApp(platform)
      const { 'access-token': token, client, uid } = await sessionOf(craftsman)
      const headers = { 'access-token': token, client, uid }
      const answer = await app.inject({ method: 'POST', url: `/api${path}`, headers, ...(payload === undefined ? {} : { payload }) })
      await app.close()
      expect(answer.statusCode, answer.body).toBe(200)
    },
  )
const linkTo = async (address: string): Promise<string> => {
  const { mails } = (await (await fetch(`${api}/dev/mails?to=${address}`)).json()) as { mails: { subject: string; body: string }[] }
  const link = /https?:\/\/[^/\s]+(\/\S+)/.exec(mails.find(({ subject }) => subject.includes('まもなく伺います'))?.body ?? '')?.[1]
  if (link === undefined) throw new Error(`nothing came to ${address}`)
  return link
}

/** By hand, or by itself when the room before it is done, or was gone to in vain (feature 13). */
const ways = {
  'told by hand': { of: 'next', path: 'on_our_way' },
  'told when the room before was completed': {
    of: 'before',
    path: 'completion',
    body: { room: { sign_omitted_reason: 'ご家族が不在のため' } },
  },
  'told when nobody opened at the room before': { of: 'before', path: 'absence', body: { absence: {} } },
} as const

for (const [told, { of, path, ...more }] of Object.entries(ways))
  test(`a household, ${told}, answers in each of three ways, and the craftsman’s card says it at once`, async ({ browser }) => {
    // Last on the craftsman's way: the doors of other journeys are no part of this one.
    const site = await buildSite({ named: '終点' })
    const { assigns, construction_time_frames: frames } = await site.read()
    const morning = frames.find(({ start_at }) => start_at === '09:00')?.id
    const [room, before] = assigns.flatMap(each =>
      each.date === site.day(0) && each.construction_time_frame_id === morning ? [each.room] : [],
    )
    if (room === undefined || before === undefined) throw new Error('nobody is visited this morning')
    const address = `ukai.${process.pid}.${room.id}@example.jp`
    await site.call('PATCH', `/rooms/${room.id}/resident`, { resident: { name: '鵜飼 文', email: address } })
    const phone = await (await browser.newContext(phoneScreen)).newPage()
    await enter(phone, craftsman)
    await phone.goto('/constructions')
    const card = phone.getByTestId('own-day').locator(`[data-room="${room.id}"]`)
    await expect(card).toBeVisible()

    const at = of === 'next' ? room.id : before.id
    await doAtTen(`/constructions/${site.id}/rooms/${at}/${path}`, site.day(0), 'body' in more ? more.body : undefined)
    const household = await (await browser.newContext(phoneScreen)).newPage()
    await household.goto(await linkTo(address))
    await expect(household.getByText(`${room.name}号室`).first()).toBeVisible()
    await standsWell(household)
    const answers = household.getByRole('group', { name: 'お返事' })
    for (const answer of ['どうぞ', '15分待ってください', '不在になりました']) {
      await answers.getByRole('button', { name: answer }).tap()
      await expect(household.getByText(`「${answer}」と担当者にお伝えしました。`)).toBeVisible()
      // Nobody reloads anything.
      await expect(card).toContainText(answer)
    }
    await standsWell(phone)

    await site.call('POST', `/rooms/${room.id}/absence`, { absence: {} })
    await household.reload()
    await expect(household.getByText('このお知らせへのお返事の受付は終了しました。ご用件は、お電話ください。')).toBeVisible()
    await expect(answers).toHaveCount(0)
    await phone.context().close()
    await household.context().close()
  })
