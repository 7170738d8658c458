export interface PostedRoom {
  /** The block's place among the wings (D-26). */
  block_position: number
  row: number
  col: number
  /** Set by hand where the mailboxes hang differently; null means the usual order. */
  posting_position: number | null
}

/**
 * The order in which sheets go into mailboxes, and so in which they are printed: wing, floor, room ascending;
 * rooms with a manual position come before the others, by that position (D-31).
 */
export const comparePosting = (a: PostedRoom, b: PostedRoom): number =>
  manual(a) - manual(b) || a.block_position - b.block_position || a.row - b.row || a.col - b.col

/** Not Infinity: the difference of two would be NaN. */
const manual = (room: PostedRoom) => room.posting_position ?? Number.MAX_SAFE_INTEGER
