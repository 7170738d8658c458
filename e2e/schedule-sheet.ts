import { expect, type Page } from '@playwright/test'
import { api, callAs } from './behind.ts'
import { button, sheetOf } from './schedule-page.ts'
import { type Site, staff } from './site.ts'

export const lineOf = (page: Page, room: string) => sheetOf(page).locator('tbody tr').filter({ hasText: room })

export const openSheet = async (page: Page) => {
  await button(page, '変更を保存').click()
  await expect(sheetOf(page)).toBeVisible()
}

export const confirmSheet = async (page: Page) => {
  await sheetOf(page).getByRole('button', { name: /^保存/ }).click()
  await expect(sheetOf(page)).toBeHidden()
}

/** Gives a dwelling somebody who can be reached by mail; returns the address. */
export const moveIn = async (site: Site, room: string): Promise<string> => {
  const email = `room${room}.${site.id}@example.jp`
  await callAs(staff, 'PATCH', `/constructions/${site.id}/rooms/${site.idOf(room)}/resident`, {
    resident: { name: '試験 花子', email },
    acting_for: { channel: 'tel' },
  })
  return email
}

export const mailsTo = async (to: string) => {
  const answer = await fetch(`${api}/dev/mails?to=${encodeURIComponent(to)}`)
  return ((await answer.json()) as { mails: { subject: string; sent_at: string | null }[] }).mails
}
