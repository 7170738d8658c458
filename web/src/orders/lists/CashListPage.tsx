import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { formatDayLong, formatInstant, formatTimeFrame, isDay } from '@toguchi/domain/calendar/day'
import { formatYen } from '@toguchi/domain/money/tax'
import { canRecordPayment } from '@toguchi/domain/orders/policy'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import { paths } from '../../site/paths.ts'
import { DocumentJobButton } from '../../documents/documents.tsx'
import { useConfiguration } from '../../platform/session/configuration.ts'
import { useActor } from '../../platform/session/actor.ts'
import { type AnswerOf, q, queryClient, send } from '../../platform/api/api.ts'
import { useLiveChanges } from '../../platform/live/use-live-changes.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/layout/EmptyState.tsx'
import { PageHead } from '../../ui/layout/PageHead.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { CollectionBadge, useCollectionOf } from '../../room-reads/room-reads.ts'
import { CollectModal } from '../CollectModal.tsx'
import { Toolbar } from '../../ui/layout/Layout.ts'
import { FilterLabel, Help } from '../../ui/form/FieldParts.ts'
import { DayInput } from '../../ui/form/fields/DayInput.tsx'
import { OrderRows } from '../OrderRows.ts'
import styles from './CashListPage.module.css'

type Entry = AnswerOf<'GET /api/constructions/:construction_id/cash_list'>['entries'][number]

const listOf = (construction_id: number, date: string | null) =>
  q('GET /api/constructions/:construction_id/cash_list', {
    params: { construction_id },
    query: date !== null && isDay(date) ? { date } : {},
  })

export const loader = ({ request, params }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(listOf(Number(params.construction_id), new URL(request.url).searchParams.get('date')))

/** 当日集金表: what is to be collected at the doors of a day, by crew, with what is in the bag already (G-ORD-13). */
export const CashListPage = () => {
  const id = Number(useParams().construction_id)
  const [search, setSearch] = useSearchParams()
  const { data } = useQuery(listOf(id, search.get('date')))
  useLiveChanges(['GET /api/constructions/:construction_id/cash_list'], { construction_id: id })
  const today = useConfiguration()?.today ?? ''
  const [collecting, setCollecting] = useState<Entry | null>(null)
  if (data === undefined) return null
  const crews = [...Map.groupBy(data.entries, entry => entry.contractor_name ?? '')]
  return (
    <>
      <PageHead
        title="当日集金表"
        back={{ to: paths.working_process(id), label: '当日の作業一覧' }}
        note={`${data.construction.building_name}　${formatDayLong(data.date)}`}
        actions={
          <DocumentJobButton
            name={`cash_list/${id}/${data.date}`}
            label="印刷"
            reason={data.entries.length === 0 ? '集金はありません' : null}
            start={() =>
              send('POST /api/constructions/:construction_id/cash_list/file', {
                params: { construction_id: id },
                body: { date: data.date },
              })
            }
          />
        }
      />
      <Toolbar>
        <FilterLabel>
          工事日
          <DayInput label="工事日" day={data.date} onDay={date => date !== null && setSearch({ date })} today={today} />
        </FilterLabel>
        {data.days
          .filter(day => day !== data.date)
          .slice(0, 5)
          .map(day => (
            <Button key={day} size="small" onClick={() => setSearch({ date: day })}>
              {formatDayLong(day)}
            </Button>
          ))}
      </Toolbar>
      <dl className={styles.cashSums}>
        <div>
          <dt>集金予定</dt>
          <dd>{formatYen(data.total_amount)}</dd>
        </div>
        <div>
          <dt>集金済み</dt>
          <dd>{formatYen(data.collected_amount)}</dd>
        </div>
        <div>
          <dt>未集金</dt>
          <dd>{formatYen(data.total_amount - data.collected_amount)}</dd>
        </div>
      </dl>
      {data.entries.length === 0 ? <EmptyState title="この日に集金する部屋はありません。" /> : null}
      {crews.map(([crew, entries]) => (
        <Section key={crew} title={crew === '' ? '担当班なし' : crew} name="crew">
          <OrderRows>
            {entries.map(entry => (
              <Line key={entry.order_id} entry={entry} constructionId={id} onCollect={() => setCollecting(entry)} />
            ))}
          </OrderRows>
        </Section>
      ))}
      {collecting === null ? null : (
        <CollectModal
          order={{
            id: collecting.order_id,
            amount: collecting.amount,
            room_name: collecting.room_name,
            options: collecting.options,
          }}
          room={{ construction_id: id, room_id: collecting.room_id, building_name: data.construction.building_name }}
          onClose={() => setCollecting(null)}
        />
      )}
    </>
  )
}

const Line = ({ entry, constructionId, onCollect }: { entry: Entry; constructionId: number; onCollect: () => void }) => {
  const actor = useActor()
  const collecting = useCollectionOf(entry.order_id)
  return (
    <li data-testid="cash-entry">
      <div>
        <Link to={paths.room(constructionId, entry.room_id)}>
          {addressedRoom(entry.room_name)}　{entry.resident_name ?? ''}
        </Link>
        <p>
          <strong>{formatYen(entry.amount)}</strong>
          <span>{formatTimeFrame(entry.start_at, entry.end_at)}</span>
          <span>{entry.options.join('、')}</span>
        </p>
      </div>
      {entry.collected ? (
        <p>
          <Badge tone="green">集金済み</Badge>
          <Help as="span">
            {entry.collected_by ?? ''} {entry.completion_at === null ? '' : formatInstant(new Date(entry.completion_at))}
          </Help>
        </p>
      ) : collecting !== null ? (
        <CollectionBadge state={collecting} />
      ) : canRecordPayment(actor) ? (
        <Button kind="primary" onClick={onCollect}>
          集金済みにする
        </Button>
      ) : (
        <Badge tone="amber">未集金</Badge>
      )}
    </li>
  )
}
