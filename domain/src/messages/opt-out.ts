/** 停止。 → 停止, ｓｔｏｐ! → STOP: a reply of one word, however it was typed. */
const wordOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s。、.,!！?？「」"'・]/g, '')
    .toUpperCase()

// The English words are those by which Twilio itself stops and starts delivering to a number.
const stopWords = new Set(
  '停止 配信停止 送信停止 受信拒否 拒否 配信拒否 ストップ 解除 配信解除 STOP STOPALL UNSUBSCRIBE CANCEL END QUIT OPTOUT REVOKE'.split(' '),
)
const startWords = new Set(['再開', '配信再開', '送信再開', '受信再開', 'スタート', 'START', 'UNSTOP', 'OPTIN'])

/** What a reply asks for: no more short messages, short messages again, or something that a person has to read. */
export const wishOf = (reply: string): 'stop' | 'start' | 'other' => {
  const word = wordOf(reply)
  return stopWords.has(word) ? 'stop' : startWords.has(word) ? 'start' : 'other'
}
