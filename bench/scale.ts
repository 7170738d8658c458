import { dayOfRequests, type Mix } from './scale-day.ts'
import { bytesOfPhotoRows } from './scale-photos.ts'

/*
 * What an installation of many clients needs, from figures measured on one machine: cores, disks, lines and money, and what breaks first.
 * `node bench/scale.ts` prints the tables of docs/scale.md; `node bench/scale.ts --measure` weighs the rows of a photo anew before (half a
 * minute). The same seed gives the same day. See README.md.
 */

/** docs/measurements.md and what growth was measured with; each with where it stands. */
const measured = {
  /** kB of database for a room with its events, orders and messages, without photos (10⁷ rooms, half of it events). */
  databaseOfRoom: 4.5,
  /** Bytes of the database for a photo: three rows of files, one of room_images, its event, and their indexes (`--measure`). */
  databaseOfPhoto: 1_690,
  /** Core milliseconds, application and database together, by requests a second over 16 connections on two cores (10⁷ rooms). */
  cost: { light: 1.3, list: 4.5, page: 9, write: 8, search: 14, upload: 30 },
  /** Core milliseconds of a reader for view and thumbnail of a photo (a hundred in 6.1 s, two cores). */
  pictures: 122,
  /** Memory in MB: a server's process, a reader of pictures (docs/operation.md). */
  memory: { server: 300, reader: 512 },
}

/** What nobody could measure here; change it and run again. */
const assumed = {
  /** Years for which rooms and photos are kept: what is stored, divided by it, is a year's work. */
  years: 10,
  workingDays: 245,
  /** The busiest day has so many times the work of a usual one (spring and autumn). */
  season: 2,
  /** MB of a photo as the phone took it, and of its two smaller copies. */
  photo: { original: 3.5, copies: 0.4 },
  /** Of the database, what is read in a month: the rest may lie on the disk alone. */
  readInAMonth: 0.1,
  /** MB a second of one base backup, and of a restore. */
  backup: 200,
  /** Yen a month, a cloud's list prices rounded: a core with 4 GB; a GB of database disk, twice (standby); a GB of objects, and of such as are read seldom. */
  price: { core: 4_000, database: 2 * 18, object: 3.4, cold: 0.6 },
  /** A photo older than this many years lies among what is read seldom. */
  coldAfter: 1,
}

/** Requests that one dwelling's work causes from the letter to the book, by kind. */
const mixOfWork = (photos: number): Mix => ({
  /** A resident's own pages, twice two visits, with what they ask beside. */
  light: 30,
  list: 12,
  /** The schedule and the room, opened by staff, operator and craftsman. */
  page: 20,
  write: 14,
  search: 2,
  upload: photos,
})

interface Installation {
  name: string
  clients: number
  rooms: number
  photos: number
}
const installations: Installation[] = [
  { name: '10² clients', clients: 1e2, rooms: 1e5, photos: 1e7 },
  { name: '10³ clients', clients: 1e3, rooms: 1e6, photos: 1e8 },
  { name: '10⁴ clients', clients: 1e4, rooms: 1e7, photos: 1e9 },
]

const photoBytes = process.argv.includes('--measure') ? await bytesOfPhotoRows(50_000) : measured.databaseOfPhoto
if (process.argv.includes('--measure')) console.log(`a photo's rows: ${Math.round(photoBytes)} bytes\n`)

const table = (heads: string[], rows: string[][]): void => {
  console.log(`| ${heads.join(' | ')} |\n| --- |${' --: |'.repeat(heads.length - 1)}`)
  for (const row of rows) console.log(`| ${row.join(' | ')} |`)
  console.log('')
}
const number = (value: number, digits = 0): string => value.toLocaleString('en', { maximumFractionDigits: digits })
const storage = (gigabytes: number): string =>
  gigabytes >= 1e6
    ? `${number(gigabytes / 1e6, 1)} PB`
    : gigabytes >= 1000
      ? `${number(gigabytes / 1000, 1)} TB`
      : `${number(gigabytes)} GB`

