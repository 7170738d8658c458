import { isOffice } from '@toguchi/domain/access/actor'
import { formatDay, weekdayName } from '@toguchi/domain/calendar/day'
import { canCreateConstructions } from '@toguchi/domain/constructions/policy'
import { constructionStatuses, constructionStatusLabels } from '@toguchi/domain/constructions/status'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { FirstSteps } from '../../clients/clients.tsx'
import { paths } from '../../site/paths.ts'
import { latePart } from '../../platform/late-part.ts'
import { useActor } from '../../platform/session/actor.ts'
import { type AnswerOf, queryClient } from '../../platform/api/api.ts'
import { useConfiguration } from '../../platform/session/configuration.ts'
import { joinedSessions } from '../../platform/session/joined-sessions.ts'
import { useSignedIn } from '../../platform/session/use-user.ts'
import { useStore } from '../../platform/use-store.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { addDrawings } from '../../ui/icons/Icon.tsx'
import { officeDrawings } from '../../ui/icons/office-drawings.ts'
import { EmptyState } from '../../ui/layout/EmptyState.tsx'
import { FilterBar } from '../../ui/table/FilterBar.tsx'
import { listStateOf, pagingDefaults, useListState } from '../../ui/table/list-state.ts'
import { PageHead } from '../../ui/layout/PageHead.tsx'
import { Details } from '../../ui/layout/Layout.ts'
import { Segments } from '../../ui/layout/Segments.tsx'
import { TaskProgress } from '../../ui/TaskProgress.tsx'
import { RoomSearch } from '../../rooms/rooms.tsx'
import { constructionsOf, statusesOf } from './construction-filters.ts'
import { ConstructionsCalendar } from './ConstructionsCalendar.tsx'
import { ConstructionStatusBadge } from '../constructions.tsx'
import { Fieldset, CheckLabel } from '../../ui/form/FieldParts.ts'
import styles from './ConstructionList.module.css'

addDrawings(officeDrawings)

const BuildingChoice = latePart(async () => (await import('../BuildingChoice.tsx')).BuildingChoice)
// For craftsmen alone.
const OtherCompanies = latePart(async () => (await import('./OtherCompanies.tsx')).OtherCompanies)

type Flat = AnswerOf<'GET /api/constructions'>['flat_constructions'][number]

const viewKey = 'constructions_view'
type View = 'list' | 'grid'

/** What the list shows first, for loaders. */
export const readList = (search: URLSearchParams) => queryClient.ensureQueryData(constructionsOf(listStateOf(search)))

/** Every construction one can reach, as a table or on the month's calendar (G-CON-16); filters stand in the address. */
export const ConstructionList = () => {
  const actor = useActor()
  const navigate = useNavigate()
  const [view, show] = useView()
  const [choosing, setChoosing] = useState(false)
  const today = useConfiguration()?.today
  const add = canCreateConstructions(actor) ? (
    <Button kind="primary" icon="plus" onClick={() => setChoosing(true)}>
      新規登録
    </Button>
  ) : null
  const views = (
    <Segments
      label="表示形式"
      options={[
        { name: 'list', label: '一覧' },
        { name: 'grid', label: 'カレンダー' },
      ]}
      chosen={view}
      onChoose={show}
    />
  )
  return (
    <>
      {actor.kind === 'craftsman' ? (
        <BelowTheDay views={views} />
      ) : (
        <>
          <PageHead
            title="工事一覧"
            actions={
              <>
                {views}
                {isOffice(actor) ? (
                  <>
                    <RoomSearch />
                    <ButtonLink to={paths.dashboard()} icon="dashboard">
                      ダッシュボード
                    </ButtonLink>
                  </>
                ) : null}
                {add}
              </>
            }
          />
          <FirstSteps />
          <Filters />
        </>
      )}
      {view === 'list' ? (
        <List empty={add} isOwn={actor.kind === 'craftsman'} />
      ) : today === undefined ? null : (
        <ConstructionsCalendar today={today} isOwn={actor.kind === 'craftsman'} />
      )}
      <Suspense>{actor.kind === 'craftsman' ? <OtherCompanies /> : null}</Suspense>
      <Suspense>
        {choosing ? (
          <BuildingChoice
            opened
            onClose={() => setChoosing(false)}
            onChoose={id => void navigate(`${paths.step_overall_schedule('new')}?building_id=${id}`)}
          />
        ) : null}
      </Suspense>
    </>
  )
}

const Filters = () => (
  <>
    <FilterBar
      filters={[
        { name: 'keyword', label: '物件名・工事名・管理番号・工事コード', width: 280 },
        { name: 'start_on', label: '期間（から）', type: 'date' },
        { name: 'end_on', label: '期間（まで）', type: 'date' },
      ]}
    />
    <StatusFilter />
  </>
)

