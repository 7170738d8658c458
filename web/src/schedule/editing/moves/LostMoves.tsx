import { type FramePlace, framePlaceKey } from '@toguchi/domain/schedule/place'
import { Button } from '../../../ui/Button.tsx'
import type { Lost } from '../../draft/draft.ts'
import { Alert } from '../../../ui/Alert.ts'

interface Props {
  lost: Lost
  textOf: (place: FramePlace | null) => string
  onClose: () => void
}

/** Moves that no longer fit after somebody else's saving: each with its wish and its reason, so that nothing is lost in silence. */
export const LostMoves = ({ lost, textOf, onClose }: Props) =>
  lost.moves.length + lost.spareFrames.length === 0 ? null : (
    <Alert role="alert">
      次の{lost.moves.length + lost.spareFrames.length}件は、最新の状態では下書きどおりにできませんでした。必要なら選び直してください。
      <ul>
        {lost.moves.map(({ room, to, why }) => (
          <li key={room.id}>
            {room.name} → {textOf(to)}：{why}
          </li>
        ))}
        {lost.spareFrames.map(place => (
          <li key={framePlaceKey(place)}>{textOf(place)}：予備枠を変更できませんでした。</li>
        ))}
      </ul>
      <Button kind="quiet" size="small" onClick={onClose}>
        確認しました
      </Button>
    </Alert>
  )
