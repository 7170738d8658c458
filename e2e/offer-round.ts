import { afterQuietHours, isQuiet } from '@toguchi/domain/calendar/quiet-hours'
import { offerEarlierFrames } from '../server/src/residents/residents.ts'
import { atAnotherHour } from './other-hour.ts'

const hour = 3_600_000

/** The moment itself by day, at night the last hour in which somebody could still be told. */
const lastAwake = (now: Date): Date => (isQuiet(now) ? new Date(afterQuietHours(now).getTime() - 13 * hour) : now)

/**
 * The round that offers frames which became free, as the server has it every ten minutes of the day: now, on the database of the running
 * trial, so that no journey waits for it and none depends on the hour it runs at.
 */
export const offerFreeFrames = (): Promise<void> => atAnotherHour(() => lastAwake(new Date()), offerEarlierFrames)
