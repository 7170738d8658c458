import { formatDayShort } from '@toguchi/domain/calendar/day'
import { type ProgressSegment, progressSegmentLabels } from '@toguchi/domain/constructions/status'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ConstructionStatusBadge } from '../constructions/constructions.tsx'
import { type AnswerOf, q } from '../platform/api/api.ts'
import { paths } from '../site/paths.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Modal, ModalFoot, widestModal } from '../ui/dialog/Modal.tsx'
import { EmptyState } from '../ui/layout/EmptyState.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import type { Information } from './InfoRows.tsx'
import styles from './QuickView.module.css'

type Work = AnswerOf<'GET /api/dashboard/constructions'>['flat_constructions'][number]

/** The constructions behind a segment (G-DASH-03). */
export const SegmentView = ({ segment, onClose }: { segment: ProgressSegment; onClose: () => void }) => {
  const { data } = useQuery(q('GET /api/dashboard/constructions', { query: { segment } }, { silent: true }))
  return (
    <View title={`${progressSegmentLabels[segment]}の工事`} works={data?.flat_constructions} onClose={onClose}>
      <Close onClose={onClose} />
    </View>
  )
}

/** What an information row is about: its construction, or what the platform has to say. */
export const InformationView = ({
  row,
  onNarrow,
  onClose,
}: {
  row: Information
  onNarrow: (constructionId: number) => void
  onClose: () => void
}) => {
  const { construction_id } = row
  return construction_id === null ? (
    <Modal opened onClose={onClose} title={row.text} width={widestModal} testId="quick-view" closesOutside>
      <p className={styles.body}>{row.body}</p>
      <ModalFoot>
        <Close onClose={onClose} />
      </ModalFoot>
    </Modal>
  ) : (
    <ConstructionView row={row} constructionId={construction_id} onNarrow={onNarrow} onClose={onClose} />
  )
}

interface ConstructionViewProps {
  row: Information
  constructionId: number
  onNarrow: (constructionId: number) => void
  onClose: () => void
}

const ConstructionView = ({ row, constructionId, onNarrow, onClose }: ConstructionViewProps) => {
  const { data } = useQuery(q('GET /api/dashboard/constructions', { query: { construction_id: constructionId } }, { silent: true }))
  return (
    <View title={row.text} works={data?.flat_constructions} onClose={onClose}>
      <Button onClick={() => onNarrow(constructionId)}>この工事のお知らせだけを見る</Button>
      <Close onClose={onClose} />
      {row.link === null ? null : (
        <ButtonLink kind="primary" to={row.link}>
          開く
        </ButtonLink>
      )}
    </View>
  )
}

const Close = ({ onClose }: { onClose: () => void }) => (
  <Button testId="quick-view-close" onClick={onClose}>
    閉じる
  </Button>
)

interface ViewProps {
  title: string
  /** Undefined while they are fetched. */
  works: readonly Work[] | undefined
  onClose: () => void
  /** Its buttons. */
  children: ReactNode
}

const View = ({ title, works, onClose, children }: ViewProps) => (
  <Modal opened onClose={onClose} title={title} width={widestModal} testId="quick-view" closesOutside>
    {works === undefined ? <Spinner /> : null}
    {works?.length === 0 ? <EmptyState title="該当する工事はありません。" /> : null}
    <ul className={styles.works}>
      {works?.map(work => (
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
    <ModalFoot>{children}</ModalFoot>
  </Modal>
)
