import type { Piece, Reader } from '../../ui/plain/Read.tsx'
import { easySentences } from './easy/sentences.ts'
import { readings } from './easy/readings.ts'

/** `{}` stands for what changes: a number, a day, a name; `{own}` for words of ours, which have an easy sentence of their own. */
const patterns = Object.entries(easySentences).map(([usual, easy]) => ({
  easy,
  match: new RegExp(`^${usual.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{(?:own)?\}/g, '(.+?)')}$`),
}))

/** The easier sentence for a usual one, or the same when nobody wrote one. */
export const easySentence = (text: string): string => {
  for (const { match, easy } of patterns) {
    const hit = match.exec(text)
    if (hit === null) continue
    let at = 0
    return easy.replaceAll(/\{(own)?\}/g, (_mark, isOurs?: string) => {
      const words = hit[(at += 1)] ?? ''
      return isOurs === undefined ? words : (easySentences[words] ?? words)
    })
  }
  return text
}

/** Days of the month are read in ways of their own. */
const days: Readonly<Record<number, string>> = {
  1: 'ついたち',
  2: 'ふつか',
  3: 'みっか',
  4: 'よっか',
  5: 'いつか',
  6: 'むいか',
  7: 'なのか',
  8: 'ようか',
  9: 'ここのか',
  10: 'とおか',
  14: 'じゅうよっか',
  20: 'はつか',
  24: 'にじゅうよっか',
}
const weekdays: Readonly<Record<string, string>> = { 日: 'にち', 月: 'げつ', 火: 'か', 水: 'すい', 木: 'もく', 金: 'きん', 土: 'ど' }

const longest = Math.max(...Object.keys(readings).map(word => word.length))
const kanjiRun = /^[\p{Script=Han}々]+/u

/** Words whose kana change how the kanji is read: 一つ. */
const withKana = Object.keys(readings).filter(word => /\p{Script=Hiragana}/u.test(word))

/** The text with the reading of every word that is known, the longest word first. */
export const furigana = (text: string): Piece[] => {
  const pieces: Piece[] = []
  let plain = ''
  const add = (base: string, reading: string) => {
    if (plain !== '') pieces.push(plain)
    plain = ''
    pieces.push({ base, reading })
  }
  for (let at = 0; at < text.length;) {
    const before = text[at - 1] ?? ''
    const counted = /\d/.test(before) ? null : countedAt(text.slice(at))
    if (counted !== null) {
      if (counted.apart !== '') plain += counted.apart
      add(counted.base, counted.reading)
      at += counted.apart.length + counted.base.length
      continue
    }
    const weekday = text[at + 1] === ')' && before === '(' ? weekdays[text[at] ?? ''] : undefined
    if (weekday !== undefined) {
      add(text[at] ?? '', weekday)
      at += 1
      continue
    }
    const mixed = withKana.find(word => text.startsWith(word, at))
    if (mixed !== undefined) {
      add(mixed, readings[mixed] ?? '')
      at += mixed.length
      continue
    }
    const run = kanjiRun.exec(text.slice(at))?.[0] ?? ''
    const words = run === '' ? null : wordsOf(run)
    if (words === null) plain += run || text[at]
    else for (const word of words) add(word, readings[word] ?? '')
    at += run.length || 1
  }
  if (plain !== '') pieces.push(plain)
  return pieces
}

/** A number and what it counts, where the two are read together or the count changes its sound: 10日, 25日, 30分, 6時. */
const countedAt = (text: string): { apart: string; base: string; reading: string } | null => {
  const [, digits = '', unit] = /^(\d+)(日(?!間)|分|時(?!間))/.exec(text) ?? []
  if (unit === undefined) return null
  const whole = unit === '日' ? days[Number(digits)] : undefined
  if (whole !== undefined) return { apart: '', base: `${digits}日`, reading: whole }
  const reading = unit === '日' ? 'にち' : unit === '時' ? 'じ' : /[13468]$|0$/.test(digits) ? 'ぷん' : 'ふん'
  return { apart: digits, base: unit, reading }
}

/**
 * The words of kanji that stand together, the longest first; null where one of them is not known. A single kanji is read so only by
 * itself: in 住宅 nobody reads 住 as in 住んでいる, and no reading is better than a wrong one.
 */
const wordsOf = (run: string): string[] | null => {
  if (run.length === 1) return readings[run] === undefined ? null : [run]
  const words: string[] = []
  for (let at = 0; at < run.length;) {
    let length = Math.min(longest, run.length - at)
    while (length > 1 && readings[run.slice(at, at + length)] === undefined) length -= 1
    if (length < 2) return null
    words.push(run.slice(at, at + length))
    at += length
  }
  return words
}

/** Easier words, and above each word how it is read. */
export const easyReader: Reader = text => {
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
  return [...(before === '' ? [] : [before]), ...furigana(easySentence(inner)), ...(after === '' ? [] : [after])]
}
