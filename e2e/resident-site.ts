import type { Page } from '@playwright/test'
import { callAs } from './behind.ts'
import { type Letter, readLetters } from './letters.ts'
import { buildSite, type Site, staff } from './site.ts'

/** A site where letters are out, with two options to order and every way to pay. */
export interface ResidentSite extends Site {
  letterOf: (room: string) => Letter
}

const password = 'sakura2026'

let options: Promise<number[]> | undefined
const makeOptions = async (): Promise<number[]> => {
  const ids: number[] = []
  for (const [name, price] of [
    ['玄関子機のカメラ', 18_000],
    ['録画機能', 12_000],
  ]) {
    const { option } = await callAs<{ option: { id: number } }>(staff, 'POST', '/options', {
      option: { name: `${name} ${process.pid}`, price },
    })
    ids.push(option.id)
  }
  return ids
}

export const buildResidentSite = async (): Promise<ResidentSite> => {
  const site = await buildSite()
  await callAs(staff, 'PATCH', `/constructions/${site.id}`, {
    form_type: 'options',
    construction: {
      use_optional_construction: true,
      use_payment: true,
      cash_place: '管理室',
      constructions_options_attributes: (await (options ??= makeOptions())).map(option_id => ({
        option_id,
        before_construction: false,
        under_construction: false,
        after_construction: true,
      })),
    },
  })
  const letters = await readLetters(site.id)
  return {
    ...site,
    letterOf(room) {
      const letter = letters.get(room)
      if (letter === undefined) throw new Error(`no letter for ${room}`)
      return letter
    },
  }
}

let people = 0

/** Comes from the letter: its code, one tap, and the date stands there (D-33). */
export const comeByCode = async (page: Page, { path, code }: Letter): Promise<void> => {
  await page.goto(path)
  await page.getByLabel(/^認証コード/).fill(code)
  await page.getByRole('button', { name: '工事日を見る' }).click()
  await page.waitForURL('**/residents/top')
}

/** Comes from the letter and makes the login that nobody needs. */
export const register = async (page: Page, letter: Letter): Promise<void> => {
  const login = `e2e.${process.pid}.${(people += 1)}`
  const tap = (name: string | RegExp) => page.getByRole('button', { name }).click()
  await comeByCode(page, letter)
  await page.goto('/residents/edit')
  await page.locator('[name=name]').fill('緑川 ハル')
  await page.locator('[name=login_id]').fill(login)
  await page.locator('[name=password]').fill(password)
  await page.locator('[name=password_confirmation]').fill(password)
  await page.locator('[name=agreement]').check()
  await tap('入力内容を確認する')
  await tap('登録する')
  await page.waitForURL('**/residents/top')
}
