import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cancelAnswerText } from '@toguchi/domain/orders/cancel-answer'
import { noticeAnswerLabels } from '@toguchi/domain/rooms/visits/on-our-way'
import { expect, it } from 'vitest'
import { easyReader, easySentence, furigana } from './easy-japanese.ts'
import { easySentences } from './easy/sentences.ts'

const root = join(import.meta.dirname, '../../../..')
const written = [
  ...globSync('web/src/{residents,accounts,legal-texts,ui/plain}/**/*.{ts,tsx}', { cwd: root }),
  ...globSync('domain/src/**/*.ts', { cwd: root }),
  ...globSync('server/src/{residents,schedule,orders,rooms}/**/*.ts', { cwd: root }),
]
  .filter(file => !file.endsWith('.test.ts') && !file.includes('/reading/easy/'))
  .map(file => readFileSync(join(root, file), 'utf8'))
  .join('\n')
  .replaceAll('${cancelAnswerText}', cancelAnswerText)

const withoutReading = (text: string): string =>
  easyReader(text)
    .map(piece => (typeof piece === 'string' ? piece : ''))
    .join('')

it('has a reading for every word of every easy sentence', () => {
  const left = Object.keys(easySentences).filter(usual => /[\p{Script=Han}々]/u.test(withoutReading(usual)))
  expect(left.map(usual => `${usual} → ${withoutReading(usual)}`)).toEqual([])
})

it('translates only what is said somewhere, so that a changed sentence does not lose its easy one in silence', () => {
  const unsaid = Object.keys(easySentences).filter(usual => {
    // Each sentence by itself: some are put together where they are said.
    const pieces = usual.split(/\{(?:own)?\}|[●○×△－] |(?<=：)|。/).filter(piece => piece.length > 1)
    return !pieces.every(piece => written.includes(piece))
  })
  expect(unsaid).toEqual([])
})

it('says it more easily, with what changes in its place', () => {
  expect(easySentence('変更は2026年11月25日(水)まで受け付けます。')).toBe('2026年11月25日(水)まで 変えることが できます。')
  expect(easySentence('何も書かれていない文')).toBe('何も書かれていない文')
  // A button that is spoken of is called what stands on it.
  expect(easySentence('「申し込んで支払いへ進む」を押すと、')).toBe('「頼んで お金を 払う」を 押すと、')
  expect(easySentence(`「${noticeAnswerLabels.absent}」と担当者にお伝えしました。`)).toBe(
    '「今 家に いません」と 工事の 会社の 人に 言いました。',
  )
  // What somebody wrote stays as they wrote it.
  expect(easySentence('鍵のお預かりとお返し：受付時間 9時から17時')).toBe('鍵を 渡す ところと 時間：受付時間 9時から17時')
  expect(easySentence('「本人」の部屋は見つかりません。番号をお確かめください。')).toBe(
    '「本人」の 部屋は ありません。番号を もう一度 見てください。',
  )
})

it('reads days and weekdays in their own ways', () => {
  expect(furigana('12月10日(木)')).toEqual([
    '12',
    { base: '月', reading: 'がつ' },
    { base: '10日', reading: 'とおか' },
    '(',
    { base: '木', reading: 'もく' },
    ')',
  ])
  expect(furigana('25日')).toEqual(['25', { base: '日', reading: 'にち' }])
  expect(furigana('30分')).toEqual(['30', { base: '分', reading: 'ぷん' }])
})

it.each([
  ['9時30分', ['9', { base: '時', reading: 'じ' }, '30', { base: '分', reading: 'ぷん' }]],
  ['夜 6時', [{ base: '夜', reading: 'よる' }, ' 6', { base: '時', reading: 'じ' }]],
  ['3時間', ['3', { base: '時間', reading: 'じかん' }]],
  ['今までの', [{ base: '今', reading: 'いま' }, 'までの']],
])('reads %s with the reading over its kanji alone', (text, pieces) => {
  expect(furigana(text)).toEqual(pieces)
})
