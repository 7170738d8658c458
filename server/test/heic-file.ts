import { readFileSync } from 'node:fs'

/** HEIF files as phones write them, put together around pictures that a real encoder made (`pictures/README.md`). ISO/IEC 23008-12. */
export interface CodedPicture {
  type: 'hvc1' | 'av01'
  /** The decoder's box (hvcC, av1C). */
  config: Buffer
  bytes: Buffer
  width: number
  height: number
}

export const sampleFile = (name: string): Buffer => readFileSync(new URL(`pictures/${name}`, import.meta.url))

/** The first picture of a file that has its places in iloc as heif-enc writes them. */
export const codedIn = (file: Buffer): CodedPicture => {
  const config = file.includes('hvcC') ? 'hvcC' : 'av1C'
  const boxOf = (name: string) => file.subarray(file.indexOf(name) - 4, file.indexOf(name) - 4 + file.readUInt32BE(file.indexOf(name) - 4))
  const [iloc, ispe] = [boxOf('iloc'), boxOf('ispe')]
  const from = iloc.readUInt32BE(20) + iloc.readUInt32BE(26)
  return {
    type: config === 'hvcC' ? 'hvc1' : 'av01',
    config: boxOf(config),
    bytes: file.subarray(from, from + iloc.readUInt32BE(30)),
    width: ispe.readUInt32BE(12),
    height: ispe.readUInt32BE(16),
  }
}

const numbers = (bytes: number, ...values: number[]) => {
  const written = Buffer.alloc(bytes * values.length)
  for (const [at, value] of values.entries()) written.writeUIntBE(value, at * bytes, bytes)
  return written
}
const u8 = (...values: number[]) => numbers(1, ...values)
const u16 = (...values: number[]) => numbers(2, ...values)
const u32 = (...values: number[]) => numbers(4, ...values)
const box = (name: string, ...parts: readonly Buffer[]) => {
  const inside = Buffer.concat(parts)
  return Buffer.concat([u32(inside.length + 8), Buffer.from(name, 'latin1'), inside])
}
const fullBox = (name: string, version: number, flags: number, ...parts: readonly Buffer[]) =>
  box(name, u32(version * 0x1_00_00_00 + flags), ...parts)

/** Quarter turns against the clock, as `irot` says them. */
export const turned = (quarters: number) => box('irot', u8(quarters))
/** 0: upper and lower half change places; 1: left and right. */
export const mirrored = (axis: 0 | 1) => box('imir', u8(axis))

export interface HeicParts {
  pictures: readonly CodedPicture[]
  /** Which of them is shown, counted from 0; with a grid, the grid is. */
  primary?: number
  /** The pictures are its tiles, row by row; what is beyond its size is cut off. */
  grid?: { rows: number; columns: number; width: number; height: number }
  /** What is done with the shown picture: boxes in their order. */
  changes?: readonly Buffer[]
  /** Says another size of the shown picture than it has. */
  claimed?: { width: number; height: number }
  /** A TIFF. */
  exif?: Buffer
}

export const heicFile = ({ pictures, primary = 0, grid, changes = [], claimed, exif }: HeicParts): Buffer => {
  const items = [
    ...pictures.map(({ type, bytes }) => ({ type: type as string, bytes })),
    ...(grid ? [{ type: 'grid', bytes: Buffer.concat([u8(0, 0, grid.rows - 1, grid.columns - 1), u16(grid.width, grid.height)]) }] : []),
    ...(exif ? [{ type: 'Exif', bytes: Buffer.concat([u32(6), Buffer.from('Exif\0\0'), exif]) }] : []),
  ].map((item, at) => ({ ...item, id: at + 1 }))
  const shown = grid ? pictures.length + 1 : primary + 1
  const properties: Buffer[] = []
  const own = (property: Buffer) => properties.push(property)
  const associations = items.flatMap(({ id, type }) => {
    if (type === 'Exif') return []
    const picture = pictures[id - 1]
    const size = (id === shown ? claimed : undefined) ?? picture ?? grid ?? { width: 0, height: 0 }
    const places = [
      ...(picture ? [own(picture.config) | 0x80] : []),
      own(fullBox('ispe', 0, 0, u32(size.width, size.height))),
      ...(id === shown ? changes.map(change => own(change) | 0x80) : []),
    ]
    return [Buffer.concat([u16(id), u8(places.length, ...places)])]
  })
  const references = [
    ...(grid ? [box('dimg', u16(shown, pictures.length, ...pictures.map((_, at) => at + 1)))] : []),
    ...(exif ? [box('cdsc', u16(items.length, 1, shown))] : []),
  ]
  const metaAt = (from: number) => {
    let at = from
    const places = items.map(({ id, bytes }) => {
      const place = Buffer.concat([u16(id, 0, 1), u32(at, bytes.length)])
      at += bytes.length
      return place
    })
    return fullBox(
      'meta',
      0,
      0,
      fullBox('hdlr', 0, 0, u32(0), Buffer.from('pict'), u32(0, 0, 0), u8(0)),
      fullBox('pitm', 0, 0, u16(shown)),
      fullBox('iloc', 0, 0, u8(0x44, 0), u16(items.length), ...places),
      fullBox(
        'iinf',
        0,
        0,
        u16(items.length),
        ...items.map(({ id, type }) =>
          // Tiles are not to be looked at by themselves.
          fullBox('infe', 2, grid !== undefined && id < shown ? 1 : 0, u16(id, 0), Buffer.from(type), u8(0)),
        ),
      ),
      box('iprp', box('ipco', ...properties), fullBox('ipma', 0, 0, u32(associations.length), ...associations)),
      ...(references.length === 0 ? [] : [fullBox('iref', 0, 0, ...references)]),
    )
  }
  const kind = box('ftyp', Buffer.from(pictures[0]?.type === 'av01' ? 'avif\0\0\0\0mif1avif' : 'heic\0\0\0\0mif1heic'))
  const length = kind.length + metaAt(0).length
  return Buffer.concat([kind, metaAt(length + 8), box('mdat', ...items.map(({ bytes }) => bytes))])
}
