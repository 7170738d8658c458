import type { ContactChannel } from '@toguchi/domain/schedule/channels'
import type { Platform } from '../../platform/platform.ts'
import { offersSms, type ServerSettings } from '../../platform/settings.ts'
import type { CardRow } from '../queries.ts'

/** How the household of a room is told of what was done with its date. */
export const channelOf = ({ settings }: Pick<Platform, 'settings'>, card: CardRow): ContactChannel =>
  withContactChannels(settings, [card])[0]?.contact_channel ?? 'paper'

/** Cards as their residents are reached here: where no carrier takes short messages, who has no mail is told on paper (D-35). */
export const withContactChannels = (settings: Pick<ServerSettings, 'sms'>, cards: readonly CardRow[]): CardRow[] =>
  offersSms(settings)
    ? [...cards]
    : cards.map(card => ({
        ...card,
        contact_channel: card.contact_channel === 'sms' ? 'paper' : card.contact_channel,
        reachable: card.reachable.filter(channel => channel !== 'sms'),
      }))
