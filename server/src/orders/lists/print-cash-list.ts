import { formatDayLong, formatInstant, formatTimeFrame } from '@toguchi/domain/calendar/day'
import { formatYen } from '@toguchi/domain/money/tax'
import type { Platform } from '../../platform/platform.ts'
import { type PrintJob, type Printed, renderTypst } from '../../printing/printing.ts'
import { listCash } from './list-queries.ts'

/** What the job's asker could see: a craftsman's list is the own crews'. Nobody is named here; the rows are read when they are printed. */
export interface CashListInput {
  construction: { id: number; name: string | null; building_name: string }
  date: string
  craftsman_id: number | null
}

const nobody = '担当班なし'

/** 当日集金表: a page a crew, a line a door, with the place to sign and the sum that has to be in the bag. */
export const printCashList = async (platform: Platform, { client_id, input }: PrintJob<CashListInput>): Promise<Printed> => {
  const { construction, date, craftsman_id } = input
  const cashScope = { clientId: client_id, craftsmanId: craftsman_id }
  const entries = await platform.pool.read(client_id, db => listCash(db, cashScope, construction.id, date))
  const crews = [...Map.groupBy(entries, entry => entry.contractor_name ?? nobody)]
  const bytes = await renderTypst(platform, '../orders/lists/cash-list.typ', {
    building: construction.building_name,
    construction: construction.name ?? '',
    date: formatDayLong(date),
    printed_at: formatInstant(platform.now()),
    pages: crews.map(([crew, own]) => ({
      crew,
      total: formatYen(sum(own)),
      outstanding: formatYen(sum(own.filter(entry => entry.status === 'unpaid'))),
      rows: own.map(entry => ({
        room: entry.room_name,
        resident: entry.resident_name ?? '',
        time: formatTimeFrame(entry.start_at, entry.end_at),
        options: entry.options.join('、'),
        amount: formatYen(entry.amount),
        collected: entry.status === 'unpaid' ? '' : `済 ${entry.collected_by ?? ''}`,
      })),
    })),
  })
  return { bytes, fileName: `当日集金表_${date.replaceAll('-', '')}.pdf`, contentType: 'application/pdf' }
}

const sum = (entries: readonly { amount: number }[]) => entries.reduce((total, entry) => total + entry.amount, 0)
