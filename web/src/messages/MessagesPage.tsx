import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { type Day, formatInstant, isDay } from '@toguchi/domain/calendar/day'
import { kindLabel } from '@toguchi/domain/messages/kinds'
import { carrierLabel, messageSorts, messageStateLabels, messageStates, transportLabels, transports } from '@toguchi/domain/messages/labels'
import { canResendMessages } from '@toguchi/domain/messages/policy'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useParams } from 'react-router'
import { paths } from '../site/paths.ts'
import { useActor } from '../platform/session/actor.ts'
import { q, queryClient } from '../platform/api/api.ts'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { EmptyState } from '../ui/layout/EmptyState.tsx'
import { FilterBar } from '../ui/table/FilterBar.tsx'
import { type ListState, listQueryOf, listStateOf, useListState } from '../ui/table/list-state.ts'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { MessageActions } from './MessageActions.tsx'
import { MessageCounts } from './MessageCounts.tsx'
import { PaperList } from './PaperList.tsx'
import { MessageStateBadge } from './MessageStateBadge.tsx'
import { countsOf, type Message, type Reply } from './message-reads.ts'
import { Help } from '../ui/form/FieldParts.ts'
import { TelephoneLink } from '../ui/TelephoneLink.tsx'
import styles from './MessagesPage.module.css'

