/** People whom nobody is by name: 業者さん stays, 山田さん does not. */
const nobody =
  /(業者|職人|管理人|管理員|大家|作業員|担当者?|係|皆|みな|お客|奥|旦那|娘|息子|お父|お母|お子|隣|となり|会社|工事|お隣|住民|居住者)$/

const patterns: readonly [RegExp, string][] = [
  [/[^\s@、。「」（）()]+@[^\s@、。「」（）()]+/g, '〔メール〕'],
  [/https?:\/\/\S+/g, '〔アドレス〕'],
  [/〒?\s*\d{3}[-‐−ー]\d{4}(?![-‐−ー\d])/g, '〔郵便番号〕'],
  [/\+?\(?\d[\d\-‐‑–−ー\s().]{7,}\d/g, '〔電話番号〕'],
  [/[〇零一二三四五六七八九]{7,}/g, '〔電話番号〕'],
  // The printed code, typed whole or with its dash, and other codes of letters and figures.
  [/(?<![A-Za-z0-9])(?=[A-Za-z0-9-]*\d)(?=[A-Za-z0-9-]*[A-Za-z])[A-Za-z0-9]{3,}-?[A-Za-z0-9]{3,}(?![A-Za-z0-9])/g, '〔コード〕'],
  [/(?<![A-Za-z0-9])[A-Z]{4}-?[A-Z]{4}(?![A-Za-z0-9])/g, '〔コード〕'],
  [/(北海道|東京都|(京都|大阪)府|[一-龥]{2,3}県)[^\s、。？！]{0,30}/g, '〔住所〕'],
  [/[一-龥ァ-ヶぁ-ん]{1,8}[市区町村](?=[一-龥ァ-ヶぁ-ん\d])[^\s、。？！]{0,20}\d[^\s、。？！]{0,10}/g, '〔住所〕'],
  [/[一-龥ァ-ヶ]{0,8}[\d一二三四五六七八九十]+(丁目|番地)[\d一二三四五六七八九十の\-‐−番地号室]*/g, '〔住所〕'],
  [/\d+[-‐−]\d+([-‐−]\d+)*/g, '〔番号〕'],
  [/\d+号室?/g, '〔部屋〕'],
  [/\d{3,}/g, '〔番号〕'],
  [/(?<=(私|わたし|名前)(は|、|の名前は)?)[一-龥ァ-ヶ]{2,6}(?=(です|と(申|言|い)))/g, '〔お名前〕'],
]

/**
 * A question as it may leave the house: without telephone numbers, addresses, codes and numbers, and without the names that are known of the
 * dwelling. Rather too little stays than too much: the outside service is told no dwelling anyhow.
 */
export const maskPersonal = (typed: string, knownNames: readonly string[]): string => {
  const text = typed.normalize('NFKC')
  const named = namesToHide(knownNames).reduce((rest, name) => rest.replaceAll(isKana.test(name) ? asWord(name) : name, '〔お名前〕'), text)
  const masked = patterns.reduce((rest, [pattern, sign]) => rest.replaceAll(pattern, sign), named)
  return masked.replaceAll(/([一-龥ァ-ヶ]{1,6})(?=(さん|様|氏))/g, name => (nobody.test(name) ? name : '〔お名前〕'))
}

/** A name of this kind is also a run of an ordinary word: さくら in さくらんぼ. */
const isKana = /^[ぁ-ゖァ-ヶー]{3,}$/

/** A name in kana as a word of its own, in either kana: in hiragana what stands beside it is a particle, です or another script. */
const asWord = (name: string): RegExp => {
  const hiragana = name.replaceAll(/[ァ-ヶ]/g, kana => String.fromCodePoint(kana.codePointAt(0)! - 0x60))
  const katakana = name.replaceAll(/[ぁ-ゖ]/g, kana => String.fromCodePoint(kana.codePointAt(0)! + 0x60))
  return new RegExp(
    `(?<=^|[^ぁ-ゖー]|[はがのをにとでもやへ])${hiragana}(?=$|[^ぁ-ゖー]|[はがのをにともやへ]|です|でし|でご|だ|さん|さま|ちゃん|くん)|(?<![ァ-ヶー])${katakana}(?![ァ-ヶー])`,
    'g',
  )
}

/** Each known name as it is written, without its blank, and in its parts; the longest first. A part of one character would hide half the text. */
const namesToHide = (names: readonly string[]): string[] =>
  [...new Set(names.map(name => name.normalize('NFKC').trim()).flatMap(name => [name, name.replaceAll(/\s+/g, ''), ...name.split(/\s+/)]))]
    .filter(name => name.length >= 2)
    .toSorted((one, other) => other.length - one.length)