const needsOf = ({ rooms, photos }: Installation) => {
  const works = (rooms / assumed.years / assumed.workingDays) * assumed.season
  const day = dayOfRequests({ works, mix: mixOfWork(photos / rooms), cost: measured.cost, pictures: measured.pictures })
  const databaseGb = (rooms * measured.databaseOfRoom * 1000 + photos * photoBytes) / 1e9
  const objectGb = (photos * (assumed.photo.original + assumed.photo.copies)) / 1000
  const cold = Math.max(0, 1 - assumed.coldAfter / assumed.years)
  const memoryGb = (databaseGb * assumed.readInAMonth) / 2
  // Cores for the database carry its cache: four GB each.
  const databaseCores = Math.max(day.cores / 2, memoryGb / 4)
  const cores = Math.ceil(day.cores / 2 + day.readers + databaseCores * 2)
  const yen =
    cores * assumed.price.core +
    databaseGb * assumed.price.database +
    objectGb * ((1 - cold) * assumed.price.object + cold * assumed.price.cold)
  return { works, day, databaseGb, objectGb, databaseCores: Math.ceil(databaseCores), cores, yen }
}
const needs = installations.map(installation => ({ installation, ...needsOf(installation) }))

console.log('### A busy day\n')
table(
  [
    '',
    'dwellings worked in',
    'requests',
    'at most a second',
    'photos a second',
    'Mbit/s in',
    'cores, requests',
    'cores, pictures',
    'waits, 99.9 %',
  ],
  needs.map(({ installation, works, day }) => [
    installation.name,
    number(works),
    number(day.requests),
    number(day.peak),
    number(day.photoPeak, 1),
    number(day.photoPeak * assumed.photo.original * 8),
    number(day.cores, 1),
    number(day.readers, 1),
    `${number(day.wait)} ms`,
  ]),
)

console.log('### What lies there, and what it costs\n')
table(
  [
    '',
    'rooms',
    'photos',
    'database',
    'objects',
    'base backup',
    'cores in all',
    'yen a month',
    'a dwelling worked in',
    'a dwelling stored, a month',
  ],
  needs.map(({ installation, databaseGb, objectGb, cores, yen }) => [
    installation.name,
    number(installation.rooms),
    number(installation.photos),
    storage(databaseGb),
    storage(objectGb),
    `${number((databaseGb * 1000) / assumed.backup / 3600, 1)} h`,
    number(cores),
    number(Math.round(yen / 1000) * 1000),
    `¥${number((yen * 12) / (installation.rooms / assumed.years), 1)}`,
    `¥${number(yen / installation.rooms, 2)}`,
  ]),
)

console.log('### What breaks first on one machine for the database\n')
/** A large machine as it can be rented: cores, GB of memory, GB of disk; hours within which somebody wants it restored. */
const machine = { cores: 64, memory: 512, disk: 16_000, restore: 4 }
table(
  ['', 'at so many rooms'],
  (() => {
    const largest = needs.at(-1)
    if (largest === undefined) throw new Error('no installation')
    const { installation, databaseGb, day } = largest
    const perRoom = databaseGb / installation.rooms
    const limits: [string, number][] = [
      [`a restore of the database takes ${machine.restore} h`, (machine.restore * 3600 * assumed.backup) / 1000 / perRoom],
      [`what is read in a month no longer fits into ${machine.memory} GB`, machine.memory / assumed.readInAMonth / perRoom],
      [`a disk of ${number(machine.disk / 1000)} TB is full`, machine.disk / perRoom],
      [`${machine.cores} cores are busy at the busiest minute`, (machine.cores / (day.cores / 2)) * installation.rooms],
    ]
    return limits.toSorted((one, other) => one[1] - other[1]).map(([what, rooms]) => [what, number(Number(rooms.toPrecision(2)))])
  })(),
)
