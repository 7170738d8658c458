import { describe, expect, it, test } from 'vitest'
import {
  composeLetter,
  letterDocuments,
  letterFieldsOf,
  letterTooLongText,
  type LetterText,
  letterTextsOf,
  type LetterValues,
  whyNotLetterText,
} from './letters.ts'

const names = [...new Set(letterDocuments.flatMap(letterFieldsOf))]
const valuesWith = (over: Partial<LetterValues> = {}): LetterValues => ({
  ...(Object.fromEntries(names.map(name => [name, ''])) as Record<(typeof names)[number], string>),
  担当会社: '青葉設備',
  工事名: '更新工事',
  ...over,
})
const textOf = (key: string): LetterText => letterTextsOf('information').find(text => text.key === key)!

describe('what is printed of a letter', () => {
  it('is ours where nothing is written, without rows of which nothing is known', () => {
    const { heading, rows, closing } = composeLetter('information', {}, valuesWith({ 断水: '10時〜12時は水が出ません' }))
    expect([heading, closing]).toEqual(['工事のお知らせと日程のご案内', ''])
    expect(rows.map(row => row.head)).toEqual(['お部屋への入室', '断水'])
    expect(rows[1]).toEqual({ head: '断水', body: '10時〜12時は水が出ません', large: false })
  })

  it('is a sentence without the part that is not known', () => {
    const greetingWith = (decision: string) => composeLetter('information', {}, valuesWith({ 管理組合の決議: decision })).greeting
    expect(greetingWith('総会の決議にもとづき、')).toMatch(/^総会の決議にもとづき、各住戸の/)
    expect(greetingWith('')).toMatch(/^各住戸の/)
  })

  test.each([
    ['断水：{断水}\n費用：{費用}', '費用：無料'],
    ['{断水}{費用}', '無料'],
    ['｛費用｝ { 費用 }', '無料 無料'],
    ['一行目\n\n三行目', '一行目\n\n三行目'],
    ['{断水}', ''],
    ['{ 波かっこ', '{ 波かっこ'],
  ])('%j is %j', (greeting, printed) =>
    expect(composeLetter('information', { greeting }, valuesWith({ 費用: '無料' })).greeting).toBe(printed),
  )

  it('takes what stands in a field as it is', () => {
    expect(composeLetter('poster', { greeting: '{工事名}' }, valuesWith({ 工事名: '{断水}', 断水: 'x' })).greeting).toBe('{断水}')
  })

  it('has a heading, whatever its fields say, and no row that was emptied', () => {
    const letter = composeLetter('information', { heading: '{断水}', 'entry.body': '' }, valuesWith())
    expect(letter.heading).toBe('工事のお知らせと日程のご案内')
    expect(letter.rows).toEqual([])
  })
})

describe('a letter that is too long', () => {
  it('names the texts that take the most lines, not the most characters', () => {
    const longest = 'あ'.repeat(600)
    const said = (written: Record<string, string>) => letterTooLongText('information', written, null).split('長い文章は、')[1]
    expect(said({ greeting: longest, closing: 'あ\n'.repeat(60) })).toBe('「結び」（約60行）です。')
    expect(said({ greeting: longest, 'entry.body': longest, closing: 'あ' })).toBe(
      '「お部屋への入室（文章）」（約20行）、「あいさつ」（約15行）です。',
    )
  })
})

describe('what may be written', () => {
  test.each([
    ['greeting', 'あ'.repeat(600), null],
    ['greeting', 'あ'.repeat(601), 'は600文字以内で入力してください（1文字多くなっています）'],
    ['greeting', '', null],
    ['heading', '', 'を入力してください'],
    ['heading', 'あ'.repeat(41), 'は40文字以内で入力してください（1文字多くなっています）'],
    ['entry.head', 'あ\nい', 'は改行や見えない文字を入れずに入力してください'],
    ['greeting', '{部屋番号}{断水}', null],
    ['greeting', '｛断水｝', null],
    ['greeting', '期間は {工事期間 と', 'に閉じていない項目があります：「{工事期間 と」。項目は{と}で囲んでください'],
    ['greeting', '{断水}と工事期間}', 'に閉じていない項目があります：「と工事期間}」。項目は{と}で囲んでください'],
  ])('%s: %.10s', (key, body, why) => expect(whyNotLetterText('information', textOf(key), body)).toBe(why))

  it('names a field that there is none of, and those that there are', () => {
    const why = whyNotLetterText('poster', textOf('greeting'), '{部屋番号}と{}')
    expect(why).toMatch(/^に使えない項目があります：\{部屋番号\}、\{\}。使える項目：\{物件名\}\{工事名\}/)
  })

  test.each(letterDocuments)('our own words of %s may be, and each text has its own key', document => {
    const texts = letterTextsOf(document)
    expect(new Set(texts.map(text => text.key)).size).toBe(texts.length)
    expect(texts.flatMap(text => whyNotLetterText(document, text, text.ours) ?? [])).toEqual([])
  })
})
