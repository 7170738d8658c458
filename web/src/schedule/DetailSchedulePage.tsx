import { formatDayShort } from '@toguchi/domain/calendar/day'
import type { DetailSchedule } from '@toguchi/domain/schedule/contract'
import { canGenerateSchedule } from '@toguchi/domain/schedule/policy'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { paths } from '../site/paths.ts'
import { queryClient } from '../platform/api/api.ts'
import { useActor } from '../platform/session/actor.ts'
import { usePageTitle } from '../platform/page-title.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/layout/EmptyState.tsx'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { roomsOf } from './settings/frame-supply.ts'
import { GenerateModal } from './settings/GenerateModal.tsx'
import type { RoomBeside } from './RoomBeside.ts'
import { Schedule } from './Schedule.tsx'
import { constructionOf, scheduleOf } from './schedule-reads.ts'

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = Number(params.construction_id)
  return Promise.all([queryClient.ensureQueryData(scheduleOf(id)), queryClient.ensureQueryData(constructionOf(id))])
}

/** 詳細工程表: which room is worked on when (G-SCH-13 to 26). */
export const DetailSchedulePage = ({ roomBeside }: { roomBeside: ComponentType<RoomBeside> }) => {
  const id = Number(useParams().construction_id)
  const { data: schedule } = useQuery(scheduleOf(id))
  const { data: about } = useQuery(constructionOf(id))
  const construction = about?.construction
  usePageTitle(construction === undefined ? null : `${construction.building_name} 詳細工程表`)
  if (schedule === undefined) return null
  const period = [schedule.dates[0], schedule.dates.at(-1)].flatMap(day => (day === undefined ? [] : [formatDayShort(day.date)]))
  const note = [
    construction?.building_name,
    construction?.name,
    period.length === 0 ? null : `専有部 ${period.join('〜')}`,
    `${roomsOf(schedule).length}戸`,
  ]
    .filter(part => part !== null && part !== undefined)
    .join('　')
  return schedule.construction_time_frames.length === 0 ? (
    <NoSchedule constructionId={id} schedule={schedule} note={note} />
  ) : (
    <Schedule key={id} constructionId={id} schedule={schedule} title="詳細工程表" note={note} roomBeside={roomBeside} />
  )
}

const NoSchedule = ({ constructionId, schedule, note }: { constructionId: number; schedule: DetailSchedule; note: ReactNode }) => {
  const actor = useActor()
  const [generating, setGenerating] = useState(false)
  const step = nextStep(constructionId, schedule)
  return (
    <>
      <PageHead title="詳細工程表" note={note} />
      <Section>
        {canGenerateSchedule(actor) ? (
          <EmptyState
            title="詳細工程表はまだありません。"
            text={step.text}
            action={
              step.to === null ? (
                <Button kind="primary" icon="sequence" onClick={() => setGenerating(true)}>
                  詳細工程表を作成
                </Button>
              ) : (
                <ButtonLink kind="primary" to={step.to}>
                  {step.label}
                </ButtonLink>
              )
            }
          />
        ) : (
          <EmptyState title="詳細工程表はまだありません。" text="作成されると、ここに部屋ごとの工事日が表示されます。" />
        )}
      </Section>
      <GenerateModal constructionId={constructionId} schedule={schedule} opened={generating} onClose={() => setGenerating(false)} />
    </>
  )
}

/** What has to be there before rooms can be laid into frames. */
const nextStep = (constructionId: number, schedule: DetailSchedule): { text: string; label: string; to: string | null } => {
  if (roomsOf(schedule).length === 0)
    return {
      text: '部屋が登録されていません。先に部屋構成を登録してください。',
      label: '部屋構成を登録',
      to: paths.room_composition(constructionId),
    }
  if (schedule.dates.length === 0)
    return {
      text: '専有部の工期が決まっていません。先に全体工程表で工期を登録してください。',
      label: '全体工程表を開く',
      to: paths.overall_schedule(constructionId),
    }
  return {
    text: '施工順と時間枠を選ぶと、休工日と準備日を除いた日に、部屋を順番に割り当てます。あとから1部屋ずつ動かせます。',
    label: '',
    to: null,
  }
}
