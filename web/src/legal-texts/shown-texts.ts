import type { CurrentTexts, ShownTexts } from '@toguchi/domain/legal-texts/contract'
import { send } from '../platform/api/request.ts'

export const shownTextsOf = ({ terms, privacy_policy }: CurrentTexts): ShownTexts => ({
  terms_id: terms.id,
  privacy_policy_id: privacy_policy.id,
})

/** Which versions stand on a page where somebody agrees, to be sent with the agreement; nothing when they cannot be read. */
export const readShownTexts = (client?: string): Promise<{ shown_texts?: ShownTexts }> =>
  send('GET /api/current_legal_texts', { query: client === undefined ? {} : { client } }, { silent: true, errors: 'nobody' }).then(
    texts => ({ shown_texts: shownTextsOf(texts) }),
    () => ({}),
  )
