import { earlyAnswer } from '../../platform/api/early-reads.ts'
import { beginsWithVisit, type OwnVisitTexts, ownVisitTexts } from '../../residents/own-visit.ts'
import { storedReading } from '../../residents/reading/stored-reading.ts'

/*
 * The frame of a resident's top page carries the page's own elements without their texts (app/first-paint.tsx). As soon as the answers are
 * there that the entry asked for (app/ahead/read-ahead.ts), they stand in it: the date does not wait for React (decision 088).
 */

/** Comes when they stand there, or nothing can be said before the page itself says it. */
export const paintAhead = async (): Promise<void> => {
  const template = document.querySelector<HTMLTemplateElement>('template[data-texts-to-come]')
  const [construction, me] = [earlyAnswer('GET /api/residents/construction'), earlyAnswer('GET /api/residents/me')]
  if (template === null || construction === undefined || me === undefined) return
  const answers = await Promise.all([construction, me]).catch(() => null)
  // Who is not let in is led elsewhere by the page; and where that stands by now, it says so itself.
  if (answers === null || !template.isConnected) return
  const [ownRoom, { resident }] = answers
  const { reading_words, reading_size } = { ...resident, ...storedReading() }
  // Easy words are many kB that only the page fetches.
  if (reading_words === 'easy') return
  document.documentElement.dataset['size'] = reading_size
  const page = filled(template.content, ownVisitTexts(ownRoom))
  if (!beginsWithVisit(ownRoom)) page.querySelector('section')?.remove()
  template.parentElement?.querySelector('.arriving')?.remove()
  template.replaceWith(page)
}

/** A copy with `{day}` replaced by the text of that name, as text alone, and without the elements that would say nothing then. */
const filled = (content: DocumentFragment, texts: OwnVisitTexts): DocumentFragment => {
  const said = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => texts[name as keyof OwnVisitTexts] ?? '')
  const copy = content.cloneNode(true) as DocumentFragment
  for (const element of copy.querySelectorAll<HTMLElement>('[data-state]')) element.dataset['state'] = said(element.dataset['state'] ?? '')
  const walker = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT)
  const nodes: Node[] = []
  while (walker.nextNode()) nodes.push(walker.currentNode)
  for (const node of nodes) {
    node.textContent = said(node.textContent ?? '')
    if (node.textContent === '') (node.parentNode as ChildNode | null)?.remove()
  }
  return copy
}
