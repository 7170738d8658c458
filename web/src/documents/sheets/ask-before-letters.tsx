import type { ReactNode } from 'react'
import { q, queryClient } from '../../platform/api/api.ts'
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx'

export const sheetsOf = (construction_id: number) =>
  q('GET /api/constructions/:construction_id/distribution_sheets', { params: { construction_id } }, { silent: true })

/** Residents see and change dates only from the completion on, whatever their letters say (decision 054). */
export const beforeCompletionText =
  '詳細工程表が確定していないため、居住者の画面では日程を確認・変更できません。案内状は、詳細工程表を確定してから配布してください。'

const standingTexts = {
  settled: {
    title: '日程が決まっている部屋です。案内状を印刷しますか？',
    text: '決定した日程をお知らせするときは、工事詳細の「決定案内を印刷」をお使いください。',
  },
  late: { title: '日程変更の締切を過ぎた部屋です。案内状を印刷しますか？', text: '' },
} as const

/**
 * Asks before letters are printed whose residents could not do what the letters say; without a question where they can. Of one room it is
 * said as well that its date is not asked about any more (decision 069).
 */
export const useAskBeforeLetters = (construction_id: number, room_id?: number): [dialog: ReactNode, mayPrint: () => Promise<boolean>] => {
  const [dialog, ask] = useConfirm()
  const mayPrint = async () => {
    const { schedule_completed, sheets } = await queryClient.fetchQuery({ ...sheetsOf(construction_id), staleTime: 0 })
    if (!schedule_completed)
      return ask({
        title: '詳細工程表の確定前に印刷しますか？',
        text: `${beforeCompletionText}確定までに日程が変わった住戸は「未配布」に戻ります。`,
        confirm: '確定前に印刷する',
      })
    const standing = sheets.find(({ kind }) => kind === 'information')?.rooms.find(({ id }) => id === room_id)?.standing ?? 'open'
    if (standing === 'open') return true
    const { title, text } = standingTexts[standing]
    return ask({ title, text: `${text}日程を尋ねる文章と返信欄の希望日は印刷されません。`, confirm: '印刷する' })
  }
  return [dialog, mayPrint]
}
