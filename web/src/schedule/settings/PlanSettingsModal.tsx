import type { DetailSchedule } from '@toguchi/domain/schedule/contract'
import { Suspense } from 'react'
import { partOnDemand } from '../../platform/late-part.ts'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { Spinner } from '../../ui/Spinner.tsx'

interface Props {
  constructionId: number
  schedule: DetailSchedule
  opened: boolean
  onClose: () => void
}

const PlanSettingsForm = partOnDemand(async () => (await import('./PlanSettingsForm.tsx')).PlanSettingsForm)

/** 工程の設定: time frames, crews and what moves together, without planning anew; downloaded when it is asked for. */
export const PlanSettingsModal = ({ opened, onClose, ...props }: Props) => (
  <Modal opened={opened} onClose={onClose} title="工程の設定" width={760} testId="plan-settings">
    <Suspense fallback={<Spinner />}>
      <PlanSettingsForm {...props} onClose={onClose} />
    </Suspense>
  </Modal>
)