/** For who came for the day: the list's name, and its filters folded away unless they are in use (C1, D-44). */
const BelowTheDay = ({ views }: { views: ReactNode }) => {
  const [{ filters }] = useListState()
  const { client } = useSignedIn()
  const isOneOfSeveral = useStore(joinedSessions).length > 0
  return (
    <>
      <div className={styles.below}>
        <h2>工事一覧{isOneOfSeveral ? `（${client?.name ?? ''}）` : ''}</h2>
        {views}
      </div>
      <Details open={Object.keys(filters).length > 0 || undefined} className={styles.folded}>
        <summary>工事を絞り込む</summary>
        <Filters />
      </Details>
    </>
  )
}

/** The user's own way at first, then what was chosen for as long as the tab lives. */
const useView = (): [View, (view: View) => void] => {
  const { default_display_format } = useSignedIn()
  const [view, setView] = useState<View>(() => {
    const kept = sessionStorage.getItem(viewKey)
    return kept === 'list' || kept === 'grid' ? kept : (default_display_format ?? 'list')
  })
  const show = (next: View) => {
    sessionStorage.setItem(viewKey, next)
    setView(next)
  }
  return [view, show]
}

/** The boxes answer at once and the address follows; a new address, by going back, sets them anew. */
const StatusFilter = () => {
  const [state, change] = useListState()
  const chosen = statusesOf(state)
  const apply = (boxes: HTMLFieldSetElement) => {
    const status = [...boxes.querySelectorAll('input')].filter(box => box.checked).map(box => box.value)
    change({ filters: { ...state.filters, status: status.join(',') } })
  }
  return (
    <Fieldset className={styles.states} onChange={event => apply(event.currentTarget)}>
      <legend className="sr-only">状態</legend>
      {constructionStatuses.map(status => (
        <CheckLabel key={status}>
          <input
            type="checkbox"
            name="construction[status][]"
            value={status}
            ref={box => {
              if (box !== null) box.checked = chosen.includes(status)
            }}
          />
          {constructionStatusLabels[status]}
        </CheckLabel>
      ))}
    </Fieldset>
  )
}

const day = (value: string | null) => (value === null ? null : `${formatDay(value)}(${weekdayName(value)})`)

const columns: readonly Column<Flat>[] = [
  { key: 'building', head: '物件名', sort: 'building_name', width: '19%', cell: ({ building_name }) => building_name },
  {
    key: 'name',
    head: '工事名',
    sort: 'name',
    width: '21%',
    cell: ({ name, cd }) => (
      <>
        {name}
        <small className={styles.code}>{cd}</small>
      </>
    ),
  },
  { key: 'status', head: '状態', cell: ({ status }) => <ConstructionStatusBadge status={status} /> },
  {
    key: 'progress',
    head: '進捗',
    width: 110,
    cell: ({ progress: { waiting, reschedule, completed } }) =>
      waiting + reschedule + completed === 0 ? null : <TaskProgress label="進捗" notYet={waiting} error={reschedule} done={completed} />,
  },
  { key: 'houses', head: '戸数', sort: 'houses', align: 'right', cell: ({ houses }) => houses },
  {
    key: 'start_on',
    head: '開始日',
    sort: 'start_on',
    nowrap: true,
    cell: ({ start_on, work_start_on }) => day(start_on ?? work_start_on),
  },
  { key: 'end_on', head: '終了日', sort: 'end_on', nowrap: true, cell: ({ end_on, work_end_on }) => day(end_on ?? work_end_on) },
  {
    key: 'privately',
    head: '専有部終了日',
    sort: 'privately_area_end_on',
    nowrap: true,
    cell: ({ privately_area_end_on }) => day(privately_area_end_on),
  },
  { key: 'manage_no', head: '管理番号', sort: 'manage_no', cell: ({ manage_no }) => manage_no },
]

const List = ({ empty, isOwn }: { empty: ReactNode; isOwn: boolean }) => {
  const [state] = useListState()
  const { data } = useQuery(constructionsOf(state, isOwn))
  return (
    <DataTable
      label="工事"
      columns={columns}
      rows={data?.flat_constructions}
      total={data?.total_count ?? pagingDefaults.totalRows}
      rowKey={({ id }) => id}
      rowTo={({ id }) => paths.construction(id)}
      {...(Object.keys(state.filters).length === 0
        ? {
            empty: (
              <EmptyState
                text={isOwn ? '担当する工事が決まると、ここに表示されます。' : '物件に工事を登録すると、ここに表示されます。'}
                action={empty}
              />
            ),
          }
        : {})}
    />
  )
}
