import { describe, expect, it } from 'vitest'
import { faultsOf, faultsText, type GreyPicture, greyOf, greySizeOf, meanLight, outline, sharpness } from './picture-quality.ts'

const drawn = (light: (x: number, y: number) => number, width = 256, height = 192): GreyPicture => ({
  width,
  height,
  pixels: Uint8Array.from({ length: width * height }, (_, at) => light(at % width, Math.floor(at / width))),
})
/** Doors and panels: hard edges of both directions, in a corner of a plain wall. */
const scene = (over: { dx?: number; wall?: number } = {}) =>
  drawn((x, y) => {
    const isDevice = x + (over.dx ?? 0) > 150 && x + (over.dx ?? 0) < 220 && y > 40 && y < 120
    return isDevice ? (((x >> 3) + (y >> 3)) & 1 ? 60 : 200) : (over.wall ?? 150) + (y >> 4)
  })
/** The mean of so many pixels to each side, along one axis or both. */
const moved = ({ width, height, pixels }: GreyPicture, across: number, down: number): GreyPicture =>
  drawn(
    (x, y) => {
      let [sum, count] = [0, 0]
      for (let dy = -down; dy <= down; dy++)
        for (let dx = -across; dx <= across; dx++) {
          const [px, py] = [Math.min(width - 1, Math.max(0, x + dx)), Math.min(height - 1, Math.max(0, y + dy))]
          sum += pixels[py * width + px] ?? 0
          count += 1
        }
      return Math.round(sum / count)
    },
    width,
    height,
  )
const darkened = ({ pixels, ...size }: GreyPicture, to: number): GreyPicture => ({ ...size, pixels: pixels.map(light => light * to) })

describe('a photo', () => {
  it.each([
    ['sharp in one corner', scene(), []],
    ['blurred', moved(scene(), 5, 5), ['blurred']],
    ['moved to the side', moved(scene(), 8, 0), ['blurred']],
    ['moved upwards', moved(scene(), 0, 8), ['blurred']],
    ['dark', darkened(scene(), 0.25), ['dark']],
    ['dark and blurred', darkened(moved(scene(), 5, 5), 0.25), ['dark']],
    ['a cap on the lens', drawn(() => 0), ['dark']],
    ['nothing but one colour', drawn(() => 180), ['blurred']],
    ['of one pixel', drawn(() => 180, 1, 1), ['blurred']],
  ])('%s', (_, picture, faults) => {
    expect(faultsOf(picture, null)).toEqual(faults)
  })

  it.each([
    ['the same one', scene(), ['same']],
    ['the same place, a hand’s breadth aside and a little lighter', scene({ dx: 2, wall: 153 }), ['same']],
    ['after the light was switched on', scene({ wall: 230 }), []],
    ['another place', drawn((x, y) => (((x * 7) ^ (y * 3)) & 64 ? 40 : 210)), []],
  ])('after one of %s', (_, last, faults) => {
    expect(faultsOf(scene(), last)).toEqual(faults)
  })

  it('is said to be so, all in one sentence', () => {
    expect(faultsText(['blurred'])).toBe('ぶれています。撮り直しますか？')
    expect(faultsText(['dark', 'same'])).toBe('暗く写っています。直前の写真と同じようです。撮り直しますか？')
  })
})

it.each([
  [4032, 3024, { width: 256, height: 192 }],
  [3024, 4032, { width: 192, height: 256 }],
  [100, 50, { width: 100, height: 50 }],
  [9000, 3, { width: 256, height: 1 }],
])('a photo of %i × %i is looked at small', (width, height, size) => {
  expect(greySizeOf(width, height)).toEqual(size)
})

it('grey is what the eye sees of red, green and blue', () => {
  expect([...greyOf([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 0], 4, 1).pixels]).toEqual([76, 150, 29, 255])
})

it('measures light, edges and outline', () => {
  expect(meanLight(drawn(x => (x < 128 ? 0 : 200)))).toBe(100)
  expect(sharpness(drawn(() => 90))).toBe(0)
  expect(sharpness(scene())).toBeGreaterThan(sharpness(moved(scene(), 1, 1)))
  expect(outline(drawn(x => 255 - x)).every(Boolean)).toBe(true)
  expect(outline(drawn(x => x)).some(Boolean)).toBe(false)
})
