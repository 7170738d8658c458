import { isQuiet } from '../../calendar/quiet-hours.ts'
import { digitsOnly } from '../../text/digits.ts'

/** What a household says to 「まもなく伺います」 (feature 13). */
export const noticeAnswers = ['come', 'wait', 'absent'] as const
export type NoticeAnswer = (typeof noticeAnswers)[number]

export const noticeAnswerLabels: Readonly<Record<NoticeAnswer, string>> = {
  come: 'どうぞ',
  wait: '15分待ってください',
  absent: '不在になりました',
}

/** As the craftsman's card says it. */
export const noticeAnswerOnCard: Readonly<Record<NoticeAnswer, string>> = {
  come: '「どうぞ」と返事がありました',
  wait: '「15分待ってください」と返事がありました',
  absent: '「不在になりました」と返事がありました',
}

/** Minutes that somebody asks to be waited for. */
export const waitMinutes = 15

const minute = 60_000
/** Nobody is told earlier than this before their time frame begins. */
const earliestBefore = 30 * minute

/**
 * When a household is told that somebody is on the way: at once, not before its frame begins less 30 minutes, not in the quiet hours; null
 * where the frame is over by then (feature 13).
 */
export const noticeMoment = (now: Date, frame: { start: Date; end: Date }): Date | null => {
  const moment = new Date(Math.max(now.getTime(), frame.start.getTime() - earliestBefore))
  return moment >= frame.end || isQuiet(moment) ? null : moment
}

/** What a short message that came back says; null where a person has to read it. */
export const noticeAnswerOf = (reply: string): NoticeAnswer | null => {
  const text = reply.normalize('NFKC').replaceAll(/[\s。、.,!！?？「」"'・]/g, '')
  const byNumber = digitsOnly(text) === text && text.length === 1 ? noticeAnswers[Number(text) - 1] : undefined
  if (byNumber !== undefined) return byNumber
  if (/^(どうぞ|OK|はい|大丈夫(です)?|お願いします|います)$/i.test(text)) return 'come'
  if (/^(15分(ほど|くらい)?(待って|まって)(下さい|ください)?|待って(下さい|ください)?|まって(下さい|ください)?)$/.test(text)) return 'wait'
  return /^(不在(です|になりました)?|留守(です|になりました)?|るす(です)?|いません)$/.test(text) ? 'absent' : null
}
