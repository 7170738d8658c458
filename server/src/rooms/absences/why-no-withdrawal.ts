import type { WorkerActor } from '@toguchi/domain/access/actor'
import type { Day } from '@toguchi/domain/calendar/day'
import { toDay } from '../../platform/clock.ts'
import type { RecordedAbsence } from './absence-queries.ts'

interface WhyNot {
  sentence: string
  code: 'no_absence' | 'not_recorded_by_you' | 'wish_taken'
}

/**
 * Why somebody cannot withdraw the absence that is open (undefined: none is); null when they can. It is the craftsman's who recorded it, on
 * that day, while nobody has answered yet, and the office's until a date was found (decision 030).
 */
export const whyNoWithdrawal = (actor: WorkerActor, recorded: RecordedAbsence | undefined, today: Day): WhyNot | null => {
  if (!recorded)
    return {
      sentence: '取り消せる不在の登録はありません。すでに新しい日時が決まっているか、受付が終了しています。',
      code: 'no_absence',
    }
  if (recorded.was === null)
    return {
      sentence: '取り消せるようになる前に登録された不在のため、取り消せません。新しい日時を決めるか、受付を終了してください。',
      code: 'no_absence',
    }
  if (actor.kind !== 'craftsman') return null
  const own = recorded.actor_kind === 'craftsman' && recorded.actor_id === actor.id && toDay(recorded.at) === today
  if (!own)
    return { sentence: '不在の登録は、登録した本人がその日のうちに取り消せます。事務所にご連絡ください。', code: 'not_recorded_by_you' }
  if (recorded.has_wish) return { sentence: '居住者が再訪問の希望を送っています。事務所にご連絡ください。', code: 'wish_taken' }
  return null
}
