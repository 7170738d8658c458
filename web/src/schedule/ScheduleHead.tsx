import { formatDay, todayInTokyo } from '@toguchi/domain/calendar/day'
import { canGenerateSchedule } from '@toguchi/domain/schedule/policy'
import { type ReactNode, useState } from 'react'
import { paths } from '../site/paths.ts'
import { DocumentJobButton, useAskBeforeLetters } from '../documents/documents.tsx'
import { useActor } from '../platform/session/actor.ts'
import { queryClient, send, useApiMutation } from '../platform/api/api.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx'
import { Modal, ModalFoot } from '../ui/dialog/Modal.tsx'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { spareStockFactsOf } from './arrange/arrange-input.ts'
import { SpareStockMeter } from './arrange/SpareStockMeter.tsx'
import type { Draft } from './draft/draft.ts'
import { ExportMenu } from './ExportMenu.tsx'
import { GenerateModal } from './settings/GenerateModal.tsx'
import { PlanSettingsModal } from './settings/PlanSettingsModal.tsx'
import { constructionOf, scheduleReads } from './schedule-reads.ts'
import styles from './ScheduleHead.module.css'

interface Props {
  constructionId: number
  draft: Draft
  title: string
  note: string
  editing: boolean
  /** Who else is here. */
  viewers: ReactNode
  unassigned: number
}

/** The page's head: whether the schedule is completed, and what is done with the whole of it. */
export const ScheduleHead = ({ constructionId, draft, title, note, editing, viewers, unassigned }: Props) => {
  const actor = useActor()
  const [generating, setGenerating] = useState(false)
  const [setting, setSetting] = useState(false)
  const [dialog, ask] = useConfirm()
  const [letterDialog, mayPrint] = useAskBeforeLetters(constructionId)
  /** Crews that nobody is named for: they keep the schedule from being completed (D-27). */
  const [unnamedCrews, setUnnamedCrews] = useState<readonly string[]>([])
  const completedAt = draft.base.detail_schedule_completed_at
  const complete = useApiMutation('POST /api/constructions/:construction_id/detail_schedule/completion', {
    invalidates: scheduleReads,
    message: '確定しています…',
  })
  const askToComplete = async () => {
    const { construction } = await queryClient.fetchQuery({ ...constructionOf(constructionId), staleTime: 0 })
    const unnamed = construction.assigned_contractors.filter(({ assigned_craftsmans }) => assigned_craftsmans.length === 0)
    setUnnamedCrews(unnamed.map(({ contractor_name }) => contractor_name))
    if (unnamed.length > 0) return
    const yes = await ask({
      title: '詳細工程表を確定しますか？',
      text: `${draft.rooms.size}戸の工事日が決まり、居住者が日程を確認・変更できるようになります。関係者に通知が送られます。`,
      confirm: '確定する',
    })
    if (yes) complete.mutate({ params: { construction_id: constructionId } })
  }
  return (
    <>
      <PageHead
        title={title}
        note={
          <>
            {note}
            <span className={styles.state}>
              {completedAt === null ? null : <Badge tone="green">確定済 {formatDay(todayInTokyo(new Date(completedAt)))}</Badge>}
              <SpareStockMeter {...spareStockFactsOf(draft)} />
            </span>
          </>
        }
        actions={
          <>
            {viewers}
            {editing ? null : (
              <ButtonLink icon="list" to={paths.working_process(constructionId)}>
                当日の作業一覧
              </ButtonLink>
            )}
            {editing ? null : (
              <ExportMenu
                constructionId={constructionId}
                version={draft.base.lock_version}
                withPaperSheets={completedAt !== null && canGenerateSchedule(actor)}
              />
            )}
            {canGenerateSchedule(actor) && !editing ? (
              <>
                <DocumentJobButton
                  name={`distribution_sheets/${constructionId}/information`}
                  label="案内状を印刷"
                  ask={mayPrint}
                  start={() =>
                    send('POST /api/constructions/:construction_id/distribution_sheets', { params: { construction_id: constructionId } })
                  }
                />
                <Button icon="settings" onClick={() => setSetting(true)}>
                  工程の設定
                </Button>
                <Button icon="sequence" onClick={() => setGenerating(true)}>
                  工程表を作り直す
                </Button>
                {completedAt === null ? (
                  <Button
                    kind="primary"
                    icon="check"
                    reason={unassigned > 0 ? `未割当の部屋が${unassigned}戸あります` : null}
                    onClick={() => void askToComplete()}
                  >
                    詳細工程表を確定
                  </Button>
                ) : null}
              </>
            ) : null}
          </>
        }
      />
      <GenerateModal constructionId={constructionId} schedule={draft.base} opened={generating} onClose={() => setGenerating(false)} />
      <PlanSettingsModal constructionId={constructionId} schedule={draft.base} opened={setting} onClose={() => setSetting(false)} />
      <UnnamedCrews constructionId={constructionId} names={unnamedCrews} onClose={() => setUnnamedCrews([])} />
      {letterDialog}
      {dialog}
    </>
  )
}

/** What is missing before the schedule can be completed, and where it is entered. */
const UnnamedCrews = ({ constructionId, names, onClose }: { constructionId: number; names: readonly string[]; onClose: () => void }) => (
  <Modal opened={names.length > 0} onClose={onClose} title="まだ確定できません" width={480}>
    <p>職人が選択されていない協力会社があります。全体工程の「協力会社」で職人を選択すると、確定できます。</p>
    <ul>
      {names.map(name => (
        <li key={name}>{name}</li>
      ))}
    </ul>
    <ModalFoot>
      <Button onClick={onClose}>閉じる</Button>
      <ButtonLink kind="primary" icon="helmet" to={`${paths.construction_edit(constructionId)}?form_type=overall_schedule`}>
        職人を選択する
      </ButtonLink>
    </ModalFoot>
  </Modal>
)
