// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { readFileSync } from 'node:fs'
import { takeOver } from './take-over.ts'

const markup = `<button type="button" aria-label="別のボタン"></button><button type="button">大きい文字</button>
  <form><input name="code"><button type="submit">見る</button></form>`

/** A document in its first paint, with the very script that every page brings; the page that comes in its place has one more button. */
const paintFirst = () => {
  document.body.innerHTML = `<div id="app"><div data-first-paint="guest">${markup}</div></div>`
  const root = document.getElementById('app')!
  const page = readFileSync('web/index.html', 'utf8')
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- this DOM runs no scripts by itself
  new Function(/<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '')()
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
