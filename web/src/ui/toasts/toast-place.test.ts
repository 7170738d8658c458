import { expect, it } from 'vitest'
import { toastOffset } from './toast-place.ts'

const desk = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }
const toast = { width: 380, height: 90 }
const row = (top: number, bottom: number, left = 0, right = 1280) => ({ top, bottom, left, right })

it('toasts stand in the corner, and above the foot of a form that is there', () => {
  expect(toastOffset(desk, toast, [])).toBe(16)
  expect(toastOffset(desk, toast, [row(739, 800)])).toBe(69)
  expect(toastOffset(phone, { width: 358, height: 130 }, [row(779, 844, 0, 390)])).toBe(73)
})

it('they stay in the corner where the buttons are elsewhere, or not in sight', () => {
  expect(toastOffset(desk, toast, [row(300, 360)])).toBe(16)
  expect(toastOffset(desk, toast, [row(739, 800, 0, 800)])).toBe(16)
  expect(toastOffset(desk, toast, [row(900, 960)])).toBe(16)
})

it('they climb over the foot of a form and of a dialog above it', () => {
  expect(toastOffset(desk, toast, [row(739, 800), row(640, 690, 300, 980)])).toBe(168)
})

it('they leave single buttons and what a dialog says free where there is room, and its foot in any case', () => {
  expect(toastOffset(desk, toast, [], [row(740, 780, 1100, 1240)])).toBe(68)
  const dialog = row(140, 700, 260, 1020)
  expect(toastOffset(desk, toast, [row(640, 690, 260, 1020)], [dialog])).toBe(668)
  const high = row(40, 790, 260, 1020)
  expect(toastOffset(desk, toast, [row(720, 780, 260, 1020)], [high])).toBe(88)
})

it('where nothing is free, they are at least seen', () => {
  expect(toastOffset({ width: 390, height: 300 }, { width: 358, height: 200 }, [row(80, 290, 0, 390)])).toBe(16)
})
