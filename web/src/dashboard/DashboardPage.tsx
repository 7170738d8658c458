import { type ProgressSegment } from '@toguchi/domain/constructions/status'
import { informationKindLabels, informationKinds } from '@toguchi/domain/dashboard/information'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs } from 'react-router'
import { paths } from '../site/paths.ts'
import { OwnReadiness } from '../clients/clients.tsx'
import { q, queryClient, send } from '../platform/api/api.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/layout/EmptyState.tsx'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { FilterBar } from '../ui/table/FilterBar.tsx'
import { type ListState, listStateOf, useListState } from '../ui/table/list-state.ts'
import { type Information, InfoRows } from './InfoRows.tsx'
import { ProgressGraph } from './ProgressGraph.tsx'
import { InformationView, SegmentView } from './QuickView.tsx'
import styles from './DashboardPage.module.css'

const dashboard = q('GET /api/dashboard')
const works = q('GET /api/dashboard/constructions', {}, { silent: true })
const perPage = 10

const filterOf = ({ filters }: ListState) => {
  const kind = informationKinds.find(each => each === filters.kind)
  const construction_id = Number(filters.construction_id)
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(Number.isSafeInteger(construction_id) && construction_id > 0 ? { construction_id } : {}),
  }
}
const isNarrowed = (state: ListState) => Object.keys(filterOf(state)).length > 0

/** The first page of what is left of the informations by the filters. */
const narrowed = (state: ListState) => q('GET /api/informations', { query: { information: filterOf(state), per_page: perPage } })

export const loader = ({ request }: LoaderFunctionArgs) => {
  const state = listStateOf(new URL(request.url).searchParams)
  return Promise.all([queryClient.ensureQueryData(dashboard), ...(isNarrowed(state) ? [queryClient.ensureQueryData(narrowed(state))] : [])])
}

/** What happened lately, and where all constructions stand (spec §1). */
export const DashboardPage = () => {
  const [state] = useListState()
  const { data } = useQuery(dashboard)
  const [segment, setSegment] = useState<ProgressSegment | null>(null)
  if (data === undefined) return null
  return (
    <div className={styles.dashboard} data-testid="dashboard">
      <PageHead title="ダッシュボード" back={{ to: paths.constructions(), label: '工事一覧' }} />
      <OwnReadiness />
      <CallBacksEntry counts={data.call_backs} />
      <Section title="工事の進捗" name="progress">
        <ProgressGraph counts={data.progress} onChoose={setSegment} />
      </Section>
      <Section title="お知らせ一覧" name="informations">
        <InformationFilters />
        {isNarrowed(state) ? (
          <NarrowedInformations key={JSON.stringify(state.filters)} state={state} />
        ) : (
          <Informations key="all" first={data.informations} hasMore={data.has_more} filter={{}} />
        )}
      </Section>
      {segment === null ? null : <SegmentView segment={segment} onClose={() => setSegment(null)} />}
    </div>
  )
}

/** Whom somebody promised to call back; absent where nobody waits. */
const CallBacksEntry = ({ counts: { open, overdue } }: { counts: { open: number; overdue: number } }) =>
  open === 0 ? null : (
    <Section title="折り返し" name="call_backs">
      <ButtonLink to={paths.calls()} icon="phone">
        対応を待つ折り返し {open}件
      </ButtonLink>{' '}
      {overdue === 0 ? null : <Badge tone="amber">時刻超過 {overdue}件</Badge>}
    </Section>
  )

const InformationFilters = () => {
  const { data } = useQuery(works)
  return (
    <FilterBar
      filters={[
        { name: 'kind', label: '種別', options: informationKinds.map(value => ({ value, label: informationKindLabels[value] })) },
        {
          name: 'construction_id',
          label: '工事',
          width: 280,
          options: (data?.flat_constructions ?? []).map(({ id, building_name, name }) => ({
            value: String(id),
            label: [building_name, name].filter(Boolean).join('　'),
          })),
        },
      ]}
    />
  )
}

const NarrowedInformations = ({ state }: { state: ListState }) => {
  const { data } = useQuery(narrowed(state))
  return data === undefined ? null : (
    <Informations first={data.informations} hasMore={data.total_count > data.informations.length} filter={filterOf(state)} />
  )
}

interface Props {
  first: readonly Information[]
  hasMore: boolean
  filter: ReturnType<typeof filterOf>
}

const Informations = ({ first, hasMore, filter }: Props) => {
  const [, change] = useListState()
  const [opened, setOpened] = useState<Information | null>(null)
  const [further, setFurther] = useState<{ rows: readonly Information[]; pages: number }>({ rows: [], pages: 1 })
  const rows = [...first, ...further.rows]
  const readMore = async () => {
    const query = { information: filter, page: further.pages + 1, per_page: perPage }
    const next = await send('GET /api/informations', { query })
    setFurther(before => ({ rows: [...before.rows, ...next.informations], pages: before.pages + 1 }))
  }
  return (
    <>
      {rows.length === 0 ? <EmptyState title="お知らせはありません。" /> : <InfoRows rows={rows} onChoose={setOpened} />}
      {hasMore && further.rows.length === (further.pages - 1) * perPage ? (
        <Button testId="info-more" onClick={() => void readMore()}>
          もっと見る
        </Button>
      ) : null}
      {opened === null ? null : (
        <InformationView
          row={opened}
          onNarrow={construction_id => {
            setOpened(null)
            change({ filters: { construction_id: String(construction_id) } })
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}
