import { isDistributed } from './print-sheets.ts'
import type { PrintedSheet, SheetRoom } from '../queries.ts'
import type { SheetKind } from '@toguchi/domain/rooms/sheet-kind'

/** A file of letters that counts as handed out. */
interface SheetRun {
  job_id: number
  at: Date
  /** The dwellings whose newest letter is of this file and still says what holds. */
  room_ids: number[]
  /** How many of them have no other letter that holds: they are undistributed when the file is taken back. */
  alone: number
}

/** The sheets of one kind by room, the newest first. */
export const sheetsByRoom = (sheets: readonly PrintedSheet[], kind: SheetKind): Map<number, PrintedSheet[]> =>
  Map.groupBy(
    sheets.filter(sheet => sheet.kind === kind),
    ({ room_id }) => room_id,
  )

/** The files of letters that can be taken back, the newest first: also those whose dwellings all have a newer letter. */
export const sheetRunsOf = (
  rooms: readonly SheetRoom[],
  sheets: ReadonlyMap<number, readonly PrintedSheet[]>,
  kind: SheetKind,
): SheetRun[] => {
  const runs = new Map<number | null, SheetRun>()
  for (const { job_id, at } of [...sheets.values()].flat())
    if (job_id !== null && !runs.has(job_id)) runs.set(job_id, { job_id, at, room_ids: [], alone: 0 })
  for (const room of rooms) {
    const [newest, ...before] = sheets.get(room.id) ?? []
    const run = runs.get(newest?.job_id ?? null)
    if (run === undefined || !isDistributed(room, kind, newest)) continue
    run.room_ids.push(room.id)
    const next = before.find(({ job_id }) => job_id !== run.job_id)
    if (!isDistributed(room, kind, next)) run.alone += 1
  }
  return [...runs.values()].toSorted((a, b) => b.job_id - a.job_id)
}

/** How many dwellings count as distributed, without the files that are taken back. */
export const countDistributed = (
  rooms: readonly SheetRoom[],
  sheets: ReadonlyMap<number, readonly PrintedSheet[]>,
  kind: SheetKind,
  without: ReadonlySet<number | null> = new Set(),
): number =>
  rooms.filter(room =>
    isDistributed(
      room,
      kind,
      sheets.get(room.id)?.find(({ job_id }) => !without.has(job_id)),
    ),
  ).length
