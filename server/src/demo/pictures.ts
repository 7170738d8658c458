import sharp from 'sharp'
import type { PhotoTiming } from '@toguchi/domain/photos/labels'

/** What a place looks like at a time: the old device, the wires while it is off, the new one. */
type Motif = 'door' | 'panel'

const wall = { door: ['#b9aa94', '#8f7f69'], panel: ['#e9e4d8', '#d3ccbb'] } as const

const device: Record<Motif, Record<PhotoTiming, string>> = {
  door: {
    before_construction: `<rect x="560" y="220" width="90" height="180" rx="6" fill="#c9b98f" stroke="#6d5f3c" stroke-width="4"/><circle cx="605" cy="270" r="20" fill="#6d5f3c"/><circle cx="605" cy="350" r="16" fill="#efe5c8" stroke="#6d5f3c" stroke-width="4"/>`,
    under_construction: `<rect x="565" y="225" width="80" height="170" fill="#4b4438"/><path d="M590 230 C560 300 640 320 600 470" stroke="#c0392b" stroke-width="7" fill="none"/><path d="M615 230 C650 300 590 330 630 450" stroke="#2471a3" stroke-width="7" fill="none"/><path d="M603 228 C600 300 620 330 612 430" stroke="#f1c40f" stroke-width="6" fill="none"/>`,
    after_construction: `<rect x="555" y="215" width="100" height="200" rx="14" fill="#f7f8f9" stroke="#98a2ab" stroke-width="4"/><circle cx="605" cy="262" r="26" fill="#1b2530"/><circle cx="605" cy="262" r="11" fill="#5d7a93"/><rect x="580" y="345" width="50" height="40" rx="8" fill="#2f6f8f"/>`,
  },
  panel: {
    before_construction: `<rect x="250" y="150" width="300" height="260" rx="8" fill="#d8d2bd" stroke="#8b836a" stroke-width="5"/><rect x="280" y="190" width="90" height="170" rx="40" fill="#b7ae93"/><circle cx="460" cy="230" r="18" fill="#a33"/><g fill="#8b836a"><rect x="420" y="280" width="90" height="14"/><rect x="420" y="310" width="90" height="14"/><rect x="420" y="340" width="90" height="14"/></g>`,
    under_construction: `<rect x="270" y="170" width="260" height="220" fill="#5b5548"/><g stroke-width="7" fill="none"><path d="M330 180 C300 320 420 300 380 520" stroke="#c0392b"/><path d="M400 180 C460 280 360 330 420 500" stroke="#2471a3"/><path d="M450 180 C420 300 500 320 460 510" stroke="#27ae60"/><path d="M370 180 C380 300 330 350 350 480" stroke="#f1c40f"/></g>`,
    after_construction: `<rect x="235" y="135" width="330" height="290" rx="18" fill="#fcfdfd" stroke="#a5b0b8" stroke-width="5"/><rect x="262" y="165" width="276" height="170" rx="6" fill="#16324a"/><path d="M262 335 L340 250 L400 300 L450 230 L538 335 Z" fill="#4d86a8"/><g fill="#2f6f8f"><circle cx="310" cy="382" r="18"/><circle cx="400" cy="382" r="18"/></g><circle cx="490" cy="382" r="18" fill="#c0392b"/>`,
  },
}

const scene = (motif: Motif, timing: PhotoTiming): string => {
  const [light, dark] = wall[motif]
  const background =
    motif === 'door'
      ? `<rect width="800" height="600" fill="${light}"/><rect x="120" y="40" width="330" height="560" fill="#4e5f57" stroke="#2d3833" stroke-width="8"/><rect x="150" y="80" width="270" height="220" fill="#5b6e65"/><rect x="150" y="330" width="270" height="230" fill="#5b6e65"/><circle cx="420" cy="330" r="13" fill="#d9c27a"/>`
      : `<rect width="800" height="600" fill="${light}"/><rect y="520" width="800" height="80" fill="${dark}"/><rect x="640" y="120" width="90" height="120" rx="6" fill="#fff" stroke="#b9b4a6" stroke-width="3"/>`
  const shade = `<defs><radialGradient id="v" cx="45%" cy="40%" r="75%"><stop offset="60%" stop-color="#000" stop-opacity="0"/><stop offset="100%" stop-color="#000" stop-opacity=".38"/></radialGradient></defs>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600">${shade}${background}${device[motif][timing]}<rect width="800" height="600" fill="url(#v)"/></svg>`
}

/** So many different lights has a scene: a town has hundreds of photos, and each costs more to draw than to read. */
const lights = 4
/** The camera's time in a picture that is not taken yet; it is as long as any. */
const untaken = '2000:01:01 00:00:00'

const drawn = new Map<string, Promise<Buffer>>()

const drawScene = (motif: Motif, timing: PhotoTiming, light: number): Promise<Buffer> =>
  sharp(Buffer.from(scene(motif, timing)))
    .modulate({ brightness: 0.9 + light * 0.06, saturation: 0.85 + ((light * 3) % lights) * 0.08, hue: light * 3 })
    .withExif({ IFD0: { Make: 'Toguchi demo' }, IFD2: { DateTimeOriginal: untaken, OffsetTimeOriginal: '+09:00' } })
    .jpeg({ quality: 82 })
    .toBuffer()

