import sharp, { type Sharp } from 'sharp'
import { expect, it } from 'vitest'
import { faultsOf, type GreyPicture, greySizeOf } from '@toguchi/domain/photos/picture-quality'
import { drawSitePhoto, sceneOf } from './pictures.ts'

/** As a phone shrinks it. */
const greyOf = async (photo: Buffer): Promise<GreyPicture> => {
  const { width, height } = await sharp(photo).metadata()
  const size = greySizeOf(width, height)
  const pixels = await sharp(photo).resize(size.width, size.height, { kernel: 'linear' }).greyscale().raw().toBuffer()
  return { ...size, pixels: Uint8Array.from(pixels) }
}

it('tells site photos from the same ones blurred and darkened by known amounts', async () => {
  const timings = ['before_construction', 'under_construction', 'after_construction'] as const
  for (const place of [0, 1])
    for (const timing of timings) {
      const photo = await drawSitePhoto(place, timing, 3 + place, new Date('2026-11-23T01:00:00Z'))
      const told = async (change: (picture: Sharp) => Sharp) => faultsOf(await greyOf(await change(sharp(photo)).jpeg().toBuffer()), null)
      expect([place, timing, await told(picture => picture)]).toEqual([place, timing, []])
      expect(await told(picture => picture.blur(8))).toEqual(['blurred'])
      expect(await told(picture => picture.linear(0.2, 0))).toEqual(['dark'])
      const [again, smaller] = [await greyOf(photo), await greyOf(await sharp(photo).resize(640).jpeg({ quality: 60 }).toBuffer())]
      expect(faultsOf(smaller, again)).toEqual(['same'])
    }
  const [before, after] = await Promise.all(
    [timings[0], timings[2]].map(async timing => greyOf(await drawSitePhoto(1, timing, 4, new Date('2026-11-23T01:00:00Z')))),
  )
  expect(faultsOf(after as GreyPicture, before as GreyPicture)).toEqual([])
})

it('knows a scene again that was taken at another time, and no other', async () => {
  const sceneAt = async (seed: number, minute: number) =>
    sceneOf(await drawSitePhoto(0, 'after_construction', seed, new Date(`2026-11-23T01:0${minute}:00Z`)))
  expect(await sceneAt(3, 1)).toBe(await sceneAt(3, 2))
  expect(await sceneAt(4, 1)).not.toBe(await sceneAt(3, 1))
})
