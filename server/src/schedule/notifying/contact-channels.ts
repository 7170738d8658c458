import { offersSms, type ServerSettings } from '../../platform/settings.ts'
import type { CardRow } from '../queries.ts'

/** Cards as their residents are reached here: where no carrier takes short messages, who has no mail is told on paper (D-35). */
export const withContactChannels = (settings: Pick<ServerSettings, 'sms'>, cards: readonly CardRow[]): CardRow[] =>
  offersSms(settings)
    ? [...cards]
    : cards.map(card => ({
        ...card,
        reached_by: card.reached_by === 'sms' ? 'paper' : card.reached_by,
        reachable: card.reachable.filter(channel => channel !== 'sms'),
      }))
