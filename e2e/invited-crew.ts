import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { api, callAs } from './behind.ts'

let number = 0
/** A mobile one: what begins with 0800 is called for free, and written otherwise. */
export const newNumber = () => `0801${String(Date.now() % 1_000_000).padStart(6, '0')}${(number += 1) % 10}`

interface Mail {
  body: string
}
/** What came to a number, the newest first. */
const messagesTo = async (to: string): Promise<string[]> => {
  const answer = await fetch(`${api}/dev/mails?to=${to}`)
  return ((await answer.json()) as { mails: Mail[] }).mails.map(({ body }) => body)
}
export const linkTo = async (to: string): Promise<string> => {
  const link = /https?:\S+\/s\/[\w-]+/.exec((await messagesTo(to)).find(body => body.includes('/s/')) ?? '')?.[0]
  if (link === undefined) throw new Error(`no link came to ${to}`)
  return link
}
/** Nobody takes it for blurred, dark or twice the same. */
export const picture = () =>
  sharp(randomBytes(320 * 240 * 3), { raw: { width: 320, height: 240, channels: 3 } })
    .jpeg()
    .toBuffer()

interface Crew {
  id: number
  contractor_id: number
  assigned_craftsmans: { craftsman_id: number }[]
}
/** Names somebody for a construction, without more the one that is at work today, or takes their name away. */
export const assign = async (craftsmanId: number, isNamed = true, { staff = 'staff01', construction_id = 3 } = {}) => {
  const url = `/constructions/${construction_id}`
  const { construction } = await callAs<{ construction: { assigned_contractors: Crew[] } }>(staff, 'GET', url)
  const crews = construction.assigned_contractors
  await callAs(staff, 'PATCH', url, {
    form_type: 'overall_schedule',
    construction: {
      assigned_contractors_attributes: crews.map(({ id, contractor_id, assigned_craftsmans }, at) => ({
        id,
        contractor_id,
        assigned_craftsmans_attributes: [
          ...assigned_craftsmans.map(each => each.craftsman_id).filter(each => each !== craftsmanId),
          ...(at === 0 && isNamed ? [craftsmanId] : []),
        ].map(craftsman_id => ({ craftsman_id })),
      })),
    },
  })
}
export const contractorOfToday = async (): Promise<number> => {
  const { construction } = await callAs<{ construction: { assigned_contractors: Crew[] } }>('staff01', 'GET', '/constructions/3')
  return construction.assigned_contractors[0]?.contractor_id ?? 0
}

interface Craftsman {
  id: number
  login_id: string
}
/** By the telephone alone. */
export const invite = async (staff: string, contractor_id: number, phone: string): Promise<Craftsman> => {
  const login_id = newLoginId()
  const craftsman = { contractor_id, name: '新田 太郎', email: '', phone, login_id }
  return (await callAs<{ craftsman: Craftsman }>(staff, 'POST', '/craftsmans', { craftsman })).craftsman
}

export const newLoginId = () => `crew.${process.pid}.${(number += 1)}`

/** Comes in by the link of an invitation. */
export const comeIn = async (phone: Page, mobile: string): Promise<void> => {
  await phone.goto(await linkTo(mobile))
  await phone.getByRole('button', { name: 'はじめる' }).click()
  await phone.waitForURL('**/constructions')
}

/** Whoever is signed in joins the account of a second invitation to the same number to their own (D-40). */
export const joinInvited = async (phone: Page, mobile: string): Promise<void> => {
  await phone.goto(await linkTo(mobile))
  await phone.getByRole('button', { name: /のアカウントとまとめる$/ }).click()
  await phone.getByRole('button', { name: '確認コードをSMSで送る' }).click()
  await expect(phone.getByLabel('確認コード')).toBeVisible()
  const code = /\d{6}/.exec((await messagesTo(mobile)).find(body => body.includes('確認コード')) ?? '')?.[0] ?? ''
  await phone.getByLabel('確認コード').fill(code)
  await phone.getByRole('button', { name: 'まとめる', exact: true }).click()
  await phone.waitForURL('**/constructions')
}
