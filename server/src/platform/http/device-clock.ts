import type { IncomingHttpHeaders } from 'node:http'

/** Milliseconds by which a device's clock may be off without anything being said of it. */
const tolerance = 2 * 60_000

/** A moment that a device told, by our clock. */
export interface DeviceMoment {
  at: Date
  /** What the device itself said, where its clock is off by more than two minutes; else null. */
  device_at: Date | null
  /** It lay in the future, by more than a clock is off: somebody typed it. */
  is_to_come: boolean
}

/** How far the device's clock is behind ours, in milliseconds, by its header `device-time` (the moment of sending); 0: not at all, or unsaid. */
const lagOf = (headers: IncomingHttpHeaders, now: Date): number => {
  const told = headers['device-time']
  const sentAt = typeof told === 'string' ? Date.parse(told) : Number.NaN
  const lag = now.getTime() - sentAt
  return Number.isNaN(lag) || Math.abs(lag) <= tolerance ? 0 : lag
}

/**
 * When something happened that a device tells, maybe hours later (feature 16): its clock may be wrong by a year, but what passed between the
 * act and the sending it measures rightly. Never later than now.
 */
export const momentOf = (headers: IncomingHttpHeaders, told: string | undefined, now: Date): DeviceMoment => {
  if (told === undefined) return { at: now, device_at: null, is_to_come: false }
  const device_at = new Date(told)
  const lag = lagOf(headers, now)
  const told_at = device_at.getTime() + lag
  return {
    at: new Date(Math.min(told_at, now.getTime())),
    device_at: lag === 0 ? null : device_at,
    is_to_come: told_at - now.getTime() > tolerance,
  }
}
