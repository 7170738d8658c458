import { createInflateRaw } from 'node:zlib'
import type { Problem } from '../platform/http/problem.ts'
import { broken, notATable, tooBig, unreadable } from './refusals.ts'

/*
 * A workbook is a zip of XML. Before the library unpacks it into memory, every part is unpacked once here, a piece at a time, and
 * thrown away: sizes that a zip states may be lies. What the whole comes to, and what no list should contain, is known afterwards.
 */

/** Bytes of all parts together: 20,000 rows of twelve columns have some 25 MB. */
const mostBytes = 64 * 1024 * 1024
const mostParts = 1_000
/** Characters of the parts that name the sheets: a workbook with a thousand sheets has some 200 kB of them. */
const mostOfIndex = 1024 * 1024

interface Part {
  name: string
  compressed: boolean
  encrypted: boolean
  start: number
  end: number
}

/** Refuses what is no plain workbook: encrypted, with macros, far too large. Answers the last row of the first sheet that is in a merge, 0 when none is. */
export const examineWorkbook = async (bytes: Buffer): Promise<number> => {
  const parts = listParts(bytes)
  const names = new Set(parts.map(part => part.name.toLowerCase()))
  if (parts.some(part => part.encrypted)) throw encrypted()
  if (!names.has('[content_types].xml') || !names.has('xl/workbook.xml')) throw notATable()
  if (names.has('xl/vbaproject.bin'))
    throw unreadable('マクロ付きのファイルは取り込めません。「Excelブック（.xlsx）」として保存し直してください。')
  const lastMerged = new Map<string, number>()
  const index: Record<string, string> = {}
  let left = mostBytes
  for (const part of parts) {
    const name = part.name.toLowerCase()
    const scan = /^xl\/worksheets\/[^/]+\.xml$/.test(name)
      ? scanSheet(row => lastMerged.set(name, Math.max(row, lastMerged.get(name) ?? 0)))
      : undefined
    for await (const piece of unpacked(bytes, part)) {
      left -= piece.length
      if (left < 0) throw tooBig()
      scan?.(piece)
      if (name !== 'xl/workbook.xml' && name !== 'xl/_rels/workbook.xml.rels') continue
      index[name] = (index[name] ?? '') + piece.toString('latin1')
      if (index[name].length > mostOfIndex) throw tooBig()
    }
  }
  return lastMerged.get(firstSheet(index)) ?? 0
}

/**
 * The part of the first sheet, which is the one that is read; notes on further sheets may be laid out as they like. A tag ends where
 * another begins: were it looked for beyond, a file of unfinished tags would take a search to its end for each of them.
 */
const firstSheet = (index: Readonly<Record<string, string>>): string => {
  const sheet = /<(?:\w+:)?sheet\s[^<>]*>/.exec(index['xl/workbook.xml'] ?? '')?.[0] ?? ''
  const id = /\bid="([^"]+)"/.exec(sheet)?.[1]
  const relations = [...(index['xl/_rels/workbook.xml.rels'] ?? '').matchAll(/<(?:\w+:)?Relationship\s[^<>]*>/g)].map(([tag]) => tag)
  const relation = relations.find(tag => tag.includes(`Id="${id}"`))
  const target = /Target="([^"]+)"/.exec(relation ?? '')?.[1] ?? ''
  return (target.startsWith('/') ? target.slice(1) : `xl/${target}`).toLowerCase()
}

const encrypted = () => unreadable('パスワードで保護されたファイルは取り込めません。保護を解除して保存し直してください。')

/** Why a file that is an old or a protected one is not taken: both begin alike. */
export const refusalOfOle = (bytes: Buffer): Problem =>
  bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))
    ? encrypted()
    : unreadable('古い形式のExcelファイル（.xls）は取り込めません。「Excelブック（.xlsx）」として保存し直してください。')

