import { type Actor, isOffice, isWorker, onlyIf } from '../access/actor.ts'

/** Read by everyone who works here; craftsmen only where they are assigned, which the query says. */
export const canReadSchedule = isWorker
/** G-SCH-26: 1, 2, 3, 5 and craftsmen of a first-tier contractor; other craftsmen only look. */
export const canEditSchedule = onlyIf(isWorker.kinds, actor => actor.kind !== 'craftsman' || actor.primaryContractorId === null)
/** Generating and completing the whole schedule is the office's. */
export const canGenerateSchedule = isOffice
/** Who decides over soft reasons (締切後確定済み, 職人不在, 系統不一致), in writing. */
export const canOverrideReasons = isOffice
/** Days off and what residents are offered (D-24) are the office's, as in the overall schedule. */
export const canSetDaysOff = isOffice
/** Whoever saved a draft may take it back; the office takes back anybody's. */
export const canUndoBatch = (actor: Actor, batch: { actor_kind: string; actor_id: number }): boolean =>
  isOffice(actor) || (canEditSchedule(actor) && actor.kind === batch.actor_kind && 'id' in actor && actor.id === batch.actor_id)