const filterOf = ({ filters }: ListState) => {
  const state = messageStates.find(each => each === filters.state)
  const transport = transports.find(each => each === filters.transport)
  const day = (text: string | undefined): Day | undefined => (text !== undefined && isDay(text) ? text : undefined)
  const from = day(filters.from)
  const to = day(filters.to)
  return {
    ...(state === undefined ? {} : { state: [state] }),
    ...(transport === undefined ? {} : { transport }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(filters.keyword === undefined ? {} : { keyword: filters.keyword }),
  }
}

const messagesOf = (construction_id: number, state: ListState) =>
  q('GET /api/constructions/:construction_id/messages', {
    params: { construction_id },
    query: { ...listQueryOf(state, messageSorts), message: filterOf(state) },
  })

export const loader = ({ request, params }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(messagesOf(Number(params.construction_id), listStateOf(new URL(request.url).searchParams)))

/** Milliseconds between two looks: while something is leaving, and otherwise. */
const soon = 5_000
const seldom = 60_000

/** 送信状況: who was told what by which way, what did not arrive and why, and what to do with it (D-35). */
export const MessagesPage = () => {
  const id = Number(useParams().construction_id)
  const [state] = useListState()
  const [chosen, choose] = useState<ReadonlySet<string | number>>(new Set())
  const mayResend = canResendMessages(useActor())
  const { data } = useQuery({
    ...messagesOf(id, state),
    refetchInterval: ({ state: { data: now } }) => (now !== undefined && now.counts.waiting + now.counts.sending > 0 ? soon : seldom),
  })
  const messages = data?.messages ?? []
  const change = () => {
    choose(new Set())
    void queryClient.invalidateQueries({ queryKey: countsOf(id).queryKey })
  }
  return (
    <>
      <PageHead title="送信状況" back={{ to: paths.construction(id), label: '工事詳細' }} />
      {data?.sms === false ? <Help>SMSを送信する設定がないため、メールもLINEもない住戸は書面でのお知らせになります。</Help> : null}
      {data === undefined ? null : <MessageCounts counts={data.counts} />}
      <PaperList constructionId={id} />
      <FilterBar
        filters={[
          { name: 'state', label: '状態', options: messageStates.map(value => ({ value, label: messageStateLabels[value] })) },
          { name: 'transport', label: '手段', options: transports.map(value => ({ value, label: transportLabels[value] })) },
          { name: 'from', label: '作成日（から）', type: 'date' },
          { name: 'to', label: '作成日（まで）', type: 'date' },
          { name: 'keyword', label: '部屋・宛先・件名', width: 180 },
        ]}
      />
      {mayResend ? (
        <MessageActions
          constructionId={id}
          chosen={messages.filter(message => chosen.has(message.id))}
          onPaper={data?.counts.paper ?? 0}
          onDone={change}
        />
      ) : null}
      <DataTable
        label="送信状況"
        rows={data?.messages}
        total={data?.total_count}
        rowKey={message => message.id}
        columns={columnsOf(id)}
        {...(mayResend ? { selection: { selected: chosen, onChange: choose, whyNot: whyNotChoose, nameOf: nameOfTick } } : {})}
        {...(Object.keys(state.filters).length === 0
          ? {
              empty: <EmptyState title="送信したお知らせはまだありません。" text="日程の確定や再案内を送信すると、ここに表示されます。" />,
            }
          : {})}
      />
      {data === undefined || data.replies.length === 0 ? null : <Replies constructionId={id} replies={data.replies} />}
    </>
  )
}

/** Only what was given up can be settled, and only what is told on paper printed. */
const whyNotChoose = ({ why_not_resend, why_not_on_paper, why_not_print }: Message): string | null =>
  why_not_resend !== null && why_not_on_paper !== null && why_not_print !== null ? why_not_resend : null

const nameOfTick = ({ room, kind }: Message) => `${room === null ? '' : `${addressedRoom(room.name)} `}${kindLabel(kind)}を選択`

const columnsOf = (constructionId: number): readonly Column<Message>[] => [
  {
    key: 'created_at',
    head: '作成日時',
    sort: 'created_at',
    nowrap: true,
    cell: ({ created_at }) => formatInstant(new Date(created_at)),
  },
  {
    key: 'room',
    head: '部屋',
    sort: 'room_name',
    nowrap: true,
    cell: ({ room }) => (room === null ? '―' : <Link to={paths.room(constructionId, room.id)}>{room.name}</Link>),
  },
  { key: 'to', head: '宛先', cell: message => <Recipient message={message} /> },
  {
    key: 'kind',
    head: '内容',
    sort: 'kind',
    cell: ({ kind, summary }) => (
      <span className={styles.what}>
        {kindLabel(kind)}
        <small title={summary}>{summary}</small>
      </span>
    ),
  },
  {
    key: 'transport',
    head: '手段',
    sort: 'transport',
    nowrap: true,
    cell: ({ transport, carrier }) => (
      <span className={styles.what}>
        {transportLabels[transport]}
        <small>{carrier === null ? '' : carrierLabel(carrier)}</small>
      </span>
    ),
  },
  { key: 'state', head: '状態', sort: 'state', cell: message => <DeliveryState message={message} /> },
  {
    key: 'settled_at',
    head: '日時',
    sort: 'settled_at',
    nowrap: true,
    cell: ({ settled_at }) => (settled_at === null ? '―' : formatInstant(new Date(settled_at))),
  },
]

const Recipient = ({ message: { to_resident, resident_name, recipients } }: { message: Message }) => (
  <span className={styles.what}>
    {to_resident ? (resident_name ?? '居住者') : '社内・協力会社'}
    <small title={recipients.join('、')}>{recipients.join('、')}</small>
  </span>
)

/** The state, and beside it why, in a sentence, with what the carrier said. */
const DeliveryState = ({ message: { state, reason, failure_code, next_attempt_at, attempts } }: { message: Message }) => (
  <span className={styles.standing}>
    <MessageStateBadge state={state} />
    {reason === null ? null : (
      <span>
        {reason}
        {failure_code === null ? null : <code>{failure_code}</code>}
      </span>
    )}
    {next_attempt_at === null ? null : (
      <small>
        {attempts === 0 ? '予定' : '次の送信'} {formatInstant(new Date(next_attempt_at))}
      </small>
    )}
  </span>
)

const Replies = ({ constructionId, replies }: { constructionId: number; replies: readonly Reply[] }) => (
  <Section title={`SMSへの返信　${replies.length}件`} name="replies">
    <ul className={styles.replies}>
      {replies.map(({ id, room, phone, body, received_at }) => (
        <li key={id}>
          <time dateTime={received_at}>{formatInstant(new Date(received_at))}</time>
          {room === null ? null : <Link to={paths.room(constructionId, room.id)}>{addressedRoom(room.name)}</Link>}
          {phone === '' ? null : <TelephoneLink phone={phone} />}
          <p>{body === '' ? '（消去済み）' : body}</p>
        </li>
      ))}
    </ul>
  </Section>
)
