export const messageStates = ['waiting', 'sending', 'sent', 'delivered', 'failed', 'paper', 'recalled'] as const
/** Where a message stands: `delivered` is reported by the carrier, `paper` is told on paper, from the beginning or because it was given up. */
export type MessageState = (typeof messageStates)[number]
export const messageStateLabels: Readonly<Record<MessageState, string>> = {
  waiting: '送信待ち',
  sending: '送信中',
  sent: '送信済み',
  delivered: '到達',
  failed: '送信できず',
  paper: '紙でお知らせ',
  recalled: '取り消し',
}

export const transports = ['mail', 'line', 'sms', 'paper'] as const
export type Transport = (typeof transports)[number]
export const transportLabels: Readonly<Record<Transport, string>> = { mail: 'メール', line: 'LINE', sms: 'SMS', paper: '書面' }

const carriers: Readonly<Record<string, string>> = { smtp: 'SMTP', line: 'LINE', twilio: 'Twilio', outbox: 'お試し' }
/** Who took a message; in the trial nobody does but the built-in reader. */
export const carrierLabel = (carrier: string): string => carriers[carrier] ?? carrier

export const messageSorts = ['created_at', 'kind', 'room_name', 'transport', 'state', 'settled_at'] as const
