import type { Visit } from './visit-list.ts'

/** What a visit is to whoever makes it, whose date nobody agreed to: it is made all the same. Null: somebody did. */
export const unansweredText = ({ construction_schedule_confirmed_at, presence }: Visit): string | null =>
  construction_schedule_confirmed_at !== null ? null : presence === null ? '居住者の返事なし・訪問予定' : '日程未確定・訪問予定'
