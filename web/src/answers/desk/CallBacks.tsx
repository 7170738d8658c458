import { answerLabels, type CallBackFilter, callBackFilterLabels, callBackFilters, deskAssignee } from '@toguchi/domain/answers/labels'
import { formatInstant } from '@toguchi/domain/calendar/day'
import { useState } from 'react'
import { Link } from 'react-router'
import { type AnswerOf, invalidate, useApiMutation } from '../../platform/api/api.ts'
import { paths } from '../../site/paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Help } from '../../ui/form/FieldParts.ts'
import { Segments } from '../../ui/layout/Segments.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useListState } from '../../ui/table/list-state.ts'
import { DwellingText, NameText } from './CallTexts.tsx'
import { CalledBackModal } from './CalledBackModal.tsx'
import { TelephoneLink } from '../../ui/TelephoneLink.tsx'

export type Call = AnswerOf<'GET /api/calls'>['calls'][number]

/** The dwelling at the desk, with what was said last. */
const deskOf = ({ building_name, room_name, room_id }: Call) =>
  `${paths.desk()}?${new URLSearchParams({ keyword: `${room_name} ${building_name}`, room: String(room_id) }).toString()}`

const emptyTexts: Readonly<Record<CallBackFilter, string>> = {
  open: '対応を待つ折り返しはありません。',
  own: '自分の折り返しはありません。',
  all: '折り返しの記録はありません。',
}

/** Whom somebody promised to call back: the next first, until it is done with a word on what came of it. */
export const CallBacks = ({ calls, hasMore }: { calls: readonly Call[]; hasMore: boolean }) => {
  const [{ filters }, change] = useListState()
  const shown = callBackFilters.find(value => value === filters['call_backs']) ?? 'open'
  const [done, setDone] = useState<Call | null>(null)
  return (
    <Section
      title={`折り返し ${calls.length}件`}
      name="call_backs"
      actions={
        <Segments
          label="折り返しの表示"
          options={callBackFilters.map(name => ({ name, label: callBackFilterLabels[name] }))}
          chosen={shown}
          onChoose={call_backs => change({ filters: { ...filters, call_backs } })}
        />
      }
    >
      {calls.length === 0 ? <Help>{emptyTexts[shown]}</Help> : <CallBackTable calls={calls} onDone={setDone} />}
      {hasMore ? <Help>近い順に{calls.length}件を表示しています。</Help> : null}
      {done === null ? null : <CalledBackModal call={done} onClose={() => setDone(null)} />}
    </Section>
  )
}

const CallBackTable = ({ calls, onDone }: { calls: readonly Call[]; onDone: (call: Call) => void }) => (
  <DataTable
    label="折り返し"
    rows={[...calls]}
    rowKey={({ id }) => id}
    columns={[
      { key: 'at', head: '折り返しの日時', cell: call => <Due call={call} /> },
      {
        key: 'dwelling',
        head: '住戸',
        cell: call => (
          <Link to={deskOf(call)}>
            <DwellingText call={call} />
          </Link>
        ),
      },
      { key: 'caller', head: answerLabels.caller, cell: ({ caller }) => <NameText>{caller ?? '―'}</NameText> },
      {
        key: 'phone',
        head: '電話番号',
        cell: ({ phone }) => (phone === null ? '未登録' : <TelephoneLink phone={phone} />),
        nowrap: true,
      },
      { key: 'contents', head: answerLabels.contents, cell: ({ contents }) => contents ?? '' },
      {
        key: 'assignee',
        head: '担当者',
        cell: ({ assignee, is_own }) => <NameText>{`${assignee ?? deskAssignee}${is_own ? '（自分）' : ''}`}</NameText>,
      },
      { key: 'done', head: '', cell: call => <Steps call={call} onDone={onDone} /> },
    ]}
  />
)

const Due = ({ call: { call_back_at, is_overdue } }: { call: Call }) =>
  call_back_at === null ? null : (
    <>
      {formatInstant(new Date(call_back_at))} {is_overdue ? <Badge tone="amber">時刻超過</Badge> : null}
    </>
  )

/** What is to be done about a promise, or what came of it. */
const Steps = ({ call, onDone }: { call: Call; onDone: (call: Call) => void }) => {
  const takeOver = useApiMutation('POST /api/calls/:id/take_over', {
    invalidates: ['GET /api/calls'],
    // Most likely a colleague was quicker.
    onError: () => void invalidate(['GET /api/calls']),
  })
  if (call.called_back_at !== null)
    return (
      <>
        <Badge tone="neutral">対応済み</Badge> {formatInstant(new Date(call.called_back_at))}
        {call.call_back_result === null ? null : <div>{call.call_back_result}</div>}
      </>
    )
  return (
    <>
      <Button size="small" icon="check" onClick={() => onDone(call)}>
        対応済みにする
      </Button>{' '}
      {call.is_own ? null : (
        <Button size="small" disabled={takeOver.isPending} onClick={() => takeOver.mutate({ params: { id: call.id } })}>
          担当を引き受ける
        </Button>
      )}
    </>
  )
}
