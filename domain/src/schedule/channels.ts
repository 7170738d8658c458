/** How the resident of a room can be told of a move; `none` when nobody is to be told. */
export const moveChannels = ['mail', 'line', 'sms', 'paper', 'none'] as const
export type MoveChannel = (typeof moveChannels)[number]

/** The ways of a message that arrive by themselves, the better one first. */
export const messageChannels = ['mail', 'line', 'sms'] as const
export type MessageChannel = (typeof messageChannels)[number]
export const isMessageChannel = (channel: MoveChannel | null | undefined): channel is MessageChannel =>
  messageChannels.some(one => one === channel)

/** How a household hears by itself of what was decided over its date: the way that reaches it. */
export const contactChannels = ['mail', 'line', 'sms', 'paper'] as const
export type ContactChannel = (typeof contactChannels)[number]

/** By mail, else by LINE, else by short message, else on paper (D-02, D-35): of what a message would reach, as queries read it. */
export const channelReaching = (to: { email: string | null; line_user: string | null; phone: string | null }): ContactChannel => {
  if (to.email !== null) return 'mail'
  if (to.line_user !== null) return 'line'
  return to.phone === null ? 'paper' : 'sms'
}

/** What the office reads after moving a room: its household hears of it so. */
export const toldTexts: Readonly<Record<ContactChannel, string>> = {
  mail: '居住者にメールでお知らせします。',
  line: '居住者にLINEでお知らせします。',
  sms: '居住者にSMSでお知らせします。',
  paper: 'メール・LINE・SMSがないため、紙でのお知らせに加えました。',
}

/** What may be chosen for a room: messages that arrive, and always paper or nothing. */
export const channelsFor = (card: { reachable: readonly MessageChannel[] }): MoveChannel[] =>
  moveChannels.filter(channel => !isMessageChannel(channel) || card.reachable.includes(channel))
