import { answerText } from '@toguchi/domain/completion-reports/report-answers'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { InputOf } from '../platform/api/api.ts'
import { isOnDevice, outbox, type Outgoing } from '../platform/outbox/outgoing.ts'
import { useStore } from '../platform/use-store.ts'
import { groupOf, useOwnClient } from '../room-reads/room-reads.ts'
import { itemsOf, type Report, reportOf } from './report-values.ts'

export interface RoomOfReport {
  construction_id: number
  room_id: number
}

const saving = 'PATCH /api/constructions/:construction_id/rooms/:room_id/completion_report' as const
const completing = 'POST /api/constructions/:construction_id/rooms/:room_id/completion' as const
type SavedReport = InputOf<typeof saving>['body']['completion_report']

/** What waits on this device of a room's report: its answers as they were saved here, and a completion that they were given in (feature 16). */
export interface WaitingReport {
  saved: readonly SavedReport[]
  /** Whether these outlive this page: not while they are being kept, nor where the device keeps nothing. */
  isOnDevice: boolean
  isCompleted: boolean
  /** Whether the server refused something that was written here; the list of what is unsent shows what, and why. */
  isRefused: boolean
}

export const useWaitingReport = (room: RoomOfReport): WaitingReport => {
  const client = useOwnClient()
  const group = groupOf({ construction_id: room.construction_id, room_id: room.room_id })
  const requests = useStore(outbox)
  return useMemo(() => {
    const ofRoom = requests.filter(each => each.client === client && each.group === group)
    const mine = ofRoom.filter(({ state }) => state !== 'refused')
    const isKept = mine.every(each => each.key !== saving || isOnDevice(each))
    return {
      saved: mine.flatMap(savedIn),
      isOnDevice: isKept,
      isCompleted: mine.some(({ key }) => key === completing),
      isRefused: ofRoom.some(({ key, state }) => key === saving && state === 'refused'),
    }
  }, [requests, client, group])
}

const savedIn = ({ key, body }: Outgoing): SavedReport[] =>
  // SAFETY: what this endpoint is sent.
  key === saving ? [(body as InputOf<typeof saving>['body']).completion_report] : []

/** A room's report as this device knows it: as the server has it, and over it what was saved here and has not arrived. */
export const useReport = (room: RoomOfReport): { report: Report | undefined } => {
  const { data } = useQuery({ ...reportOf(room.construction_id, room.room_id), refetchOnWindowFocus: true })
  const { saved } = useWaitingReport(room)
  const read = data?.completion_report
  return { report: useMemo(() => (read === undefined ? read : saved.reduce(withSaved, read)), [read, saved]) }
}

/** Answers to items of another template than the one that was read stand nowhere until the server has them. */
export const withSaved = (report: Report, saved: SavedReport): Report => {
  const items = itemsOf(report)
  const answersItsItems = saved.completion_report_id === undefined || saved.completion_report_id === (report.template?.id ?? null)
  const texts = {
    special_report: saved.special_report === undefined ? report.special_report : saved.special_report,
    completion_comment: saved.completion_comment === undefined ? report.completion_comment : saved.completion_comment,
  }
  if (!answersItsItems) return { ...report, ...texts }
  const results = (saved.results_attributes ?? []).flatMap(answer => {
    const item = items.find(({ id }) => id === answer.completion_report_item_id)
    if (item === undefined) return []
    const { kind, name: item_name, unit_name } = item
    const unit = item.completion_report_item_units.find(({ id }) => id === answer.completion_report_item_unit_id)
    const typed = {
      completion_report_item_id: item.id,
      completion_report_item_unit_id: unit?.id ?? null,
      value_number: typeof answer.value_number === 'number' ? answer.value_number : null,
      value_text: answer.value_text ?? null,
    }
    const said = answerText(item, typed)
    return said === null ? [] : [{ id: item.id, kind, item_name, answer: said, unit_name, corrected: null, ...typed }]
  })
  return { ...report, ...texts, results }
}
