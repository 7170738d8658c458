import { Button } from '../../../ui/Button.tsx'
import { Modal, ModalFoot } from '../../../ui/dialog/Modal.tsx'
import type { Draft } from '../../draft/draft.ts'
import { MoveSum } from './MoveSum.tsx'
import type { Verdict } from '../../draft/moves.ts'
import { datesText } from '../use-moving.ts'
import { Stack } from '../../../ui/layout/Layout.ts'
import { Help, ErrorText } from '../../../ui/form/FieldParts.ts'

interface Props {
  title: string
  draft: Draft
  verdict: Verdict
  onMove: () => void
  onClose: () => void
}

/** What a whole day's move would do, shown first: rooms may be spread over several days where one is full. */
export const MovePreview = ({ title, draft, verdict, onMove, onClose }: Props) => {
  const { moves, refusal } = verdict
  return (
    <Modal opened onClose={onClose} title={title} width={620} testId="move-preview">
      <Stack>
        {refusal === null ? (
          <>
            <p>
              {moves.length}戸を{datesText(verdict)}へ移動します。
            </p>
            <MoveSum draft={draft} verdict={verdict} />
            <Help>日程固定の部屋は動かしません。下書きに入れるだけで、まだ保存も通知もされません。</Help>
          </>
        ) : (
          <ErrorText role="alert">{refusal.text}</ErrorText>
        )}
        <ModalFoot>
          <Button onClick={onClose}>キャンセル</Button>
          <Button kind="primary" reason={refusal !== null || moves.length === 0 ? '動かせる部屋がありません' : null} onClick={onMove}>
            移動する（{moves.length}戸）
          </Button>
        </ModalFoot>
      </Stack>
    </Modal>
  )
}
