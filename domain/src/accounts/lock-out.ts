import { timeInTokyo } from '../calendar/day.ts'

/** When a locked sign-in opens by itself (G-ACC-09). */
export const lockEndsText = (minutes: number): string => `約${minutes}分後に、もう一度ログインできるようになります。`

/** What else opens one that wrong passwords locked (decision 020). */
export const resetUnlocksText = 'パスワードを再設定すると、すぐにログインできます。'

/** A time of today as it is read out: 22時05分. */
export const clockText = (moment: Date): string => {
  const [hour = '', minute = ''] = timeInTokyo(moment).split(':')
  return `${Number(hour)}時${minute}分`
}

/** The badge of who is locked out. */
export const lockedText = (until: Date): string => `ロック中（${clockText(until)}まで）`
