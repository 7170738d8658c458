import { expect, test } from '@playwright/test'
import { callAs } from './behind.ts'
import { buildingNameOf, sitDown } from './desk.ts'
import { buildResidentSite, comeByCode } from './resident-site.ts'
import { enter } from './sign-in.ts'
import { staff } from './site.ts'

test.use({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true })

test('a resident asks for the own date, and what nobody can answer stands on the desk', async ({ page }) => {
  const site = await buildResidentSite()
  const hosts = new Set<string>()
  page.on('request', request => {
    if (/chatbot_histories|\/gateway\//.test(request.url())) hosts.add(new URL(request.url()).host.split('.')[0] ?? '')
    if (request.url().includes('/gateway/')) expect(request.headers()).not.toHaveProperty('access-token')
  })
  await page.goto('/residents/logout')
  await expect(page.getByTestId('chatbot')).toHaveCount(0)
  await comeByCode(page, site.letterOf('102'))
  await page.getByTestId('chatbot').click()
  await page.getByRole('button', { name: '工事の日はいつですか' }).click()
  await expect(page.getByTestId('chatbot-source')).toHaveText('お部屋の日程より')
  await expect(page.getByTestId('chatbot-panel')).toContainText('まだ確定していません')
  await page.getByLabel('質問を書く').fill('作業の人の態度がひどい')
  await page.getByRole('button', { name: '送る' }).click()
  await expect(page.getByTestId('chatbot-panel')).toContainText('お電話でおたずねください')

  // The conversation is there again after a reload.
  await page.reload()
  await page.getByTestId('chatbot').click()
  await expect(page.getByTestId('chatbot-panel')).toContainText('作業の人の態度がひどい')
  // What goes by a client's host elsewhere goes by www here, where hosts name clients at all.
  for (const host of hosts) expect(host).not.toMatch(/^\d{3}$/)

  const { rooms } = await callAs<{ rooms: { id: number; name: string }[] }>(staff, 'GET', `/constructions/${site.id}/rooms`)
  const room = rooms.find(({ name }) => name === '102')
  const { desk } = await callAs<{ desk: { asked: { questions: string[] }[] } }>(
    staff,
    'GET',
    `/constructions/${site.id}/rooms/${room?.id ?? 0}/desk`,
  )
  expect(desk.asked).toEqual([expect.objectContaining({ count: 1, questions: ['作業の人の態度がひどい'] })])

  // Whoever has answered takes it from the head, and back again.
  await page.setViewportSize({ width: 1280, height: 900 })
  await sitDown(page)
  await page.goto('/desk')
  await page.getByRole('searchbox').fill(`102 ${await buildingNameOf(site)}`)
  await page.keyboard.press('Enter')
  const head = page.getByTestId('desk-asked')
  await expect(head).toContainText('作業の人の態度がひどい')
  await head.getByRole('button', { name: '対応済みにする' }).click()
  await expect(head).toHaveCount(0)
  await expect(page.getByText('チャットボットの質問を対応済みにしました').first()).toBeVisible()
  await page.getByText('元に戻す').click()
  await expect(head).toContainText('作業の人の態度がひどい')
})

test('staff write a frequent question and try what it answers', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await enter(page, 'staff01')
  await page.goto('/faqs')
  await page.getByRole('button', { name: '新規登録' }).first().click()
  const question = `共用のほうきは借りられますか ${process.pid}`
  await page.locator('[name="faq[question]"], [name=question]').first().fill(question)
  await page.locator('[name="faq[answer]"], [name=answer]').first().fill('いつもどおりお使いいただけます。')
  await page.locator('[name="faq[keywords]"], [name=keywords]').first().fill(`ほうき${process.pid}`)
  await page
    .getByRole('button', { name: /登録する|保存する|登録/ })
    .last()
    .click()
  await expect(page.getByText('よくある質問を登録しました。')).toBeVisible()
  await page.goto(`/faqs?name=${encodeURIComponent(question)}`)
  await page.getByText(question).first().click()
  await page.getByLabel('居住者の質問').fill(`ほうき${process.pid}のこと`)
  await page.getByRole('button', { name: '試す' }).click()
  await expect(page.getByTestId('chatbot-preview')).toContainText('いつもどおりお使いいただけます。')
})
