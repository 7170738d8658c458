import { offersSms, type ServerSettings } from '../../platform/settings.ts'
import type { CardRow } from '../queries.ts'

/** Cards as their residents are reached here: where no carrier takes short messages, who has no mail is told on paper (D-35). */
export const withContactChannels = (settings: Pick<ServerSettings, 'sms'>, cards: readonly CardRow[]): CardRow[] =>
  offersSms(settings)
    ? [...cards]
    : cards.map(card => ({
        ...card,
        contact_channel: card.contact_channel === 'sms' ? 'paper' : card.contact_channel,
        reachable: card.reachable.filter(channel => channel !== 'sms'),
      }))