async function* unpacked(bytes: Buffer, { compressed, start, end }: Part): AsyncGenerator<Buffer> {
  const packed = bytes.subarray(start, end)
  if (!compressed) {
    yield packed
    return
  }
  const inflate = createInflateRaw({ chunkSize: 256 * 1024 })
  inflate.end(packed)
  try {
    for await (const piece of inflate) yield piece as Buffer
  } catch {
    throw broken()
  } finally {
    inflate.destroy()
  }
}

/** Tells rows in which merged cells end; refuses columns beyond ZZ, which would make every row a thousand cells wide. */
const scanSheet = (onMerged: (row: number) => void) => {
  let tail = ''
  return (piece: Buffer) => {
    const text = tail + piece.toString('latin1')
    if (/\sr\s*=\s*["'][A-Za-z]{3,}\d/.test(text)) throw unreadable('列が多すぎます。一覧の右側にある不要な列を削除してください。')
    for (const [, first, last] of text.matchAll(/<(?:\w+:)?mergeCell\s+ref="\$?[A-Z]+\$?(\d+)(?::\$?[A-Z]+\$?(\d+))?"/g))
      onMerged(Math.max(Number(first), Number(last ?? first)))
    tail = text.slice(-80)
  }
}

const endOfDirectory = 0x06_05_4b_50
const entryOfDirectory = 0x02_01_4b_50
const localHeader = 0x04_03_4b_50

/** What says in a field of 16 or 32 bits that the figure stands elsewhere, in a directory or a field that only ZIP64 knows. */
const elsewhere16 = 0xff_ff
const elsewhere32 = 0xff_ff_ff_ff
const locatorOfZip64 = 0x07_06_4b_50

/** A workbook of 20 MB needs no ZIP64, and what it would say the library reads and we do not: a directory of its own, other sizes. */
const refuseZip64 = (bytes: Buffer, end: number) => {
  const counts = [4, 6, 8, 10].map(at => bytes.readUInt16LE(end + at))
  const places = [12, 16].map(at => bytes.readUInt32LE(end + at))
  if (counts.includes(elsewhere16) || places.includes(elsewhere32)) throw broken()
  if (end >= 20 && bytes.readUInt32LE(end - 20) === locatorOfZip64) throw broken()
}

/**
 * The parts as the zip's directory names them, with where their bytes lie; the library reads the same directory. What the library would
 * look for elsewhere is refused: ZIP64, and a length of 0 that the part itself or what follows it is to correct (bit 3 of its flags).
 */
const listParts = (bytes: Buffer): Part[] => {
  try {
    const end = findEnd(bytes)
    refuseZip64(bytes, end)
    const count = bytes.readUInt16LE(end + 10)
    if (count > mostParts) throw tooBig()
    const parts: Part[] = []
    let at = bytes.readUInt32LE(end + 16)
    for (let entry = 0; entry < count; entry++) {
      if (bytes.readUInt32LE(at) !== entryOfDirectory) throw broken()
      const [nameLength, extra, comment] = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30), bytes.readUInt16LE(at + 32)]
      const local = bytes.readUInt32LE(at + 42)
      if (bytes.readUInt32LE(local) !== localHeader) throw broken()
      const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
      const size = bytes.readUInt32LE(at + 20)
      const flags = bytes.readUInt16LE(at + 8)
      if ([size, bytes.readUInt32LE(at + 24), local].includes(elsewhere32) || start + size > bytes.length) throw broken()
      if (size === 0 && (flags & 8) !== 0) throw broken()
      const method = bytes.readUInt16LE(at + 10)
      if (method !== 0 && method !== 8) throw broken()
      parts.push({
        name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
        compressed: method === 8,
        encrypted: (flags & 1) === 1,
        start,
        end: start + size,
      })
      at += 46 + nameLength + extra + comment
    }
    return parts
  } catch (error) {
    // An address outside of the file is as broken as a wrong signature.
    throw error instanceof RangeError ? broken() : error
  }
}

const findEnd = (bytes: Buffer): number => {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 65_557); at--) if (bytes.readUInt32LE(at) === endOfDirectory) return at
  throw broken()
}
