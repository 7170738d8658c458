// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { readFileSync } from 'node:fs'
import { toasts } from '../platform/toast.ts'
import { takeOver } from './take-over.ts'

const markup = `<button type="button" aria-label="別のボタン"></button><button type="button">大きい文字</button>
  <form><input name="code"><button type="submit">見る</button></form>`

const runScriptOfPage = () => {
  const page = readFileSync('web/index.html', 'utf8')
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- this DOM runs no scripts by itself
  new Function(/<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '')()
}

/** A document in its first paint, with the very script that every page brings; the page that comes in its place has one more button. */
const paintFirst = () => {
  document.body.innerHTML = `<div id="app"><div data-first-paint="guest">${markup}</div></div>`
  const root = document.getElementById('app')!
  runScriptOfPage()
  const giveBack = takeOver(root)
  const show = () => {
    root.innerHTML = `<button type="button">メニュー</button>${markup}`
    const [heard, sent] = [vi.fn(), vi.fn((event: Event) => event.preventDefault())]
    root.querySelectorAll('button').forEach(button => button.addEventListener('click', () => heard(button.textContent)))
    root.querySelector('form')!.addEventListener('submit', sent)
    giveBack()
    return { heard, sent }
  }
  return { root, show }
}

it('gives what was typed, pressed and sent to the page that comes in its place, and nothing of it twice', () => {
  const { root, show } = paintFirst()
  const input = root.querySelector('input')!
  input.value = 'AB7K'
  input.focus()
  root.querySelectorAll('button')[1]!.click()
  const early = new Event('submit', { bubbles: true, cancelable: true })
  root.querySelector('form')!.dispatchEvent(early)
  expect(early.defaultPrevented).toBe(true)

  const { heard, sent } = show()
  expect(root.querySelector('input')!.value).toBe('AB7K')
  expect(document.activeElement).toBe(root.querySelector('input'))
  expect([heard.mock.calls, sent.mock.calls.length]).toEqual([[['大きい文字']], 1])
  root.querySelectorAll('button')[2]!.click()
  expect(heard).toHaveBeenCalledTimes(2)
})

it('finishes a press that began on the first paint, where it ends on the same button', () => {
  const mouse = (kind: string, at: Element) => at.dispatchEvent(new MouseEvent(kind, { bubbles: true }))
  const { root, show } = paintFirst()
  mouse('mousedown', root.querySelectorAll('button')[1]!)
  const { heard } = show()
  const button = root.querySelectorAll('button')[2]!
  mouse('mouseup', button)
  expect(heard.mock.calls).toEqual([['大きい文字']])
  mouse('mouseup', button)
  expect(heard).toHaveBeenCalledTimes(1)

  const again = paintFirst()
  mouse('mousedown', again.root.querySelectorAll('button')[1]!)
  const page = again.show()
  mouse('mouseup', again.root.querySelectorAll('button')[0]!)
  expect(page.heard).not.toHaveBeenCalled()
})

/** A day as a phone showed it last, on which somebody presses; `now`: the rooms that the page has in its place. */
const pressBefore = (words: readonly string[], now: readonly number[]) => {
  const card = (room: number) =>
    `<article data-room="${room}"><button type="button">到着</button><a href="/rooms/${room}?task=absence">不在</a></article>`
  document.body.innerHTML = `<div id="app"><div data-first-paint="member" data-day-snapshot><button type="button">次の日</button>${card(5)}</div></div>`
  const root = document.getElementById('app')!
  runScriptOfPage()
  const giveBack = takeOver(root)
  for (const word of words) [...root.querySelectorAll<HTMLElement>('button, a')].find(({ textContent }) => textContent === word)?.click()
  const held = root.querySelectorAll('[data-held]').length
  root.innerHTML = `<button type="button">次の日</button>${now.map(card).join('')}`
  const heard: string[] = []
  root
    .querySelectorAll('button, a')
    .forEach(button =>
      button.addEventListener('click', () => heard.push(`${button.parentElement?.dataset['room'] ?? ''}${button.textContent}`)),
    )
  toasts.set([])
  giveBack()
  return { held, heard, told: toasts.get().length }
}

it('does what was pressed on what a phone showed last once, and at that room alone; else it says that nothing was done', () => {
  expect(pressBefore(['到着', '到着', '次の日'], [5, 6])).toEqual({ held: 2, heard: ['5到着', '次の日'], told: 0 })
  expect(pressBefore(['到着'], [6, 5])).toEqual({ held: 1, heard: ['5到着'], told: 0 })
  expect(pressBefore(['到着'], [6])).toEqual({ held: 1, heard: [], told: 1 })
  expect(pressBefore([], [6])).toEqual({ held: 0, heard: [], told: 0 })
  // A link waits, too: it may lead to another company's page, and what was pressed before it is done before it.
  expect(pressBefore(['到着', '不在'], [6, 5])).toEqual({ held: 2, heard: ['5到着', '5不在'], told: 0 })
  expect(pressBefore(['不在'], [6])).toEqual({ held: 1, heard: [], told: 1 })
})
