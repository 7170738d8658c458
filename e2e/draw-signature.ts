import type { Locator } from '@playwright/test'

/** Signs in the pad of a dialog, by hand. */
export const drawSignature = async (dialog: Locator): Promise<void> => {
  const pad = dialog.getByTestId('signature-pad')
  await pad.scrollIntoViewIfNeeded()
  const box = (await pad.boundingBox()) ?? { x: 0, y: 0 }
  const { mouse } = dialog.page()
  await mouse.move(box.x + 20, box.y + 20)
  await mouse.down()
  await mouse.move(box.x + 90, box.y + 50, { steps: 4 })
  await mouse.up()
}
