import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { callAs } from './behind.ts'
import { roomsCarriedOf } from './carried-rooms.ts'
import { assign, comeIn, contractorOfToday, invite, joinInvited, newNumber, picture } from './invited-crew.ts'
import { buildSite, crewOfSites, type Site, staff } from './site.ts'

// One person who works for two companies (D-40): one day, one phone, and an end at one of them that is none at the other.

interface Visit {
  id: number
  name: string
}

/** A craftsman of two companies, with works at both today. */
interface Person {
  phone: Page
  /** Of the company that the person signed in at, and of the one that was joined to it. */
  first: { id: number; visits: Visit[] }
  second: { id: number; visits: Visit[]; site: Site }
}

const contexts: BrowserContext[] = []
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})

const personOfTwo = async (browser: Browser): Promise<Person> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  contexts.push(context)
  const phone = await context.newPage()
  const mobile = newNumber()
  const first = await invite('staff01', await contractorOfToday(), mobile)
  await assign(first.id)
  await comeIn(phone, mobile)
  const second = await invite(staff, await crewOfSites(), mobile)
  await joinInvited(phone, mobile)
  const site = await buildSite({ named: '二社', photographed: ['玄関'] })
  const { rooms } = await callAs<{ rooms: Visit[] }>('staff01', 'GET', '/constructions/3/working_process')
  const days = [site.day(0), site.day(1)]
  const visits = (await site.read()).assigns.flatMap(({ date, room }) => (date !== null && days.includes(date) ? [room] : []))
  expect(visits.length).toBeGreaterThan(0)
  return { phone, first: { id: first.id, visits: rooms }, second: { id: second.id, visits, site } }
}

const ids = (visits: readonly Visit[]) => visits.map(({ id }) => id)

/** The end of an account as the office ends it. */
const end = async (of: 'first' | 'second', { first, second }: Person) => {
  const [id, by] = of === 'first' ? [first.id, 'staff01'] : [second.id, staff]
  await assign(id, false, of === 'first' ? {} : { staff, construction_id: second.site.id })
  // A site that another journey builds meanwhile names everybody of the crew.
  for (;;) {
    const named = await callAs(by, 'DELETE', `/craftsmans/${id}`).then(
      () => null,
      (error: unknown) => /"code":"assigned".*"constructions","id":(\d+)/.exec(String(error))?.[1] ?? Promise.reject(error as Error),
    )
    if (named === null) return
    await assign(id, false, { staff: by, construction_id: Number(named) })
  }
}

test('after the day was opened once, the rooms of both companies open without a network', async ({ browser }) => {
  test.setTimeout(900_000)
  const person = await personOfTwo(browser)
  const { phone, first, second } = person
  await phone.goto('/constructions')
  await phone.evaluate('navigator.serviceWorker.ready.then(() => {})')
  const ofSecond = phone.getByTestId(`room-card-${second.visits[0]?.id}`)
  // Whatever is done meanwhile: the round that reads ahead goes on by the other account, and back.
  await ofSecond.click()
  await expect(phone.getByRole('heading', { level: 1 })).toContainText('号室')
  await phone.getByRole('link', { name: '作業の予定へ戻る' }).click()
  await phone.getByTestId(`room-card-${first.visits.at(-1)?.id}`).click()
  await expect(phone.getByRole('heading', { level: 1 })).toContainText('号室')
  await expect
    .poll(async () => await roomsCarriedOf(phone), { timeout: 300_000 })
    .toEqual(expect.arrayContaining([...ids(first.visits), ...ids(second.visits)]))

  await phone.context().setOffline(true)
  const openOffline = async (construction: number, { id, name }: Visit) => {
    await phone.goto(`/constructions/${construction}/rooms/${id}`)
    await expect(phone.getByRole('heading', { level: 1, name: `${name}号室` })).toBeVisible()
    await expect(phone.getByRole('group', { name: / 施工前$/ }).first()).toBeVisible()
  }
  for (const visit of second.visits) await openOffline(second.site.id, visit)
  for (const visit of first.visits.slice(0, 4)) await openOffline(3, visit)
  await phone.context().setOffline(false)
  await assign(first.id, false)
})

