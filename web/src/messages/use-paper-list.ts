import { useNavigate } from 'react-router'
import type { ToastAction } from '../platform/toast.ts'
import { paths } from '../site/paths.ts'

/** From the news that a household is told on paper to the list of those who are, where their letters are printed (decision 091). */
export const usePaperList = (constructionId: number): ((onPaper: boolean) => ToastAction | undefined) => {
  const navigate = useNavigate()
  return onPaper => (onPaper ? { label: '紙でお知らせする住戸', run: () => void navigate(paths.messages(constructionId)) } : undefined)
}
