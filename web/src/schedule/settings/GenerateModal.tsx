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

const GenerateForm = partOnDemand(async () => (await import('./GenerateForm.tsx')).GenerateForm)

/** The modal around the form; the form is downloaded when it is asked for, because the sheet is looked at far more often. */
export const GenerateModal = ({ opened, onClose, ...props }: Props) => (
  <Modal
    opened={opened}
    onClose={onClose}
    title={props.schedule.assigns.length > 0 ? '詳細工程表を作り直す' : '詳細工程表を作成'}
    width={760}
    testId="generate-modal"
  >
    <Suspense fallback={<Spinner />}>
      <GenerateForm {...props} onClose={onClose} />
    </Suspense>
  </Modal>
)
