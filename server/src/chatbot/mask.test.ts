import { expect, it } from 'vitest'
import { maskPersonal } from './mask.ts'

const names = ['山田 太郎', '佐々木花子', 'コーポラス多摩川', 'ヤマダ さくら', 'すずき']

it.each([
  ['山田です。09012345678に電話ください', ['山田', '0901', '5678']],
  ['０９０－１２３４－５６７８です', ['1234', '5678', '１２３４']],
  ['山田太郎 yamada@example.jp', ['山田', '太郎', 'yamada', 'example']],
  ['コードはAB7K-9QXMです', ['AB7K', '9QXM']],
  ['コードはab7k9qxm', ['ab7k', '9qxm']],
  ['東京都調布市多摩川1-2-3コーポラス多摩川301号室', ['調布', '1-2-3', '301', 'コーポラス']],
  ['〒182-0025 調布市多摩川3丁目', ['182', '0025', '3丁目']],
  ['隣の鈴木さんがうるさい', ['鈴木']],
  ['私は高橋と申します', ['高橋']],
  ['佐々木花子の代わりです', ['佐々木', '花子']],
  ['やまださくらです', ['やまだ', 'さくら']],
  ['私はやまだといいます。さくらが出ます', ['やまだ', 'さくら']],
  ['サクラはいます', ['サクラ']],
  ['ｽｽﾞｷ の家です', ['スズキ', 'ｽｽﾞｷ']],
  ['電話番号は〇九〇一二三四五六七八', ['一二三四']],
])('%s leaves the house without what is personal', (typed, hidden) => {
  const masked = maskPersonal(typed, names)
  expect(hidden.filter(text => masked.includes(text))).toEqual([])
})

it('leaves what is asked', () => {
  expect(maskPersonal('さくらんぼとサクラソウとすずきれい', names)).toBe('さくらんぼとサクラソウとすずきれい')
  expect(maskPersonal('業者さんに自転車置場を聞きたい', names)).toBe('業者さんに自転車置場を聞きたい')
})
