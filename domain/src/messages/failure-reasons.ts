/**
 * Why a message did not arrive, as a sentence for the office. `code` is what the carrier said, in its own words: SMTP's reply code or
 * enhanced status (RFC 5321, RFC 3463), nodemailer's name of a broken connection, Twilio's error code
 * (https://www.twilio.com/docs/api/errors), or one of ours.
 */
export const failureReason = (transport: string, code: string | null): string => {
  if (code === null) return '原因がわかりません。'
  const own = ours[code]
  if (own !== undefined) return own
  if (transport === 'line')
    return line[code] ?? (/^5\d\d$/.test(code) ? 'LINEのサーバーで一時的な問題が起きています。' : 'LINEで送信できませんでした。')
  return transport === 'sms' ? (twilio[code] ?? twilioRange(code)) : smtpReason(code)
}

const ours: Readonly<Record<string, string>> = {
  no_carrier: 'SMSを送信する設定がありません。',
  opted_out: '「停止」の返信があった番号のため、送信しませんでした。',
  not_mobile: '携帯電話の番号ではないため、送信しませんでした。',
  unlinked: 'LINEの連携が解除されているため、送信しませんでした。',
  no_line_channel: 'LINE公式アカウントが設定されていません。',
  rejected_some: '宛先の一部が受け付けられませんでした。',
}

const unreachable = '送信先のサーバーに接続できませんでした。'
const connection: Readonly<Record<string, string>> = {
  ECONNECTION: unreachable,
  ECONNREFUSED: unreachable,
  ECONNRESET: '送信中に接続が切れました。',
  ESOCKET: unreachable,
  EDNS: unreachable,
  ETLS: '暗号化した接続を確立できませんでした。',
  ETIMEDOUT: '送信先のサーバーの応答が遅く、時間内に送信できませんでした。',
  EAUTH: 'メールサーバーにログインできませんでした。設定を確認してください。',
  EENVELOPE: '宛先または差出人のアドレスが受け付けられませんでした。',
  ABORT_ERR: '送信先のサーバーの応答が遅く、時間内に送信できませんでした。',
}

const replies: Readonly<Record<string, string>> = {
  '5.1.1': '宛先のメールアドレスが存在しません。',
  '5.1.2': '宛先のドメインが存在しません。',
  '5.1.10': '宛先のドメインはメールを受け取りません。',
  '5.2.1': '宛先のメールボックスが利用停止になっています。',
  '5.2.2': '宛先のメールボックスがいっぱいです。',
  '4.2.2': '宛先のメールボックスがいっぱいです。',
  '5.3.4': 'メールが大きすぎます。',
  '5.7.1': '宛先のサーバーが受信を拒否しました（迷惑メールの設定など）。',
  '421': '宛先のサーバーが混み合っています。',
  '450': '宛先のメールボックスが一時的に利用できません。',
  '451': '宛先のサーバーで一時的な問題が起きています。',
  '452': '宛先のサーバーの空き容量が足りません。',
  '535': 'メールサーバーにログインできませんでした。設定を確認してください。',
  '550': '宛先のメールアドレスが存在しないか、受信を拒否されました。',
  '551': '宛先がこのサーバーにありません。',
  '552': '宛先のメールボックスがいっぱいです。',
  '553': 'メールアドレスの書き方が正しくありません。',
  '554': '宛先のサーバーが受信を拒否しました（迷惑メールの設定など）。',
}

/** `550 5.1.1`, `451` or the name of a broken connection. */
const smtpReason = (code: string): string => {
  const [reply = '', status = ''] = code.split(' ')
  const reason = replies[status] ?? replies[reply] ?? connection[code]
  if (reason !== undefined) return reason
  if (/^5\d\d$/.test(reply)) return '宛先のサーバーが受信を拒否しました。'
  return /^4\d\d$/.test(reply) ? '宛先のサーバーが一時的に受け取れませんでした。' : 'メールを送信できませんでした。'
}

/** Status codes of LINE's Messaging API, and what stands behind some of them (`carriers/line.ts`). */
const line: Readonly<Record<string, string>> = {
  ...connection,
  '400': 'LINEがメッセージを受け付けませんでした。',
  '401': 'LINE公式アカウントのチャネルアクセストークンが正しくありません。設定を確認してください。',
  '403': 'LINE公式アカウントの契約や権限では送信できません。設定を確認してください。',
  '429': 'LINEの送信サービスが混み合っています。',
  monthly_limit: 'LINE公式アカウントの今月の送信数の上限に達しています。',
  gone: 'LINEの利用者が見つかりません。連携を解除しました。',
}

const twilio: Readonly<Record<string, string>> = {
  ...connection,
  '20003': 'SMSの送信サービスにログインできませんでした。設定を確認してください。',
  '20429': 'SMSの送信サービスが混み合っています。',
  '21211': '電話番号が正しくありません。',
  '21408': 'この地域の番号への送信が許可されていません。設定を確認してください。',
  '21606': '送信元の番号からはSMSを送信できません。設定を確認してください。',
  '21610': '「停止」の返信があった番号のため、送信できませんでした。',
  '21612': 'この番号にはSMSを送信できません。',
  '21614': '携帯電話の番号ではないため、送信できませんでした。',
  '30001': 'SMSの送信サービスの順番待ちがあふれました。',
  '30002': 'SMSの送信サービスの契約が停止しています。設定を確認してください。',
  '30003': '相手の電話の電源が入っていないか、電波の届かないところにあります。',
  '30004': '相手がこの番号からの受信を拒否しています。',
  '30005': 'この電話番号は使われていません。',
  '30006': '固定電話など、SMSを受け取れない番号です。',
  '30007': '携帯電話会社が迷惑メールとして配信しませんでした。',
  '30008': '携帯電話会社が配信できませんでした。原因は知らされていません。',
  '30034': '送信元の番号が登録されていません。設定を確認してください。',
  '30036': '期限までに配信できませんでした。',
}
const twilioRange = (code: string): string =>
  /^30\d{3}$/.test(code) ? '携帯電話会社が配信できませんでした。' : 'SMSを送信できませんでした。'
