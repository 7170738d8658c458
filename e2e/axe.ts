import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The words that are seen stand in the name (WCAG 2.5.3): axe asks for it only when it is told to. */
const spoken = { 'label-content-name-mismatch': { enabled: true } }

/** What moves comes to its end; spinners have none. */
const settled = `Promise.allSettled(
  document.getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished),
).then(() => {})`

/**
 * What axe finds wrong with what stands on the page, as one line each; empty is right. Documents in frames are not ours.
 * A fault has to be there twice: what is seen through a veil that was just about to go (loading, a dialog that fades in) has paler letters.
 */
export const faultsOf = async (page: Page): Promise<string[]> => {
  const atFirst = await faultsNow(page)
  if (atFirst.length === 0) return []
  await expect(page.getByTestId('loading-overlay')).toBeHidden()
  const again = await faultsNow(page)
  return again.filter(fault => atFirst.includes(fault))
}

const faultsNow = async (page: Page): Promise<string[]> => {
  await page.evaluate(settled)
  // In the page itself: nothing here comes from other origins, for whose frames axe would open a page of its own each time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ rules: spoken }).withTags(rules).exclude('iframe')
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(node => `${page.url()} ${id}: ${node.target.join(' ')}`))
}

/** What is hard to read in the sun: letters below 7:1 on their ground, or below 16 px (D-44). */
export const paleOrSmall = async (page: Page): Promise<string[]> => {
  await page.evaluate(settled)
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).withRules(['color-contrast-enhanced']).analyze()
  const small = await page.evaluate<string[]>(`[...document.querySelectorAll('body *')]
    .filter(element => [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim() !== ''))
    .filter(element => element.closest('svg, script, style, .sr-only, option') === null && element.getClientRects().length > 0)
    .filter(element => parseFloat(getComputedStyle(element).fontSize) < 16)
    .map(element => element.textContent)`)
  return [...violations.flatMap(({ nodes }) => nodes.map(({ target }) => target.join(' '))), ...small]
}
