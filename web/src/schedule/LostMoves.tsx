import type { FramePlace } from '@toguchi/domain/schedule/construction-order'
import { Button } from '../ui/Button.tsx'
import type { LostMove } from './draft.ts'

interface Props {
  lost: readonly LostMove[]
  textOf: (place: FramePlace | null) => string
  onClose: () => void
}

/** Moves that no longer fit after somebody else's saving: each with its wish and its reason, so that nothing is lost in silence. */
export const LostMoves = ({ lost, textOf, onClose }: Props) =>
  lost.length === 0 ? null : (
    <div className="k-summary" role="alert">
      次の{lost.length}件は、最新の状態では移動できませんでした。移動先を選び直してください。
      <ul>
        {lost.map(({ room, to, why }) => (
          <li key={room.id}>
            {room.name} → {textOf(to)}：{why}
          </li>
        ))}
      </ul>
      <Button kind="quiet" size="small" onClick={onClose}>
        確認しました
      </Button>
    </div>
  )
