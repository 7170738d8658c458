import { describe, expect, test } from 'vitest'
import { neutralise, revive } from './formula-text.ts'
import {
  type Cell,
  forComparison,
  readChoice,
  readCode,
  readCount,
  readFlag,
  readNames,
  readPhone,
  type ReadCell,
  readRoomName,
  readText,
  readYen,
  readZipcode,
} from './read-cell.ts'

const reads = (read: ReadCell, cases: readonly [Cell, unknown][]) =>
  test.each(cases)('%j is %j', (cell, value) =>
    expect(read(cell)).toMatchObject(value instanceof RegExp ? { refusal: expect.stringMatching(value) } : { value }),
  )

describe('text', () => {
  reads(readText, [
    [null, null],
    ['', null],
    ['　 ', null],
    ['　髙﨑𠮷 ①㈱　', '髙﨑𠮷 ①㈱'],
    ['ﾐﾅﾄﾊﾟｰｸ １号', 'ミナトパーク １号'],
    ['一\r\n二\r三', '一\n二\n三'],
    [101, '101'],
    [1.5, '1.5'],
    [1234567890123456, /桁が失われています/],
    [{ date: true }, /日付として保存されています/],
    ['#N/A', /エラー値（#N\/A）/],
    ['\uE000田', /外字/],
  ])
})

describe('codes', () =>
  reads(readCode, [
    ['　Ｂ０００１ ', 'B0001'],
    [12, '12'],
    [null, null],
  ]))

describe('room numbers', () => {
  reads(readRoomName, [
    ['１０１号室', '101'],
    ['101 号室', '101'],
    ['A棟203号', 'A棟203'],
    [502, '502'],
    ['号室', /読み取れません/],
    ['101　号', '101'],
  ])
  // Looked at once from each of its blanks, it would take half a minute.
  test('are read at once from a cell full of blanks', { timeout: 10_000 }, () => {
    expect(readRoomName(`1${' '.repeat(200_000)}1`)).toHaveProperty('value')
  })
})

describe('telephone numbers', () => {
  reads(readPhone, [
    ['03-1234-5678', '0312345678'],
    ['０９０（１２３４）５６７８', '09012345678'],
    ['+81 90 1234 5678', '09012345678'],
    // Excel took the 0.
    [312345678, '0312345678'],
    [9012345678, '09012345678'],
    ['9012345678', '09012345678'],
    [5012345678, '05012345678'],
    [3123456789, /先頭の0が失われている/],
    ['内線12', /形式が正しくありません/],
    // Too short for anybody; the form says so.
    ['12', '12'],
    [null, null],
  ])
  test.each([
    [312345678, { text: 'の先頭に0を補いました（312345678 → 03-1234-5678）' }],
    ['9012345678', { text: 'の先頭に0を補いました（9012345678 → 090-1234-5678）' }],
    ['090-123-4567', { text: 'の「0901234567」は1桁足りないようです。090の番号は11桁です', doubtful: true }],
    ['090-1234-5678', undefined],
    ['+81 90 1234 5678', undefined],
    ['03-1234-5678', undefined],
  ])('of %j it is said what was done to it, or what is probably wrong', (cell, note) =>
    expect(readPhone(cell)).toEqual({ value: expect.any(String) as string, ...(note === undefined ? {} : { note }) }),
  )
})

describe('postal codes', () => {
  reads(readZipcode, [
    ['〒154-0004', '1540004'],
    ['１５４－０００４', '1540004'],
    [1540004, '1540004'],
    [600001, '0600001'],
    [10010, '0010010'],
    // Of text a digit may be missing: nothing is put before it.
    ['600001', '600001'],
  ])
})

describe('amounts and counts', () => {
  reads(readYen, [
    ['¥1,200', 1200],
    ['１２００円', 1200],
    [0, 0],
    [-1, /0以上の整数/],
    ['1.5', /0以上の整数/],
    ['無料', /0以上の整数/],
  ])
  reads(readCount('階'), [
    ['３階', 3],
    [12, 12],
    ['地下', /数字で/],
  ])
})

describe('choices', () => {
  const read = readChoice({ own: '所有', rent: '賃貸' })
  reads(read, [
    ['所 有', 'own'],
    ['RENT', 'rent'],
    ['借家', /「所有」「賃貸」から選んで/],
    [null, null],
  ])
  reads(readFlag, [
    ['○', true],
    ['有り', true],
    ['TRUE', true],
    ['×', false],
    [0, false],
    ['たぶん', /「あり」「なし」/],
  ])
  reads(readNames, [['山田 太郎、鈴木\n鈴木，佐藤', ['山田 太郎', '鈴木', '佐藤']]])
})

test.each([
  ['株式会社　ﾐﾅﾄ', '株式会社ミナト'],
  ['Ａ 棟', 'a棟'],
])('%s compares as %s', (text, compared) => expect(forComparison(text)).toBe(compared))

test.each([
  ['=1+1', "'=1+1"],
  ['+81', "'+81"],
  ['-1', "'-1"],
  ['@x', "'@x"],
  ['＝１', "'＝１"],
  ["'=1", "''=1"],
  ['\tx', "'\tx"],
  ['普通', '普通'],
  ["'普通", "'普通"],
  ['', ''],
])('%j is written to CSV as %j and comes back', (text, cell) => {
  expect(neutralise(text)).toBe(cell)
  expect(revive(cell)).toBe(text)
})
