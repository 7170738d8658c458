import type { Day } from '../calendar/day.ts'

export interface PeriodFields {
  contract_period_start_on?: Day | null
  contract_period_end_on?: Day | null
  planned_start_on?: Day | null
  planned_end_on?: Day | null
}

/** The period lists and details show: the contract's, each end falling back to the planned one (spec §3, G-SCH-28). */
export const contractPeriod = (construction: PeriodFields): { start: Day | null; end: Day | null } => ({
  start: construction.contract_period_start_on ?? construction.planned_start_on ?? null,
  end: construction.contract_period_end_on ?? construction.planned_end_on ?? null,
})
