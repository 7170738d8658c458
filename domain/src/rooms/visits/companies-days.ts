import { walkingOrder } from './walking-order.ts'

/** The places of one company's day, as far as the way through it asks (`GET /api/visits`). */
interface DayOfCompany<C extends ConstructionOnTheWay, V extends VisitOnTheWay> {
  constructions: readonly C[]
  visits: readonly V[]
}

interface ConstructionOnTheWay {
  id: number
  building_id: number
  building_name: string
}

interface VisitOnTheWay {
  construction_id: number
  block_position: number
  row: number
  col: number
  assign: { start_at: string; frame_number: number } | null
}

interface CompanysDay<C extends ConstructionOnTheWay, V extends VisitOnTheWay> {
  company: { cd: string; name: string }
  day: DayOfCompany<C, V> | null
}

/**
 * One way through the days of all companies that a person works for (D-40, D-44): each visit with its company and its construction. Ids are
 * a company's own, so two buildings of one number stay two.
 */
export const walkOfCompanies = <C extends ConstructionOnTheWay, V extends VisitOnTheWay>(days: readonly CompanysDay<C, V>[]) =>
  walkingOrder(
    days.flatMap(({ company, day }) => {
      const constructions = new Map((day?.constructions ?? []).map(construction => [construction.id, construction]))
      return (day?.visits ?? []).flatMap(visit => {
        const construction = constructions.get(visit.construction_id)
        if (construction === undefined) return []
        const { block_position, row, col, assign } = visit
        return {
          stop: { ...visit, company, construction },
          building_name: construction.building_name,
          building_id: `${company.cd}/${construction.building_id}`,
          start_at: assign?.start_at ?? '',
          frame_number: assign?.frame_number ?? 0,
          block_position,
          row,
          col,
        }
      })
    }),
  ).map(({ stop }) => stop)
