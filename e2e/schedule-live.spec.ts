import { type Browser, expect, type Page, test } from '@playwright/test'
import { formatDayWithoutWeekday } from '@toguchi/domain/calendar/day'
import { signIn } from './sign-in.ts'

/** グランドメゾン青葉台: its schedule is completed, and most of its rooms wait for their day. */
const constructionId = 3
const schedule = `/constructions/${constructionId}/detail_schedule`

const openAs = async (browser: Browser, person: string, viewport = { width: 1280, height: 900 }): Promise<Page> => {
  const page = await (await browser.newContext({ viewport })).newPage()
  await signIn(page, person)
  await page.goto(schedule)
  await page.getByRole('grid', { name: '詳細工程表' }).waitFor()
  return page
}
const viewers = (page: Page) => page.getByTestId('schedule-viewers')

interface Place {
  date: string
  construction_time_frame_id: number
  frame_number: number
}
/** Calls the API as the person of a page, without touching what it shows. */
const ask = <A>(page: Page, method: string, path: string, body?: unknown): Promise<A> =>
  page.evaluate(
    async ([verb, url, sent]) => {
      const names = ['access-token', 'client', 'uid', 'token-type']
      const answer = await fetch(url, {
        method: verb,
        headers: {
          ...Object.fromEntries(names.map(name => [name, localStorage.getItem(name) ?? ''])),
          ...(sent === null ? {} : { 'content-type': 'application/json' }),
        },
        ...(sent === null ? {} : { body: sent }),
      })
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
      return (await answer.json()) as A
    },
    [method, path, body === undefined ? null : JSON.stringify(body)] as const,
  )

const api = `/api/constructions/${constructionId}`
/** A room with its place and another one that is free. */
const findRoom = async (page: Page, name: string): Promise<{ id: number; assign: Place; free: Place }> => {
  const { assigns } = await ask<{ assigns: (Place & { room: { id: number; name: string } })[] }>(page, 'GET', `${api}/detail_schedule`)
  const assign = assigns.find(({ room }) => room.name === name)
  if (assign === undefined) throw new Error(`the demo town has no room ${name}`)
  const { dates } = await ask<{
    dates: { date: string; time_frames: { construction_time_frame_id: number; frame_numbers: number[] }[] }[]
  }>(page, 'GET', `${api}/rooms/${assign.room.id}/free_frames`)
  const free = dates
    .filter(({ date }) => date > assign.date)
    .flatMap(({ date, time_frames }) =>
      time_frames.flatMap(({ construction_time_frame_id, frame_numbers }) =>
        frame_numbers.map(frame_number => ({ date, construction_time_frame_id, frame_number })),
      ),
    )[0]
  if (free === undefined) throw new Error('the demo town has no free frame')
  return { id: assign.room.id, assign, free }
}
const move = (page: Page, roomId: number, { date, construction_time_frame_id, frame_number }: Place) =>
  ask(page, 'PATCH', `${api}/rooms/${roomId}/assign`, { assign: { date, construction_time_frame_id, frame_number } })

test('two people at one schedule see what the other saves, and who is editing', async ({ browser }) => {
  const [one, other] = [await openAs(browser, 'staff01'), await openAs(browser, 'staffadmin01', { width: 390, height: 844 })]
  await expect(viewers(one)).toContainText('村上さんが閲覧中')
  await expect(viewers(other)).toContainText('佐藤さんが閲覧中')

  await one.getByRole('button', { name: '編集', exact: true }).click()
  await expect(viewers(other)).toContainText('佐藤さんが編集中')
  await one.getByRole('button', { name: 'キャンセル' }).click()
  await expect(viewers(other)).toContainText('佐藤さんが閲覧中')

  // By keyboard: the list opens, and Escape puts the focus back.
  await viewers(other).focus()
  await other.keyboard.press('Enter')
  await expect(other.getByRole('group', { name: 'この工程表を開いている人' })).toContainText('佐藤 花子')
  await other.keyboard.press('Escape')
  await expect(viewers(other)).toBeFocused()

  const room = await findRoom(other, '510')
  const cell = (date: string) => one.getByRole('gridcell', { name: new RegExp(`^${formatDayWithoutWeekday(date)}.*510`) })
  await expect(cell(room.assign.date)).toHaveCount(1)
  await move(other, room.id, room.free)
  await expect(cell(room.free.date)).toHaveCount(1)
  await move(other, room.id, room.assign)
  await expect(cell(room.assign.date)).toHaveCount(1)

  await other.close()
  await expect(viewers(one)).toHaveCount(0)
})
