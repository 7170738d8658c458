import { expect, type Page, test } from '@playwright/test'
import { callAs } from './behind.ts'
import { chooseCompany } from './choose-company.ts'
import { signIn } from './sign-in.ts'

const headerOf = (page: Page) => page.getByTestId('header')

test('a company is chosen on the way to a page, ends while somebody is inside it, and is named by nothing above the companies', async ({
  browser,
}) => {
  test.setTimeout(400_000)
  const cd = `c${process.pid.toString(36)}`
  const name = `えらぶ建設 ${cd}`
  const { client } = await callAs<{ client: { id: number } }>('admin01', 'POST', '/clients', {
    client: { cd, name, staff_admin: { name: '選ぶ 太郎', email: `${cd}@example.jp`, login_id: `erabu.${cd}` } },
  })

  // The wanted page opens once the company is chosen, and nothing has failed on the way.
  const operator = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
  await signIn(operator, 'operator01', '/operators/login')
  await operator.goto('/buildings?name=%E9%9D%92%E8%91%89')
  await operator.waitForURL(url => url.pathname === '/admins/top')
  await expect(operator.getByText('選ぶと、開こうとしていたページに進みます。')).toBeVisible()
  await expect(operator.locator('[data-testid=toast][data-kind=failure]')).toHaveCount(0)
  await chooseCompany(operator, name)
  await operator.waitForURL('**/buildings?name=%E9%9D%92%E8%91%89')
  await expect(operator.getByTestId('toast')).toHaveCount(0)
  await expect(headerOf(operator)).toContainText(name)

  // What is another company's is found by way of the chooser.
  await operator.goto('/constructions/3')
  await operator.waitForURL('**/404')
  await expect(operator.getByText(`現在は「${name}」を選択しています。`)).toBeVisible()
  await operator.getByRole('link', { name: '企業を切り替える' }).click()
  await operator.waitForURL('**/admins/top?redirect=%2Fconstructions%2F3')
  await chooseCompany(operator, '001')
  await operator.waitForURL('**/constructions/3')
  await operator.goto('/admins/top')
  await expect(headerOf(operator)).not.toContainText('東都')
  await chooseCompany(operator, name)
  await operator.waitForURL('**/constructions')

  // An admin inside the company, and then above it.
  const admin = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
  await signIn(admin, 'admin01', '/admins/login')
  await chooseCompany(admin, name)
  await admin.waitForURL('**/constructions')
  await expect(headerOf(admin)).toContainText(name)
  await admin.goto(`/admin/clients/${client.id}`)
  await admin.getByRole('button', { name: '契約を終了する' }).click()
  const question = admin.getByRole('dialog', { name: `企業「${name}」の契約を終了します。よろしいですか？` })
  await expect(headerOf(admin)).not.toContainText(name)
  await question.getByRole('button', { name: '契約を終了する' }).click()
  await expect(admin.getByRole('button', { name: '契約を再開する' })).toBeVisible()
  await admin.goto('/buildings')
  await expect(headerOf(admin)).toContainText('契約終了')

  // The operator stands at the chooser, which says why, also after a reload of a page inside.
  for (const leave of [
    () => operator.getByTestId('sidebar').getByRole('link', { name: '物件' }).click(),
    () => operator.goto('/desk?keyword=612'),
  ]) {
    await leave()
    await operator.waitForURL('**/admins/top')
    await expect(operator.getByRole('alert')).toHaveText('選択していた企業の契約が終了しました。企業を選び直してください。')
    await expect(operator.getByTestId('error-page')).toHaveCount(0)
    await expect(operator.getByTestId('toast')).toHaveCount(0)
    await operator.evaluate(`sessionStorage.setItem('schema', ${JSON.stringify(cd)})`)
  }

  // Gone altogether, it is none for admins either.
  await callAs('admin01', 'DELETE', `/clients/${client.id}`)
  await admin.reload()
  await admin.waitForURL('**/admins/top')
  await expect(admin.getByRole('alert')).toHaveText('選択していた企業は利用できなくなりました。企業を選び直してください。')
})
