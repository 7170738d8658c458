/** How the resident of a room can be told of a move; `none` when nobody is to be told. */
export const moveChannels = ['mail', 'sms', 'paper', 'none'] as const
export type MoveChannel = (typeof moveChannels)[number]

/** The ways of a message that arrive by themselves, the better one first. */
export const messageChannels = ['mail', 'sms'] as const
export type MessageChannel = (typeof messageChannels)[number]

/** What may be chosen for a room: messages that arrive, and always paper or nothing. */
export const channelsFor = (card: { reachable: readonly MessageChannel[] }): MoveChannel[] =>
  moveChannels.filter(channel => (channel !== 'mail' && channel !== 'sms') || card.reachable.includes(channel))
