/** A linear problem in columns that are 0 or 1: the least sum of costs under which every row keeps its bounds. */
export interface MipModel {
  /** One for each column. */
  costs: readonly number[]
  rows: readonly MipRow[]
  /** A solution to begin with, as a value for each column; null without one. */
  start: Float64Array | null
  /** The search ends when no better solution can be cheaper by more than this. */
  gap: number
  /** And it ends after so many nodes, never after a time: the same model always gets the same answer. */
  mostNodes: number
}

/** At least `least` and at most `most` of the columns' values times `factors`. */
export interface MipRow {
  columns: readonly number[]
  factors: readonly number[]
  least: number
  most: number
}

export interface MipAnswer {
  /** 0 or 1 for each column. */
  values: Float64Array
  /** No solution is cheaper than this. */
  bound: number
}

/** A solver of such problems: the port through which arrangement reaches HiGHS, wherever its WebAssembly comes from. */
export type SolveMip = (model: MipModel) => Promise<MipAnswer>

/** The part of HiGHS that is used, as its package types it. */
export interface Highs {
  createModel(source: { format: 'lp'; data: string }): {
    options: { set(options: Record<string, string | number | boolean>): unknown }
    setSolution(solution: { colValue: Float64Array }): unknown
    run(): unknown
    info: { get(name: string): number | bigint }
    getSolution(): { colValue: ArrayLike<number> | null }
    dispose(): void
  }
}

/** The port on top of a loaded HiGHS. */
export const solveWith =
  (highs: Highs): SolveMip =>
  async model => {
    const solver = highs.createModel({ format: 'lp', data: lpText(model) })
    try {
      solver.options.set({ output_flag: false, mip_rel_gap: 0, mip_abs_gap: model.gap, mip_max_nodes: model.mostNodes })
      if (model.start !== null) solver.setSolution({ colValue: model.start })
      solver.run()
      const { colValue } = solver.getSolution()
      if (colValue === null || colValue.length !== model.costs.length) throw new Error('the solver found no solution')
      return { values: Float64Array.from(colValue, value => Math.round(value)), bound: Number(solver.info.get('mip_dual_bound')) }
    } finally {
      solver.dispose()
    }
  }

/** The model in CPLEX LP format; every column stands in the objective, so that columns keep their order. */
const lpText = ({ costs, rows }: MipModel): string => {
  const terms = (columns: readonly number[], factors: readonly number[]) =>
    columns.map((column, at) => `${factors[at]! < 0 ? '-' : '+'} ${Math.abs(factors[at]!)} x${column}`).join('\n')
  const names = costs.map((_, column) => column)
  const bounds = rows.flatMap(({ columns, factors, least, most }, row) => {
    const sum = terms(columns, factors)
    if (least === most) return [`r${row}: ${sum} = ${most}`]
    return [...(least === -Infinity ? [] : [`l${row}: ${sum} >= ${least}`]), ...(most === Infinity ? [] : [`m${row}: ${sum} <= ${most}`])]
  })
  return `minimize\nobj: ${terms(names, costs)}\nsubject to\n${bounds.join('\n')}\nbinary\n${names.map(column => `x${column}`).join('\n')}\nend\n`
}
