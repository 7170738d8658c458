import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Refusal } from '../../platform/refusal.ts'
import type { LabelledDatabase } from './kept-backups.ts'

/**
 * A timeline that the archive knows by its history, which PostgreSQL writes when a restored or promoted cluster begins one ("Timelines" in its
 * manual, chapter "Continuous Archiving and Point-in-Time Recovery").
 */
export interface Timeline {
  id: number
  /** Those that it came from, oldest first, and where in the log each was left. */
  ancestors: { id: number; leftAt: bigint }[]
  beganAt: Date
  /** The first change that the timeline before has and this one has not; null where it was not begun by a restore to a moment. */
  lacks: Date | null
}

/** A part of what a recovery replays: the log of a timeline, from where it begins to where the next part does. */
export interface Stretch {
  timeline: number
  /** The first one is the backup's own: 0. */
  beginsAt: bigint
  /** What its history says; null for the backup's own, and where that is not kept. */
  history: Timeline | null
}

export const isHistory = (name: string): boolean => /^[0-9A-F]{8}\.history\.gz$/.test(name)

/** A place in the log (`0/2000028`) as a number of bytes. */
export const bytesOf = (lsn: string): bigint => {
  const [high, low] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** Reads a history out of the archive. Throws a Refusal where it is damaged, and what the file system throws. */
export const readTimeline = (archive: string, name: string): Timeline => {
  const place = join(archive, name)
  const packed = readFileSync(place)
  let text: string
  try {
    text = gunzipSync(packed).toString()
  } catch {
    throw new Refusal(
      `記録（WAL）の ${place} が壊れています。ほかの控えから戻して、もう一度実行してください。(A timeline's history is damaged.)`,
    )
  }
  // The header of gzip has the time of the file that was packed (RFC 1952), which no copying changes.
  const seconds = packed.readUInt32LE(4)
  return {
    id: Number.parseInt(name.slice(0, 8), 16),
    ancestors: [...text.matchAll(/^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/gm)].map(([, id, lsn = '0/0']) => ({
      id: Number(id),
      leftAt: bytesOf(lsn),
    })),
    beganAt: seconds === 0 ? statSync(place).mtime : new Date(seconds * 1_000),
    lacks: stopOf(text.trim().split('\n').at(-1) ?? ''),
  }
}

/** The last line of a history that a recovery to a moment wrote: `1 0/5000110 before 2026-11-26 00:31:02.118294+00`. */
const stopOf = (line: string): Date | null => {
  const stop = /\bbefore (\S+) ([\d:]+(?:\.\d{1,3})?)\d*([+-]\d\d)(:\d\d)?/.exec(line)
  if (stop === null) return null
  const [, day, time, hours, minutes = ':00'] = stop
  const at = new Date(`${day}T${time}${hours}${minutes}`)
  return Number.isNaN(at.getTime()) ? null : at
}

/** The stretches from a backup to a timeline; null where the timeline does not come from it. */
const stretchesTo = (id: number, timelines: readonly Timeline[], { end }: LabelledDatabase): Stretch[] | null => {
  const own: Stretch = { timeline: end.timeline, beginsAt: 0n, history: null }
  if (id === end.timeline) return [own]
  const ancestors = timelines.find(timeline => timeline.id === id)?.ancestors ?? []
  const at = ancestors.findIndex(ancestor => ancestor.id === end.timeline)
  const [left, ...later] = at === -1 ? [] : ancestors.slice(at)
  if (left === undefined || left.leftAt < bytesOf(end.lsn)) return null
  const begin = (timeline: number, beginsAt: bigint): Stretch => ({
    timeline,
    beginsAt,
    history: timelines.find(each => each.id === timeline) ?? null,
  })
  return [
    own,
    ...later.map((ancestor, place) => begin(ancestor.id, (later[place - 1] ?? left).leftAt)),
    begin(id, (later.at(-1) ?? left).leftAt),
  ]
}

/** The timelines to which a backup leads, the newest last. */
export const timelinesFrom = (timelines: readonly Timeline[], database: LabelledDatabase): number[] =>
  [database.end.timeline, ...timelines.map(({ id }) => id).filter(id => id !== database.end.timeline)]
    .filter(id => stretchesTo(id, timelines, database) !== null)
    .toSorted((a, b) => a - b)

/**
 * What is replayed from a backup on: to the newest timeline of the archive, which is the one that is lived on since the last restore, or to
 * the one that is asked for. Throws a Refusal where the backup does not lead there.
 */
export const chooseStretches = (
  timelines: readonly Timeline[],
  database: LabelledDatabase,
  asked: number | null,
): [Stretch, ...Stretch[]] => {
  const newest = Math.max(database.end.timeline, ...timelines.map(({ id }) => id))
  const [first, ...others] = stretchesTo(asked ?? newest, timelines, database) ?? []
  if (first !== undefined) return [first, ...others]
  const reachable = timelinesFrom(timelines, database)
  throw new Refusal(
    asked === null
      ? `このバックアップは、復元によって離れたタイムライン ${reachable.at(-1)} のものなので、今のタイムライン ${newest} には進めません。タイムライン ${newest} で作成したバックアップか、分かれる前のバックアップを指定してください（離れたタイムラインの時刻に戻すのであれば --timeline ${reachable.at(-1)} を付けます）。(This backup is of a timeline that was left.)`
      : `このバックアップからタイムライン ${asked} には進めません。--timeline に指定できるのは ${reachable.join('、')} です。(This backup does not lead to that timeline.)`,
  )
}

/** The name of a segment by its number: on the last timeline that begins in it or before it, as PostgreSQL reads it. */
export const segmentOn = (stretches: readonly Stretch[], number: bigint, segmentBytes: number): string => {
  const bytes = BigInt(segmentBytes)
  const timeline = stretches.findLast(({ beginsAt }) => beginsAt / bytes <= number)?.timeline ?? 0
  const inHigh = (1n << 32n) / bytes
  return [BigInt(timeline), number / inHigh, number % inHigh].map(part => part.toString(16).toUpperCase().padStart(8, '0')).join('')
}

export const timelineOf = (segment: string): number => Number.parseInt(segment.slice(0, 8), 16)

/** The number of a segment, of whatever timeline. */
export const numberOfSegment = (name: string, segmentBytes: number): bigint =>
  BigInt(`0x${name.slice(8, 16)}`) * ((1n << 32n) / BigInt(segmentBytes)) + BigInt(`0x${name.slice(16, 24)}`)

/**
 * Where a recovery came to a timeline that begins later than the moment it was to go to, although the one before has changes up to then:
 * PostgreSQL stops before the first change of the newer one, and says nothing. Null: it is the state of that moment. `isKept` says whether
 * the archive has log of a timeline from a place on.
 */
export const leftBefore = (
  stretches: readonly Stretch[],
  reached: { lsn: string; changedAt: Date | null },
  moment: Date,
  isKept: (timeline: number, place: bigint) => boolean,
): { left: number; begun: number } | null => {
  const at = stretches.findLastIndex(({ beginsAt }) => beginsAt < bytesOf(reached.lsn))
  const [before, last] = [stretches[at - 1], stretches[at]]
  const history = last?.history ?? null
  if (before === undefined || last === undefined || history === null) return null
  const { beganAt, lacks } = history
  if ((lacks !== null && moment < lacks) || !isKept(before.timeline, last.beginsAt)) return null
  const hasOwnChange = reached.changedAt !== null && reached.changedAt >= (lacks ?? beganAt)
  return hasOwnChange ? null : { left: before.timeline, begun: last.timeline }
}
