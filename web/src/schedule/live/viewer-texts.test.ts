import { expect, it } from 'vitest'
import { familyNameOf, initialOf, sentenceOf } from './viewer-texts.ts'

it.each([
  ['佐藤 花子', '佐藤', '佐'],
  ['佐藤　花子', '佐藤', '佐'],
  ['オペレーター', 'オペレーター', 'オ'],
  ['smith john', 'smith', 'S'],
  ['𠮷田 太郎', '𠮷田', '𠮷'],
  ['', '', '？'],
])('%s is called %s and shown as %s', (name, family, initial) => expect([familyNameOf(name), initialOf(name)]).toEqual([family, initial]))

const looking = (name: string) => ({ name, editing: false })
const editing = (name: string) => ({ name, editing: true })
it.each([
  [[], ''],
  [[looking('佐藤 花子')], '佐藤さんが閲覧中'],
  [[looking('佐藤 花子'), looking('鈴木 一郎')], '佐藤さんと鈴木さんが閲覧中'],
  [[looking('佐藤 花子'), editing('鈴木 一郎')], '鈴木さんが編集中'],
  [[editing('佐藤 花子'), editing('鈴木 一郎'), editing('高橋'), looking('田中')], '佐藤さんほか2人が編集中'],
])('says of %j: %s', (others, sentence) => expect(sentenceOf(others)).toBe(sentence))
