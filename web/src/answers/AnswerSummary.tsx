import { useQuery } from '@tanstack/react-query'
import { paths } from '../site/paths.ts'
import { q } from '../platform/api/api.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { AnswerNumbers } from './AnswerNumbers.tsx'

/** How the answers of a construction stand, on its page; the board says who is missing and what to do. */
export const AnswerSummary = ({ construction_id }: { construction_id: number }) => {
  const { data } = useQuery(
    q('GET /api/constructions/:construction_id/answer_board', { params: { construction_id } }, { silent: true, errors: 'nobody' }),
  )
  if (data === undefined || data.answer_board.total === 0) return null
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
      <AnswerNumbers board={data.answer_board} />
    </Section>
  )
}
