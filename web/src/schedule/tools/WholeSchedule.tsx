import { canGenerateSchedule } from '@toguchi/domain/schedule/policy'
import { Suspense, useState } from 'react'
import { partOnDemand } from '../../platform/late-part.ts'
import { paths } from '../../site/paths.ts'
import { SheetsModal } from '../../documents/documents.tsx'
import { useActor } from '../../platform/session/actor.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import type { Draft } from '../draft/draft.ts'
import type { RoomMove } from '../draft/moves.ts'
import { GenerateModal } from '../settings/GenerateModal.tsx'
import { PlanSettingsModal } from '../settings/PlanSettingsModal.tsx'
import { Disclosure } from '../../ui/dialog/Disclosure.tsx'
import { MenuEntries } from '../../ui/dialog/MoreMenu.tsx'

// Done now and then, and fetched when it is begun.
const CompletionModal = partOnDemand(async () => (await import('./CompletionModal.tsx')).CompletionModal)
const RebuildModal = partOnDemand(async () => (await import('../settings/RebuildModal.tsx')).RebuildModal)
const ExportModal = partOnDemand(async () => (await import('../ExportModal.tsx')).ExportModal)

interface Props {
  constructionId: number
  draft: Draft
  /** Where frames are rows they can be edited; null elsewhere and for who may not. */
  onEditFrames: (() => void) | null
  /** Lays a schedule that was made anew into a draft. */
  onRebuild: (moves: readonly RoomMove[]) => void
}

type Task = 'complete' | 'export' | 'letters' | 'paper_letters' | 'settings' | 'generate'

/** What is done with the whole of a schedule that nobody edits just now: its completion in sight, the rest in a menu. */
export const WholeSchedule = ({ constructionId, draft, onEditFrames, onRebuild }: Props) => {
  const actor = useActor()
  const [task, setTask] = useState<Task | null>(null)
  const plans = canGenerateSchedule(actor)
  const completed = draft.base.detail_schedule_completed_at !== null
  const end = () => setTask(null)
  return (
    <>
      {plans && !completed ? <Completion draft={draft} onBegin={() => setTask('complete')} /> : null}
      <More constructionId={constructionId} plans={plans} onEditFrames={onEditFrames} onTask={setTask} />
      <Suspense>
        {task === 'complete' ? (
          <CompletionModal constructionId={constructionId} draft={draft} onClose={end} onLetters={() => setTask('letters')} />
        ) : null}
        {task === 'export' ? (
          <ExportModal
            constructionId={constructionId}
            version={draft.base.lock_version}
            onClose={end}
            onPaperSheets={completed && plans ? () => setTask('paper_letters') : null}
          />
        ) : null}
        {task === 'letters' || task === 'paper_letters' ? (
          <SheetsModal construction_id={constructionId} kind="information" onPaper={task === 'paper_letters'} onClose={end} />
        ) : null}
        {task === 'generate' && completed ? <RebuildModal schedule={draft.base} onPropose={onRebuild} onClose={end} /> : null}
      </Suspense>
      <GenerateModal constructionId={constructionId} schedule={draft.base} opened={task === 'generate' && !completed} onClose={end} />
      <PlanSettingsModal constructionId={constructionId} schedule={draft.base} opened={task === 'settings'} onClose={end} />
    </>
  )
}

interface MoreProps extends Pick<Props, 'constructionId' | 'onEditFrames'> {
  plans: boolean
  onTask: (task: Task) => void
}

const More = ({ constructionId, plans, onEditFrames, onTask }: MoreProps) => {
  return (
    <Disclosure label="その他" icon="more" testId="schedule-more">
      {close => {
        // First closed: a dialog gives the focus back to what had it, and the entry is gone by then.
        const entry = (act: () => void) => () => {
          close()
          act()
        }
        return (
          <MenuEntries>
            {onEditFrames === null ? null : (
              <Button kind="quiet" icon="grid" onClick={entry(onEditFrames)}>
                枠編集
              </Button>
            )}
            <Button kind="quiet" icon="print" testId="export-schedule" onClick={entry(() => onTask('export'))}>
              印刷・出力
            </Button>
            {plans ? (
              <>
                <Button kind="quiet" icon="print" onClick={entry(() => onTask('letters'))}>
                  案内状を印刷
                </Button>
                <Button kind="quiet" icon="settings" onClick={entry(() => onTask('settings'))}>
                  工程の設定
                </Button>
                <Button kind="quiet" icon="sequence" onClick={entry(() => onTask('generate'))}>
                  工程表を作り直す
                </Button>
              </>
            ) : null}
            <ButtonLink kind="quiet" icon="list" to={paths.working_process(constructionId)}>
              当日の作業一覧
            </ButtonLink>
          </MenuEntries>
        )
      }}
    </Disclosure>
  )
}

/** What is still in the way is said on the button; the rest in the dialog. */
const Completion = ({ draft, onBegin }: Pick<Props, 'draft'> & { onBegin: () => void }) => {
  const unassigned = [...draft.plan.places.values()].filter(place => place === null).length
  return (
    <Button kind="primary" icon="check" reason={unassigned > 0 ? `未割当の部屋が${unassigned}戸あります` : null} onClick={onBegin}>
      工程表を確定
    </Button>
  )
}
