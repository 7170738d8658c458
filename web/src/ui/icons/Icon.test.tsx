// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { addDrawings, Icon, type IconName } from './Icon.tsx'
import { officeDrawings } from './office-drawings.ts'

afterEach(cleanup)
const pathOf = (name: IconName) =>
  render(<Icon name={name} />)
    .container.querySelector('path')
    ?.getAttribute('d')

it('draws what the office adds once that has come', () => {
  expect(pathOf('menu')).toBe('M4 7h16M4 12h16M4 17h16')
  expect(pathOf('supplier')).toBe('')
  addDrawings(officeDrawings)
  expect(pathOf('supplier')).toBe(officeDrawings.supplier)
  expect(pathOf('menu')).toBe('M4 7h16M4 12h16M4 17h16')
})
