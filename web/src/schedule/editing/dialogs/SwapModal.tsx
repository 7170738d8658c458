import { Button } from '../../../ui/Button.tsx'
import { Modal, ModalFoot } from '../../../ui/dialog/Modal.tsx'
import { ErrorText, Help } from '../../../ui/form/FieldParts.ts'
import { Stack } from '../../../ui/layout/Layout.ts'
import type { Draft } from '../../draft/draft.ts'
import { judgeSwap, type Swap } from '../../draft/moves.ts'
import { MoveSum } from '../moves/MoveSum.tsx'
import type { Moving } from '../use-moving.ts'

interface Props {
  draft: Draft
  moving: Moving
  /** What was swapped is looked at: the pointer had let go over the sheet, and nothing there has the focus. */
  onSwapped: (swap: Swap) => void
}

/** Somebody is where a card was let go: both change places, or nothing happens (D-42). */
export const SwapModal = ({ draft, moving, onSwapped }: Props) => {
  const { swapping } = moving
  return (
    <Modal opened={swapping !== null} onClose={moving.dismissSwap} title="部屋を入れ替えますか？" width={560} testId="swap-modal">
      {swapping === null ? null : <SwapQuestion swap={swapping} {...{ draft, moving, onSwapped }} />}
    </Modal>
  )
}

const SwapQuestion = ({ swap, draft, moving, onSwapped }: Props & { swap: Swap }) => {
  // Judged anew each time: somebody else may have saved while the question stood there.
  const verdict = judgeSwap(draft, swap)
  const { refusal } = verdict
  return (
    <Stack>
      {refusal === null ? (
        <>
          <MoveSum draft={draft} verdict={verdict} />
          <Help>下書きに入れるだけで、まだ保存も通知もされません。</Help>
        </>
      ) : (
        <ErrorText role="alert">{refusal.text}</ErrorText>
      )}
      <ModalFoot>
        <Button onClick={moving.dismissSwap}>入れ替えない</Button>
        <Button
          kind="primary"
          icon="sequence"
          reason={refusal === null ? null : '入れ替えできなくなりました'}
          onClick={() => {
            if (moving.swap(swap) === 'done') onSwapped(swap)
          }}
        >
          {moving.namesOf(swap.withIds)}と入れ替える
        </Button>
      </ModalFoot>
    </Stack>
  )
}
