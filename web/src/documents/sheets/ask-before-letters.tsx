import type { ReactNode } from 'react'
import { q, queryClient } from '../../platform/api/api.ts'
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx'

export const sheetsOf = (construction_id: number) =>
  q('GET /api/constructions/:construction_id/distribution_sheets', { params: { construction_id } }, { silent: true })

/** Residents see and change dates only from the completion on, whatever their letters say (decision 054). */
export const beforeCompletionText =
  '詳細工程表が確定していないため、居住者の画面では日程を確認・変更できません。案内状は、詳細工程表を確定してから配布してください。'

/** Asks before letters are printed whose residents could not do what the letters say; without a question where they can. */
export const useAskBeforeLetters = (construction_id: number): [dialog: ReactNode, mayPrint: () => Promise<boolean>] => {
  const [dialog, ask] = useConfirm()
  const mayPrint = async () => {
    const { schedule_completed } = await queryClient.fetchQuery({ ...sheetsOf(construction_id), staleTime: 0 })
    return (
      schedule_completed ||
      (await ask({
        title: '詳細工程表の確定前に印刷しますか？',
        text: `${beforeCompletionText}確定までに日程が変わった住戸は「未配布」に戻ります。`,
        confirm: '確定前に印刷する',
      }))
    )
  }
  return [dialog, mayPrint]
}
