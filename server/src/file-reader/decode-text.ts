import { notATable, unreadable } from './refusals.ts'

/**
 * The text of a CSV file: UTF-8 with or without BOM, UTF-16 as Excel's 「Unicodeテキスト」, else Shift_JIS with Microsoft's additions
 * (CP932: 髙, 﨑, ①). What is no text at all (a picture, a PDF) is refused as such, and a text in another encoding; a wrong guess would be found out only by whoever reads the names.
 */
export const decodeText = (bytes: Buffer): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode('utf-16le', bytes) ?? refuse()
  if (bytes.includes(0) || bytes.subarray(0, 5).toString('latin1') === '%PDF-') throw notATable()
  return decode('utf-8', bytes) ?? decode('shift_jis', bytes) ?? refuse()
}

const decode = (encoding: string, bytes: Buffer): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const refuse = (): never => {
  throw unreadable('文字コードを判別できません。CSVファイルはUTF-8またはShift_JISで保存してください。')
}
