import {
  answerChannelLabels,
  answerLabels,
  callBackFilters,
  type CallOutcome,
  callOutcomeLabels,
  callOutcomes,
  callsAPage,
} from '@toguchi/domain/answers/labels'
import { formatDayLong, timeInTokyo } from '@toguchi/domain/calendar/day'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs } from 'react-router'
import { paths } from '../../site/paths.ts'
import { q, queryClient } from '../../platform/api/api.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/layout/EmptyState.tsx'
import { Actions } from '../../ui/layout/Layout.ts'
import { PageHead } from '../../ui/layout/PageHead.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { FilterBar } from '../../ui/table/FilterBar.tsx'
import { type Call, CallBacks } from './CallBacks.tsx'
import { DwellingText, NameText } from './CallTexts.tsx'
import { type ListState, listStateOf, useListState } from '../../ui/table/list-state.ts'

/** Milliseconds after which the page looks what colleagues have done. */
const lookAgain = 30_000

const callsOf = ({ filters, currentPage }: ListState) => {
  const outcome = callOutcomes.find(value => value === filters.outcome)
  const call_backs = callBackFilters.find(value => value === filters['call_backs'])
  const { writer, date } = filters
  return q('GET /api/calls', {
    query: {
      ...(outcome === undefined ? {} : { outcome }),
      ...(writer === undefined ? {} : { writer }),
      ...(date === undefined ? {} : { date }),
      ...(call_backs === undefined ? {} : { call_backs }),
      ...(currentPage === 1 ? {} : { page: currentPage }),
    },
  })
}

export const loader = ({ request }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(callsOf(listStateOf(new URL(request.url).searchParams)))

/** 本日の電話: what became of the calls of a day, and whom somebody promised to call back (decision 049). */
export const CallsPage = () => {
  const [state, change] = useListState()
  const { data } = useQuery({ ...callsOf(state), refetchInterval: lookAgain })
  if (data === undefined) return null
  const isToday = state.filters.date === undefined
  return (
    <>
      <PageHead
        title={isToday ? '本日の電話' : '電話の記録'}
        note={formatDayLong(data.date)}
        actions={
          <ButtonLink to={paths.desk()} icon="phone">
            電話受付
          </ButtonLink>
        }
      />
      <CallBacks calls={data.call_backs} hasMore={data.has_more_call_backs} />
      <FilterBar
        filters={[
          { name: 'outcome', label: '結果', options: callOutcomes.map(value => ({ value, label: callOutcomeLabels[value] })) },
          { name: 'writer', label: '受付者', options: data.writers.map(({ writer, name }) => ({ value: writer, label: name ?? '―' })) },
          { name: 'date', label: '日付', type: 'date' },
        ]}
      />
      <DataTable
        label="本日の電話"
        rows={data.calls}
        rowKey={({ id }) => id}
        rowTo={({ construction_id, room_id }) => paths.room(construction_id, room_id)}
        columns={[
          { key: 'at', head: '時刻', cell: ({ created_at }) => timeInTokyo(new Date(created_at)), nowrap: true },
          { key: 'dwelling', head: '住戸', cell: call => <DwellingText call={call} /> },
          { key: 'caller', head: answerLabels.caller, cell: ({ caller }) => <NameText>{caller ?? '―'}</NameText> },
          { key: 'channel', head: '方法', cell: ({ channel }) => answerChannelLabels[channel], nowrap: true },
          { key: 'writer', head: '受付者', cell: ({ written_by }) => <NameText>{written_by ?? '―'}</NameText> },
          { key: 'outcome', head: '結果', cell: call => <Outcome call={call} /> },
          { key: 'contents', head: answerLabels.contents, cell: ({ contents }) => contents ?? '' },
        ]}
        empty={<EmptyState title="電話の記録はありません。" text="電話受付で登録した内容が、ここに時刻順に並びます。" />}
      />
      {state.currentPage > 1 || data.has_more_calls ? (
        <Actions>
          <Button disabled={state.currentPage === 1} onClick={() => change({ currentPage: state.currentPage - 1 })}>
            新しい{callsAPage}件
          </Button>
          <Button disabled={!data.has_more_calls} onClick={() => change({ currentPage: state.currentPage + 1 })}>
            古い{callsAPage}件
          </Button>
        </Actions>
      ) : null}
    </>
  )
}

const tones: Readonly<Record<CallOutcome, Tone>> = {
  call_back: 'amber',
  cancel_applied: 'amber',
  moved: 'blue',
  confirmed: 'green',
  answered: 'green',
  noted: 'neutral',
}

const Outcome = ({ call: { outcome, called_back_at } }: { call: Call }) => (
  <>
    <Badge tone={called_back_at === null ? tones[outcome] : 'neutral'}>{callOutcomeLabels[outcome]}</Badge>
    {called_back_at === null ? null : ` ${timeInTokyo(new Date(called_back_at))}に完了`}
  </>
)
