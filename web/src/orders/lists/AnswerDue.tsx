import { type Day, formatDayShort, todayInTokyo } from '@toguchi/domain/calendar/day'
import { useState } from 'react'
import { Badge } from '../../ui/Badge.tsx'

/** Until when whoever asked to cancel was promised an answer; amber once that day is over (R9). */
export const AnswerDue = ({ by }: { by: Day | null }) => {
  const [today] = useState(() => todayInTokyo(new Date()))
  if (by === null) return null
  const isOverdue = by < today
  if (!isOverdue) return <small>返事は{formatDayShort(by)}まで</small>
  return (
    <>
      <Badge tone="amber">返事の期限切れ</Badge> <small>（{formatDayShort(by)}）</small>
    </>
  )
}
