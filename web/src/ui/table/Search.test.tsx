// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, it } from 'vitest'
import { SearchBox, SearchHits } from './Search.tsx'

afterEach(cleanup)

const Page = () => {
  const [input, list] = [useRef<HTMLInputElement>(null), useRef<HTMLUListElement>(null)]
  const hits = ['101', '102'].map(name => ({ key: name, name, text: '', note: '', open: () => {} }))
  return (
    <>
      <SearchBox label="住戸" placeholder="" typed="青葉" input={input} hits={list} onSearch={() => {}} />
      <SearchHits label="結果" hits={hits} list={list} input={input} />
    </>
  )
}

/** Whether the key is left to the field or the page. */
const press = (key: string, init: KeyboardEventInit = {}) => fireEvent.keyDown(document.activeElement!, { key, ...init })

it('goes by arrows into the hits and back', () => {
  render(<Page />)
  const field = screen.getByLabelText('住戸')
  field.focus()
  expect(press('ArrowDown')).toBe(false)
  expect(document.activeElement?.textContent).toBe('101')
  press('ArrowDown')
  expect(document.activeElement?.textContent).toBe('102')
  press('ArrowUp')
  press('ArrowUp')
  expect(document.activeElement).toBe(field)
})

it('leaves the arrows to a kana conversion, and the one up to the field', () => {
  render(<Page />)
  const field = screen.getByLabelText('住戸')
  field.focus()
  expect(press('ArrowDown', { isComposing: true })).toBe(true)
  expect(document.activeElement).toBe(field)
  expect(press('ArrowUp')).toBe(true)
})