test('the end of the account at one company leaves the day of the other, and says which it was', async ({ browser }) => {
  test.setTimeout(900_000)
  const person = await personOfTwo(browser)
  const { phone, second } = person
  await phone.goto('/constructions')
  const ofSecond = phone.getByTestId(`room-card-${second.visits[0]?.id}`)
  await expect(ofSecond).toBeVisible()
  await expect
    .poll(() => phone.evaluate<number>(`Object.keys(localStorage).filter(key => key.startsWith('hand_in_ticket ')).length`), {
      timeout: 120_000,
    })
    .toBe(2)
  // What the page needs without a network is there once its worker is, from the next opening on.
  await phone.evaluate('navigator.serviceWorker.ready.then(() => {})')
  await phone.reload()
  await expect.poll(async () => await roomsCarriedOf(phone), { timeout: 300_000 }).toContain(second.visits[0]?.id)
  // A photo that has not been sent when the account ends: in the cellar the person goes on as that one, and as the other again.
  await phone.context().setOffline(true)
  await ofSecond.click()
  await phone
    .getByRole('group', { name: '玄関 施工前' })
    .locator('input[type=file]')
    .setInputFiles({ name: '1.jpg', mimeType: 'image/jpeg', buffer: await picture() })
  await expect(phone.getByTestId('deliveries')).toContainText('端末に保存 1枚')
  await phone.getByRole('link', { name: '作業の予定へ戻る' }).click()
  await phone.getByTestId(`room-card-${person.first.visits.at(-1)?.id}`).click()
  await expect(phone.getByRole('heading', { level: 1 })).toContainText('号室')
  await end('second', person)
  await phone.context().setOffline(false)
  await phone.goto('/constructions')
  const said = phone.getByRole('alert').filter({ hasText: '湘南リニューアル株式会社の予定は、この端末に表示されなくなりました' })
  await expect(said).toBeVisible({ timeout: 120_000 })
  await expect(phone).toHaveURL(/\/constructions$/)
  await expect(phone.getByTestId('own-day').locator('[data-room]').first()).toBeVisible()
  await expect(ofSecond).toHaveCount(0)
  await phone.getByRole('button', { name: '別アカウントの未送信' }).click()
  await phone.getByRole('dialog').getByRole('button', { name: '提出する' }).click()
  await expect(phone.getByRole('dialog')).toContainText('写真1枚を提出しました。', { timeout: 200_000 })
  await phone.getByRole('dialog').getByRole('button', { name: '閉じる' }).last().click()
  await said.getByRole('button', { name: '確認しました' }).click()
  await expect(said).toHaveCount(0)
  await assign(person.first.id, false)
})

test('photos of a room that is on no day of the phone are handed in as well, once the account has ended', async ({ browser }) => {
  test.setTimeout(900_000)
  const person = await personOfTwo(browser)
  const { phone } = person
  await phone.goto('/constructions')
  await expect(phone.getByTestId(`room-card-${person.second.visits[0]?.id}`)).toBeVisible()
  // Not on the list of any day, and so nothing that the phone reads ahead.
  const site = await buildSite({ named: '予定外', photographed: ['玄関'], completed: false })
  await phone.goto(`/constructions/${site.id}/rooms/${site.idOf('101')}`)
  const place = phone.getByRole('group', { name: '玄関 施工前' })
  await expect(place).toBeVisible()
  const known = () =>
    phone.evaluate<string>(`JSON.stringify(Object.entries(localStorage).filter(([key]) => key.startsWith('hand_in_ticket ')))`)
  await expect.poll(known, { timeout: 120_000 }).toMatch(new RegExp(`carried[^\\]]*\\b${site.id}\\b`))
  expect(await roomsCarriedOf(phone)).not.toContain(site.idOf('102'))
  await phone.context().setOffline(true)
  await place.locator('input[type=file]').setInputFiles({ name: '1.jpg', mimeType: 'image/jpeg', buffer: await picture() })
  await expect(phone.getByTestId('deliveries')).toContainText('端末に保存 1枚')
  await assign(person.second.id, false, { staff, construction_id: site.id })
  await end('second', person)
  await phone.context().setOffline(false)
  await phone.goto('/constructions')
  await phone.getByRole('button', { name: '別アカウントの未送信' }).click({ timeout: 120_000 })
  const list = phone.getByRole('dialog')
  await expect(list.getByRole('button', { name: '提出する' })).toBeVisible()
  await expect(list).not.toContainText('そのアカウントでログインすると送信されます')
  await list.getByRole('button', { name: '提出する' }).click()
  await expect(list).toContainText('写真1枚を提出しました。', { timeout: 200_000 })
  await assign(person.first.id, false)
})

test('where the account that is signed in ends, the person goes on by the other one', async ({ browser }) => {
  test.setTimeout(400_000)
  const person = await personOfTwo(browser)
  const { phone, second } = person
  await phone.goto('/constructions')
  const ofSecond = phone.getByTestId(`room-card-${second.visits[0]?.id}`)
  await expect(ofSecond).toBeVisible()
  await end('first', person)
  await phone.goto('/constructions')
  await expect(ofSecond).toBeVisible({ timeout: 120_000 })
  await expect(phone.getByRole('alert').filter({ hasText: 'の予定は、この端末に表示されなくなりました' })).not.toContainText('湘南')
  await ofSecond.click()
  await expect(phone.getByRole('heading', { level: 1, name: `${second.visits[0]?.name}号室` })).toBeVisible()
  await phone.goto('/mypage')
  await expect(phone.getByLabel('ログインID').or(phone.getByRole('button', { name: 'ログイン' }))).toHaveCount(0)
})