/** A site photo as a phone would send it: its own light, and the camera's time in its EXIF (800 × 600, JPEG). */
export const drawSitePhoto = async (place: number, timing: PhotoTiming, seed: number, filmedAt: Date): Promise<Buffer> => {
  const motif: Motif = place % 2 === 0 ? 'door' : 'panel'
  const light = (seed * 3) % lights
  const key = `${motif} ${timing} ${light}`
  const picture = drawn.get(key) ?? drawScene(motif, timing, light)
  drawn.set(key, picture)
  return takenAt(await picture, filmedAt)
}

/** The same picture with the time at which it is taken; EXIF says it in bytes that are counted, not compressed. */
const takenAt = (picture: Buffer, filmedAt: Date): Buffer => {
  const local = new Date(filmedAt.getTime() + 9 * 3_600_000).toISOString()
  const taken = Buffer.from(picture)
  taken.write(`${local.slice(0, 10).replaceAll('-', ':')} ${local.slice(11, 19)}`, taken.indexOf(untaken), 'latin1')
  return taken
}

/** What the photos of one scene and light have in common: everything but the time. */
export const sceneOf = (photo: Buffer): string => photo.toString('latin1').replace(/\d{4}(:\d\d){2} \d\d(:\d\d){2}/, untaken)

/** What an option is, as a catalogue shows it: the device alone, before a light ground. */
const optionDevices = {
  doorbell: `<rect x="300" y="80" width="200" height="440" rx="28" fill="#fbfcfc" stroke="#98a2ab" stroke-width="5"/><circle cx="400" cy="185" r="58" fill="#1b2530"/><circle cx="400" cy="185" r="27" fill="#5d7a93"/><circle cx="391" cy="176" r="8" fill="#dbe7ef"/><g fill="#98a2ab"><rect x="355" y="290" width="90" height="8" rx="4"/><rect x="355" y="312" width="90" height="8" rx="4"/><rect x="355" y="334" width="90" height="8" rx="4"/></g><rect x="350" y="390" width="100" height="80" rx="16" fill="#2f6f8f"/><path d="M385 440 v-18 a15 15 0 0 1 30 0 v18 z" fill="#fff"/>`,
  recording_panel: `<rect x="150" y="110" width="500" height="380" rx="30" fill="#fbfcfc" stroke="#98a2ab" stroke-width="5"/><rect x="195" y="150" width="410" height="235" rx="8" fill="#16324a"/><circle cx="400" cy="240" r="45" fill="#c4d3dd"/><path d="M310 385 a90 95 0 0 1 180 0 z" fill="#c4d3dd"/><rect x="215" y="170" width="104" height="36" rx="18" fill="#0b1a27"/><circle cx="238" cy="188" r="10" fill="#d9453a"/><g fill="#fff"><rect x="256" y="183" width="46" height="10" rx="5"/></g><g fill="#2f6f8f"><circle cx="300" cy="437" r="24"/><circle cx="400" cy="437" r="24"/></g><circle cx="500" cy="437" r="24" fill="#8c979f"/>`,
  handset: `<path d="M210 470 h380 l30 60 h-440 z" fill="#c3ccd2"/><rect x="280" y="70" width="240" height="420" rx="34" fill="#fbfcfc" stroke="#98a2ab" stroke-width="5"/><rect x="312" y="112" width="176" height="190" rx="8" fill="#16324a"/><path d="M312 302 L370 230 L415 270 L450 215 L488 302 Z" fill="#4d86a8"/><g fill="none" stroke="#2f6f8f" stroke-width="10" stroke-linecap="round"><path d="M560 130 a70 70 0 0 1 0 100"/><path d="M592 98 a115 115 0 0 1 0 164"/></g><circle cx="350" cy="372" r="28" fill="#2f6f8f"/><circle cx="450" cy="372" r="28" fill="#8c979f"/><rect x="360" y="436" width="80" height="12" rx="6" fill="#98a2ab"/>`,
} as const
export type OptionDevice = keyof typeof optionDevices

/** A picture of an option, as the office would have it from a catalogue (800 × 600, JPEG). */
export const drawOptionPicture = (device: OptionDevice): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><defs><radialGradient id="g" cx="50%" cy="45%" r="75%"><stop offset="0%" stop-color="#f6f3ec"/><stop offset="100%" stop-color="#ddd6c6"/></radialGradient></defs><rect width="800" height="600" fill="url(#g)"/><ellipse cx="400" cy="545" rx="260" ry="22" fill="#000" opacity=".1"/>${optionDevices[device]}</svg>`,
    ),
  )
    .jpeg({ quality: 82 })
    .toBuffer()

/** A signature like one drawn with a finger, as a PNG data URL. */
export const drawSignature = async (seed: number): Promise<string> => {
  const at = (step: number) => 30 + ((seed * 31 + step * 47) % 60)
  const path = Array.from(
    { length: 9 },
    (_, step) => `${step === 0 ? 'M' : 'S'} ${30 + step * 34} ${at(step * 2)} ${step === 0 ? '' : `${46 + step * 34} ${at(step * 2 + 1)}`}`,
  ).join(' ')
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="120"><rect width="360" height="120" fill="#fff"/><path d="${path.replaceAll(/M (\d+) (\d+) +/g, 'M $1 $2 ')}" fill="none" stroke="#1a1a2e" stroke-width="3.2" stroke-linecap="round"/></svg>`
  const png = await sharp(Buffer.from(drawing)).png({ palette: true }).toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}
