import { formatDay, formatDayShort } from '@toguchi/domain/calendar/day'
import { type ProgressSegment, progressSegmentLabels } from '@toguchi/domain/constructions/status'
import { informationKindLabels } from '@toguchi/domain/dashboard/information'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../site/paths.ts'
import { ConstructionStatusBadge } from '../constructions/constructions.tsx'
import { type AnswerOf, q, queryClient, send } from '../platform/api/api.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/layout/EmptyState.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Modal, ModalFoot, widestModal } from '../ui/dialog/Modal.tsx'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { ProgressGraph } from './ProgressGraph.tsx'
import styles from './DashboardPage.module.css'

type Information = AnswerOf<'GET /api/dashboard'>['informations'][number]

const dashboard = q('GET /api/dashboard')
const perPage = 10

export const loader = () => queryClient.ensureQueryData(dashboard)

/** What happened lately, and where all constructions stand (spec §1). */
export const DashboardPage = () => {
  const { data } = useQuery(dashboard)
  const [segment, setSegment] = useState<ProgressSegment | null>(null)
  const [further, setFurther] = useState<{ rows: readonly Information[]; pages: number }>({ rows: [], pages: 1 })
  if (data === undefined) return null
  const rows = [...data.informations, ...further.rows]
  const readMore = async () => {
    const next = await send('GET /api/informations', { query: { page: further.pages + 1, per_page: perPage } })
    setFurther(before => ({ rows: [...before.rows, ...next.informations], pages: before.pages + 1 }))
  }
  const hasMore = data.has_more && further.rows.length === (further.pages - 1) * perPage
  return (
    <div className={styles.dashboard} data-testid="dashboard">
      <PageHead title="ダッシュボード" back={{ to: paths.constructions(), label: '工事一覧' }} />
      <Section title="工事の進捗" name="progress">
        <ProgressGraph counts={data.progress} onChoose={setSegment} />
      </Section>
      <Section title="お知らせ一覧" name="informations">
        {rows.length === 0 ? <EmptyState title="お知らせはありません。" /> : null}
        <ul className={styles.infoList} data-testid="info-list">
          {rows.map(row => (
            <li key={row.id} data-testid="info-row" data-kind={row.kind}>
              <time dateTime={row.date}>{formatDay(row.date)}</time>
              <span data-testid="info-icon">
                <Badge tone={row.kind === 'alert' ? 'red' : row.kind === 'add' ? 'brand' : 'neutral'}>
                  <Icon name={row.kind === 'alert' ? 'reason' : row.kind === 'add' ? 'plus' : 'bell'} size={12} />
                  {informationKindLabels[row.kind]}
                </Badge>
              </span>
              <span data-testid="info-text">{row.link === null ? row.text : <Link to={row.link}>{row.text}</Link>}</span>
            </li>
          ))}
        </ul>
        {hasMore ? (
          <Button testId="info-more" onClick={() => void readMore()}>
            もっと見る
          </Button>
        ) : null}
      </Section>
      {segment === null ? null : <QuickView segment={segment} onClose={() => setSegment(null)} />}
    </div>
  )
}

/** The constructions behind a segment (G-DASH-03). */
const QuickView = ({ segment, onClose }: { segment: ProgressSegment; onClose: () => void }) => {
  const { data } = useQuery(q('GET /api/dashboard/constructions', { query: { segment } }, { silent: true }))
  return (
    <Modal opened onClose={onClose} title={`${progressSegmentLabels[segment]}の工事`} width={widestModal} testId="quick-view">
      {data === undefined ? <Spinner /> : null}
      {data?.flat_constructions.length === 0 ? <EmptyState title="該当する工事はありません。" /> : null}
      <ul className={styles.quickList}>
        {data?.flat_constructions.map(work => (
          <li key={work.id}>
            <Link to={paths.construction(work.id)}>
              {work.building_name}　{work.name}
            </Link>
            <span>{work.manage_no}</span>
            <span>
              {work.start_on === null ? '' : formatDayShort(work.start_on)}〜{work.end_on === null ? '' : formatDayShort(work.end_on)}
            </span>
            <ConstructionStatusBadge status={work.status} />
          </li>
        ))}
      </ul>
      <ModalFoot>
        <Button testId="quick-view-close" onClick={onClose}>
          閉じる
        </Button>
      </ModalFoot>
    </Modal>
  )
}
