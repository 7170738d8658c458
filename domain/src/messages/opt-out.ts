/** The last line of a mail to a resident who may do without it. */
export const stopAtOwnPage = 'お知らせの停止は、居住者ページの「お知らせの送り先」からお手続きいただけます。'

/** What is to stop, and how one asks politely: neither changes what is asked for. In katakana, as `wordOf` folds it. */
const what = /^(SMS|ショートメッセージ|ショートメール|メッセージ|メール|オ知ラセ)[ノヲ]?/
const politely = /ヲ?(シテ)?(クダサイ|下サイ|ホシイ(デス)?|欲シイ(デス)?|オ(願イ|ネガイ)(シ|イタシ|致シ)マス|希望(シマス)?|シマス)$/

/**
 * 停止。 → 停止, ｓｔｏｐ! → STOP, SMSの配信を停止してください → 配信停止: a reply of one word, however it was typed. Hiragana is folded into
 * katakana. A sentence of more stays one: 工事を停止してください is no word of ours.
 */
const wordOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s。、.,!！?？「」"'・]/g, '')
    .toUpperCase()
    .replaceAll(/[ぁ-ゖ]/g, letter => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0x60))
    .replace(what, '')
    .replace(politely, '')
    .replace(/^(配信|送信|受信)ヲ/, '$1')

// The English words are those by which Twilio itself stops and starts delivering to a number.
const stopWords = new Set(
  '停止 テイシ 配信停止 送信停止 受信拒否 拒否 配信拒否 ストップ 解除 配信解除 STOP STOPALL UNSUBSCRIBE CANCEL END QUIT OPTOUT REVOKE'.split(
    ' ',
  ),
)
const startWords = new Set(['再開', 'サイカイ', '配信再開', '送信再開', '受信再開', 'スタート', 'START', 'UNSTOP', 'OPTIN'])

/** What a reply asks for: no more short messages, short messages again, or something that a person has to read. */
export const wishOf = (reply: string): 'stop' | 'start' | 'other' => {
  const word = wordOf(reply)
  return stopWords.has(word) ? 'stop' : startWords.has(word) ? 'start' : 'other'
}
