import { expect, test } from '@playwright/test'
import { faultsOf } from './axe.ts'
import { enter } from './sign-in.ts'

const pages: Record<string, readonly string[]> = {
  guest: ['/', '/admins/login', '/login_id_reminder', '/terms', '/404'],
  staff01: [
    '/constructions',
    '/dashboard',
    '/buildings/1/room_composition',
    '/constructions/3',
    '/constructions/3/detail_schedule',
    '/constructions/4/answer_board',
    '/constructions/4/messages',
    '/constructions/4/residents',
    '/desk?keyword=802',
    '/constructions/3/edit',
    '/constructions/3/working_process',
    '/constructions/3/rooms/45',
    '/suppliers',
    '/suppliers/1',
    '/construction_orders/1',
    '/completion_reports/1',
    '/completion_report_settings',
    '/buildings/3/building_support_versions',
    '/constructions/3/rooms/45/customer_support_versions',
  ],
  staffadmin01: ['/settings'],
  admin01: ['/admin/dashboard', '/admin/operators', '/admin/operators/1', '/admin/orders'],
  craftsman01: ['/constructions', '/constructions/3/working_process', '/constructions/3/rooms/45'],
}

for (const width of [1280, 390])
  for (const [person, addresses] of Object.entries(pages))
    test(`pages of ${person} have no accessibility violations at ${width} px`, async ({ page }) => {
      test.setTimeout(400_000)
      await page.setViewportSize({ width, height: 900 })
      // What fades in has no contrast on its way.
      await page.emulateMedia({ reducedMotion: 'reduce' })
      if (person !== 'guest') await enter(page, person)
      for (const address of addresses) {
        await page.goto(address)
        await page.locator('main h1').first().waitFor()
        await expect(page.getByTestId('loading-overlay')).toBeHidden()
        expect.soft(await faultsOf(page)).toEqual([])
      }
    })
