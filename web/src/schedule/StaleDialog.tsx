import { Button } from '../ui/Button.tsx'
import { Modal, ModalFoot } from '../ui/Modal.tsx'

interface Props {
  opened: boolean
  count: number
  onLayOver: () => void
  onStartOver: () => void
  onClose: () => void
}

/** Somebody saved first: says what is safe and lets one choose what becomes of the own changes. */
export const StaleDialog = ({ opened, count, onLayOver, onStartOver, onClose }: Props) => (
  <Modal opened={opened} onClose={onClose} title="ほかの人が先に保存しました" width={680} testId="stale-dialog">
    <p>編集している間に、この工程表が更新されました。あなたの変更 {count}件はまだ保存されていませんが、この画面に残っています。</p>
    <p>
      最新の工程表に自分の変更を重ねると、そのまま移動できる部屋は移動し、できない部屋は理由とともに表示します。保存はその後で行います。
    </p>
    <ModalFoot>
      <Button onClick={onClose}>このまま画面を見る</Button>
      <Button kind="danger" onClick={onStartOver}>
        自分の変更を破棄して再読み込み
      </Button>
      <Button kind="primary" onClick={onLayOver}>
        最新に自分の変更を重ねる
      </Button>
    </ModalFoot>
  </Modal>
)
