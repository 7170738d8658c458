import { wordsOfOneMeaning } from './kinds-of-speech.ts'

/** One width, one kana, no capitals, and neither blanks nor signs. 「こうじ は、いつ？」 and 「コウジはいつ」 are one text. */
const foldSigns = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[ァ-ヶ]/gu, kana => String.fromCodePoint(kana.codePointAt(0)! - 0x60))
    .replaceAll(/(\d+)\/(\d+)/g, '$1月$2日')
    .replaceAll(/(\d+):(\d+)/g, '$1時$2分')
    .replaceAll(/[^\p{L}\p{N}ー]/gu, '')

/** What was typed, as the matcher compares it: folded, and in one word for what dialects, voice input and kana say in several. */
export const foldQuestion = (typed: string): string =>
  wordsOfOneMeaning.reduce((text, [said, meant]) => text.replaceAll(said, meant), foldSigns(typed))

/** The sentences of a message, as typed: 「犬がいます。いつですか」 are two, and so are two questions joined by あと. */
export const sentencesOf = (typed: string): string[] =>
  typed
    .split(/[。？！?!\n]+|(?<=[\s、，,。])(?:あと(?!で|から|は何)|それと|それから|ついでに|ちなみに|あわせて|また)[、\s]*/)
    .map(sentence => sentence.trim())
    .filter(sentence => sentence !== '')

/** What follows the story in a sentence: 「仕事なので 変えたい」. The whole, where there is no story. */
export const lastClauseOf = (typed: string): string => typed.split(afterStory).at(-1) ?? typed
const afterStory =
  /(?:ですが|ますが|んですけど|だけど|けれど|けど|なので|ので|んで|のに|から|けん|さかい)[、，,\s]+|(?<=.{4})(?:ですけど|けれども?|けど|ので)(?=.{5})/

/** What nearly every question ends or begins with, and what says nothing of its topic. Written for folded text. */
const filler =
  /どう(すれば|したら)(よろし|よ|い)?(い|く)?|(教|おし)えて|くだ?さい|(でしょう|です|ます)か|ません(でしょう)?か|(した|なの|たい)(の|ん)?ですが?|必要があ|ほうがよ/g

/** Pairs of neighbouring characters, each once. */
const pairsOf = (text: string): Set<string> =>
  new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)))

/** How much two folded texts have in common, from 0 to 1: twice the shared pairs of characters by all of them (Dice). */
export const likeness = (one: string, other: string): number => {
  const [left, right] = [pairsOf(one.replaceAll(filler, '')), pairsOf(other.replaceAll(filler, ''))]
  if (left.size === 0 || right.size === 0) return 0
  const shared = [...left].filter(pair => right.has(pair)).length
  return (2 * shared) / (left.size + right.size)
}
