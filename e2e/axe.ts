import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** A card shows 「508 確 Web」 and is called by the words behind the marks; the rule wants the marks themselves in the name. */
export const marksStandForWords = ['label-content-name-mismatch']

/** What moves comes to its end; spinners have none. */
const settled = `Promise.allSettled(
  document.getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished),
).then(() => {})`

/** What axe finds wrong with what stands on the page just now, as one line each; empty is right. Documents in frames are not ours. */
export const faultsOf = async (page: Page, { except = [] }: { except?: string[] } = {}): Promise<string[]> => {
  // A dialog that is still fading in has paler letters than it will have.
  await page.evaluate(settled)
  // In the page itself: nothing here comes from other origins, for whose frames axe would open a page of its own each time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).withTags(rules).disableRules(except).exclude('iframe')
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes.map(node => node.target.join(' ')).join(' | ')}`)
}
