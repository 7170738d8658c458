import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { answerChannelLabels, callOutcomeLabels } from '@toguchi/domain/answers/labels'
import { formatInstant, timeInTokyo } from '@toguchi/domain/calendar/day'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '../site/paths.ts'
import { q, queryClient } from '../platform/api/api.ts'
import type { AnswerOf } from '../platform/api/request.ts'
import { useEnterClient } from '../platform/session/enter-client.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Actions } from '../ui/layout/Layout.ts'
import { Section } from '../ui/layout/Section.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'

const perPage = 25
const pageOf = (page: number) => q('GET /api/admin/calls', { query: { page, per_page: perPage } }, { silent: true })

/** Milliseconds that the page around waits for the calls. */
const patience = 1_000
/** Read with the page around it, so that nothing below moves under the pointer when it comes; a page without it is better than none. */
export const loadOwnCalls = () =>
  Promise.race([queryClient.ensureQueryData(pageOf(1)).catch(() => {}), new Promise(done => setTimeout(done, patience))])

type Call = AnswerOf<'GET /api/admin/calls'>['calls'][number]
type Waiting = AnswerOf<'GET /api/admin/calls'>['call_backs'][number]
const keyOf = ({ client, id }: Call): string => `${client.cd}/${id}`
/** A call that is taken down between two pages moves the last of the one onto the other. */
const onceEach = (calls: readonly Call[]): Call[] => [...new Map(calls.map(call => [keyOf(call), call])).values()]

/** Whom the desk has to call back and what one took down today, at whichever company; of a person it says nothing (decision 049). Absent until there is something. */
export const OwnCalls = () => {
  const [pages, setPages] = useState(1)
  const answers = useQueries({ queries: Array.from({ length: pages }, (_, at) => pageOf(at + 1)) })
  const enterClient = useEnterClient()
  const calls = onceEach(answers.flatMap(({ data }) => data?.calls ?? []))
  const total = answers[0]?.data?.total_count ?? 0
  const waiting = answers[0]?.data?.call_backs ?? []
  return (
    <>
      {waiting.length === 0 ? null : <WaitingCallBacks waiting={waiting} />}
      {calls.length === 0 ? null : (
        <Section title={`本日の自分の電話（${total.toLocaleString()}件）`} name="own_calls">
          <DataTable
            label="本日の自分の電話"
            rows={calls}
            rowKey={keyOf}
            onRow={({ client }) => enterClient(client, paths.calls())}
            columns={[
              { key: 'at', head: '時刻', cell: ({ created_at }) => timeInTokyo(new Date(created_at)), nowrap: true },
              { key: 'client', head: '企業', cell: ({ client }) => client.name },
              { key: 'dwelling', head: '住戸', cell: ({ building_name, room_name }) => `${building_name} ${addressedRoom(room_name)}` },
              { key: 'channel', head: '方法', cell: ({ channel }) => answerChannelLabels[channel], nowrap: true },
              {
                key: 'outcome',
                head: '結果',
                cell: ({ outcome, call_back_at, called_back_at }) =>
                  call_back_at === null
                    ? callOutcomeLabels[outcome]
                    : `${callOutcomeLabels[outcome]}（${called_back_at === null ? `${formatInstant(new Date(call_back_at))}まで` : '完了'}）`,
              },
            ]}
          />
          {total > pages * perPage ? <Button onClick={() => setPages(pages + 1)}>もっと見る</Button> : null}
        </Section>
      )}
    </>
  )
}

/** Who waits to be called back by the desk: a figure for each company, which leads to its calls. */
const WaitingCallBacks = ({ waiting }: { waiting: readonly Waiting[] }) => {
  const enterClient = useEnterClient()
  const overdue = waiting.reduce((sum, one) => sum + one.overdue, 0)
  return (
    <Section
      title={`折り返し ${waiting.reduce((sum, { open }) => sum + open, 0).toLocaleString()}件`}
      name="call_backs"
      actions={overdue === 0 ? null : <Badge tone="amber">時刻超過 {overdue.toLocaleString()}件</Badge>}
    >
      <Actions>
        {waiting.map(one => (
          <Button key={one.client.cd} size="small" icon="phone" onClick={() => enterClient(one.client, paths.calls())}>
            {one.client.name} {one.open.toLocaleString()}件{one.overdue === 0 ? '' : `（時刻超過 ${one.overdue.toLocaleString()}件）`}
          </Button>
        ))}
      </Actions>
    </Section>
  )
}
