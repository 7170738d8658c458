import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

// Draws pictures as heavy as the view of a photo that a phone took indoors: edges, a gradient and the grain of its sensor. In a process of
// its own, whose memory is nobody's afterwards. See ledger.ts.
const [, , folder = '', count = '0'] = process.argv

const sceneOf = (at: number): string => {
  const doors = Array.from({ length: 40 }, (_, index) => {
    const [x, y] = [(index * 397 + at * 61) % 1500, (index * 211 + at * 37) % 1100]
    const fill = `hsl(${(at * 18 + index * 9) % 360} 30% ${30 + (index % 6) * 9}%)`
    return `<rect x="${x}" y="${y}" width="${60 + (index % 7) * 22}" height="${80 + (index % 5) * 30}" fill="${fill}" stroke="#333"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"><rect width="1600" height="1200" fill="#cfc8bb"/>${doors.join('')}</svg>`
}
const grain = { width: 1600, height: 1200, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 14 } } as const

for (let at = 0; at < Number(count); at += 1) {
  const view = await sharp(Buffer.from(sceneOf(at)))
    .composite([{ input: { create: grain }, blend: 'soft-light' }])
    .jpeg({ quality: 82 })
    .toBuffer()
  writeFileSync(join(folder, `${at}.jpg`), view)
  writeFileSync(join(folder, `${at}.webp`), await sharp(view).resize(400, 400, { fit: 'inside' }).webp().toBuffer())
}
