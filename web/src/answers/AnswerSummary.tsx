import { isPreparing } from '@toguchi/domain/answers/chasing'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { paths } from '../site/paths.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { boardBeside } from './answer-reads.ts'
import { AnswerNumbers } from './AnswerNumbers.tsx'
import { chasingFacts } from './board/chasing-facts.ts'

const LateChasing = lazy(async () => ({ default: (await import('./board/Chasing.tsx')).Chasing }))

const useBoard = (construction_id: number, enabled = true) => {
  const board = useQuery({ ...boardBeside(construction_id), enabled }).data?.answer_board
  return board === undefined || board.total === 0 ? null : board
}

/** How the answers of a construction stand, on its page; the board says who is missing. */
export const AnswerSummary = ({ construction_id }: { construction_id: number }) => {
  const board = useBoard(construction_id)
  if (board === null) return null
  return (
    <Section
      title="日程の回答"
      name="answers"
      actions={
        <ButtonLink size="small" to={paths.answer_board(construction_id)} icon="list">
          回答状況と再案内
        </ButtonLink>
      }
    >
      <AnswerNumbers board={board} />
    </Section>
  )
}

/** What is to be done about who has not answered, as the board says it, as long as there is somebody. */
export const NextSteps = ({ construction_id }: { construction_id: number }) => {
  const board = useBoard(construction_id)
  if (board === null || board.unanswered === 0) return null
  return (
    <Suspense>
      <LateChasing board={board} />
    </Suspense>
  )
}

/** Whether a step of `NextSteps` is due: its button is the page's then. */
export const useIsStepDue = (construction_id: number, enabled: boolean): boolean => {
  const board = useBoard(construction_id, enabled)
  return board !== null && board.unanswered > 0 && (isPreparing(board.step) || chasingFacts(board).due !== null)
}
