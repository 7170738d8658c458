import type { FramePlace } from '@toguchi/domain/schedule/place'
import { lazy, Suspense } from 'react'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import type { RoomMove } from '../draft/moves.ts'
import type { ArrangeFacts } from './arrange-input.ts'

interface Props {
  opened: boolean
  onClose: () => void
  /** Of the draft that is seen: `arrangeFactsOf(draft)`. */
  facts: ArrangeFacts
  /** Takes the proposal into the draft as one step; the modal closes itself. */
  onPropose: (moves: readonly RoomMove[], spareFrames: readonly FramePlace[]) => void
}

const ArrangeTask = lazy(async () => ({ default: (await import('./ArrangeTask.tsx')).ArrangeTask }))

/** Automatic arrangement: choices, computing, and what the proposal costs. Its parts are downloaded when it is asked for. */
export const ArrangeModal = ({ opened, onClose, ...props }: Props) => (
  <Modal opened={opened} onClose={onClose} title="自動配置" width={720} testId="arrange-modal">
    <Suspense fallback={<Spinner />}>
      <ArrangeTask {...props} onClose={onClose} />
    </Suspense>
  </Modal>
)
