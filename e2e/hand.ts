import type { Locator, Page } from '@playwright/test'

/**
 * What a person's hand does at the desk, counted: everything that is pressed, every field that is gone to, every file that is picked.
 * What is typed into a field is not counted key by key; a key that chooses something is.
 */
export interface Hand {
  count: () => number
  press: (target: Locator) => Promise<void>
  /** Goes to a field and writes. */
  write: (field: Locator, text: string) => Promise<void>
  /** Opens a list of the browser and takes one of its entries. */
  take: (list: Locator, entry: { label: string } | { index: number }) => Promise<void>
  /** Opens the window in which files are picked, picks one and closes it. */
  give: (page: Page, opener: Locator, file: { name: string; mimeType: string; buffer: Buffer }) => Promise<void>
}

export const countingHand = (): Hand => {
  let count = 0
  const press = async (target: Locator) => {
    count += 1
    await target.click()
  }
  return {
    count: () => count,
    press,
    async write(field, text) {
      await press(field)
      await field.fill(text)
    },
    async take(list, entry) {
      count += 2
      await list.selectOption(entry)
    },
    async give(page, opener, file) {
      const picking = page.waitForEvent('filechooser')
      await press(opener)
      // The file, and 開く.
      count += 2
      await (await picking).setFiles(file)
    },
  }
}
