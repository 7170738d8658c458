import { expect, it } from 'vitest'
import { mayBePicture, pictureAccept, pictureNames } from './picture-formats.ts'

it.each([
  ['image/heic', 'IMG_0001.HEIC', true],
  ['image/heif', 'x', true],
  ['image/jpeg', 'x', true],
  ['image/webp', 'LINE_1.webp', true],
  // Windows knows no type of it.
  ['', 'IMG_0001.HEIC', true],
  ['', 'photo.hif', true],
  ['', 'plan.pdf', false],
  ['', 'heic', false],
  ['image/gif', 'x.jpg', false],
  ['image/svg+xml', 'x.svg', false],
  ['video/quicktime', 'IMG_0001.MOV', false],
])('a file of type "%s" called %s may be a photo: %s', (type, name, may) => {
  expect(mayBePicture({ type, name })).toBe(may)
})

it('names them all', () => {
  expect(pictureNames).toBe('JPEG、PNG、HEIC、WebP、AVIF')
  expect(pictureAccept.split(',')).toEqual(expect.arrayContaining(['image/heic', '.heic', '.jpg']))
})
