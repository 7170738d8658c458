import { Button } from '../../ui/Button.tsx'
import { Modal, ModalFoot } from '../../ui/dialog/Modal.tsx'

interface Props {
  onClose: () => void
  onGenerate: (over: 'empty cells' | 'all cells') => void
}

/** Asks which cells get a generated name, where some have one already. */
export const GenerateNamesModal = ({ onClose, onGenerate }: Props) => (
  <Modal opened onClose={onClose} title="部屋名の生成" width={480}>
    入力されている部屋名があります。空欄だけに生成するか、すべての部屋名を生成した名前に置き換えるかを選んでください。
    <ModalFoot>
      <Button onClick={onClose}>キャンセル</Button>
      <Button kind="danger" onClick={() => onGenerate('all cells')}>
        すべて置き換える
      </Button>
      <Button kind="primary" onClick={() => onGenerate('empty cells')}>
        空欄だけ生成する
      </Button>
    </ModalFoot>
  </Modal>
)
