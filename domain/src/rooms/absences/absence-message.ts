import { todayInTokyo } from '../../calendar/day.ts'
import { monthDay } from '../../messages/short-message.ts'
import { aboutTime } from '../absence.ts'

/**
 * What a household is told in a short message after building and room (D-35), before the link or without one:
 * に12/2 午後1時ごろお伺いしましたがご不在でした。新しい日時をお選びください
 */
export const absenceShortTexts = (visitedAt: Date): { withLink: string; without: string } => {
  const visited = `に${monthDay(todayInTokyo(visitedAt))} ${aboutTime(visitedAt)}お伺いしましたがご不在でした。`
  return { withLink: `${visited}新しい日時をお選びください`, without: `${visited}日時はお電話で` }
}
