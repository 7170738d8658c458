/**
 * Where the row at `from` would stand if it were dropped at height `y`: behind every other row whose middle lies above.
 * `middles` are those of all rows, in their order; the place is counted from 0 in the list as it is then.
 */
export const dropPlace = (middles: readonly number[], from: number, y: number): number =>
  middles.filter((middle, at) => at !== from && middle < y).length
