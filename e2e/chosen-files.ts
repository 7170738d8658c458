import type { Locator, Page } from '@playwright/test'
import { onePagePdf } from '../server/test/one-page-pdf.ts'

export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAMCAIAAADkharWAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAGElEQVQokWMwTptJEmIY1ZA2GkrG2MIAAFY15YGChWdKAAAAAElFTkSuQmCC',
  'base64',
)

export const file = (name: string, buffer = onePagePdf) => ({
  name,
  mimeType: name.endsWith('.png') ? 'image/png' : 'application/pdf',
  buffer,
})

/** How wide the page is, whatever the screen. */
export const widthOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth')

/** What makes the page wider than its window: the innermost elements that end outside of it; none where nothing does. */
export const widePartsOf = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const outside = [...document.querySelectorAll('body *')].filter(element => element.getBoundingClientRect().right > clientWidth + 1)
    const innermost = outside.filter(element => !outside.some(other => other !== element && element.contains(other)))
    return ['page of ' + scrollWidth, ...innermost.map(element => element.outerHTML.slice(0, 200))]
  })()`)

export const choose = (within: Locator, ...files: ReturnType<typeof file>[]) =>
  within.locator('input[type=file]').first().setInputFiles(files)

/** Each picture that is blurred or the same as the one before is asked about; they are to go as they are. */
export const keepAsTheyAre = async (page: Page, pictures: number): Promise<void> => {
  for (let left = pictures; left > 0; left -= 1)
    await page
      .getByRole('dialog', { name: /撮り直しますか/ })
      .getByRole('button', { name: 'このまま使う' })
      .click()
}
