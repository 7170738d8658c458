import type { RoomAnswer } from '@toguchi/domain/answers/contract'
import { verifiedFactLabels } from '@toguchi/domain/access/verified-facts'
import { answerChannelLabels } from '@toguchi/domain/answers/labels'
import { formatDayShort, formatInstant } from '@toguchi/domain/calendar/day'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { partOnDemand } from '../platform/late-part.ts'
import { q } from '../platform/api/api.ts'
import { linkRenewal } from '../platform/link-renewal.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { Help } from '../ui/form/FieldParts.ts'
import styles from './RoomAnswers.module.css'

const AnswerModal = partOnDemand(async () => (await import('./AnswerModal.tsx')).AnswerModal)

interface Props {
  construction_id: number
  room_id: number
  room_name: string
  /** A closed room takes no answers any more. */
  readOnly: boolean
}

/** What the household said other than on the web, with the scans of its slips, and the way to write down more (feature 10). */
export const RoomAnswers = ({ construction_id, room_id, room_name, readOnly }: Props) => {
  const params = { construction_id, room_id }
  const { data } = useQuery({
    ...q('GET /api/constructions/:construction_id/rooms/:room_id/answers', { params }, { silent: true }),
    refetchInterval: linkRenewal,
  })
  const [answering, setAnswering] = useState(false)
  return (
    <Section
      title="電話・書面の回答"
      name="answers"
      actions={
        readOnly ? null : (
          <Button size="small" icon="phone" onClick={() => setAnswering(true)}>
            回答を登録
          </Button>
        )
      }
    >
      {data?.room_answers.length === 0 ? <Help>電話・書面・訪問での回答はまだありません。</Help> : null}
      <ul className={styles.list}>
        {data?.room_answers.map(answer => (
          <li key={answer.id}>
            <time dateTime={answer.created_at}>{formatInstant(new Date(answer.created_at))}</time>
            <span>
              {answerChannelLabels[answer.channel]}　{answer.caller ?? '―'}
              {answer.verified_fact === null ? '' : `（${verifiedFactLabels[answer.verified_fact]}で確認）`}
            </span>
            {answer.written_by === null ? null : <small>受付 {answer.written_by}</small>}
            {answer.received_on === null ? null : <small>受付日 {formatDayShort(answer.received_on)}</small>}
            {answer.contents === null ? null : <p>{answer.contents}</p>}
            <CallBack {...answer} />
            {answer.slip_url === null ? null : (
              <a href={answer.slip_url} target="_blank" rel="noreferrer">
                回答票を見る
              </a>
            )}
          </li>
        ))}
      </ul>
      {answering ? (
        <Suspense>
          <AnswerModal {...{ construction_id, room_id, room_name }} onClose={() => setAnswering(false)} />
        </Suspense>
      ) : null}
    </Section>
  )
}

/** What was promised to the caller. */
const CallBack = ({ call_back_at, called_back_at }: Pick<RoomAnswer, 'call_back_at' | 'called_back_at'>) =>
  call_back_at === null ? null : (
    <Badge tone={called_back_at === null ? 'amber' : 'neutral'}>
      {called_back_at === null
        ? `折り返し ${formatInstant(new Date(call_back_at))}`
        : `折り返し済み ${formatInstant(new Date(called_back_at))}`}
    </Badge>
  )
