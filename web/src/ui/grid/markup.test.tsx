// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { CSSProperties, ReactNode } from 'react'
import { Icon } from '../icons/Icon.tsx'
import { markupOf } from './markup.ts'

afterEach(cleanup)

const Name = ({ children, loud = false }: { children: ReactNode; loud?: boolean }) => <b data-loud={loud}>{children}</b>
const parsed = (markup: string): Element => {
  const element = document.createElement('div')
  element.innerHTML = markup
  return element
}
const look = 'look of a card'
const sameAsReact = (node: ReactNode) => {
  const { container } = render(<>{node}</>)
  expect(parsed(markupOf(node)).innerHTML).toBe(container.innerHTML)
}

it('writes what React draws: elements, components, words, nothing and lists', () => {
  sameAsReact(
    <a className={look} href="/rooms/1" tabIndex={-1} draggable={false} data-status={undefined} aria-hidden="true">
      <Name loud>
        {101} <>様</>
      </Name>{' '}
      {null}
      {false}
      {['一', '二'].map(word => (
        <i key={word} title={word}>
          {word}
          <br />
        </i>
      ))}
    </a>,
  )
})

it('writes drawings and styles as React does', () => {
  expect(markupOf(<Icon name="check" size={11} />)).toContain('stroke-width="1.75"')
  expect(markupOf(<i style={{ '--hue': 12, left: 40, top: 0, paddingLeft: 3 } as CSSProperties} />)).toBe(
    '<i style="--hue:12;left:40px;top:0;padding-left:3px"></i>',
  )
})

it('escapes what it is given, in words and in attributes', () => {
  const bad = `"><img src=x onerror="alert(1)">&lt;'`
  const markup = markupOf(
    <span title={bad} style={{ color: bad }}>
      {bad}
    </span>,
  )
  const span = parsed(markup).firstElementChild
  expect(parsed(markup).querySelector('img')).toBeNull()
  expect(span?.getAttribute('title')).toBe(bad)
  expect(span?.textContent).toBe(bad)
})

it('refuses what only a mounted component can do', () => {
  expect(() => markupOf(<button type="button" onClick={() => undefined} />)).toThrow('onClick')
  expect(() => markupOf(<i dangerouslySetInnerHTML={{ __html: '<b>' }} />)).toThrow('dangerouslySetInnerHTML')
})
