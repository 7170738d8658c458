import { Button } from '../../ui/Button.tsx'
import { Modal, ModalFoot } from '../../ui/dialog/Modal.tsx'
import type { ForeignChange } from './room-grid.ts'
import { Help } from '../../ui/form/FieldParts.ts'

interface Props {
  /** Null when the two cannot be laid over one another: a wing was added or taken away. */
  changes: readonly ForeignChange[] | null
  onClose: () => void
  onTakeTheirs: () => void
  onSave: () => void
}

const mostChanges = 20
const named = (name: string) => (name === '' ? '部屋なし' : name)

/** Somebody else saved the rooms first: what they changed, and whether to lay one's own changes over it. */
export const CompositionConflictModal = ({ changes, onClose, onTakeTheirs, onSave }: Props) => (
  <Modal opened onClose={onClose} title="他のユーザーが先に保存しました" width={560} testId="composition-conflict">
    {changes === null ? (
      <p>棟の数が変わったため、入力した内容を合わせて保存できません。最新の内容を表示して、もう一度入力してください。</p>
    ) : (
      <>
        <p>この画面を開いている間に、部屋構成が更新されました。あなたが変えた部屋はあなたの入力のまま、ほかは最新の内容で保存できます。</p>
        <ul>
          {changes.slice(0, mostChanges).map(({ before, theirs, mine }) => (
            <li key={`${before} ${theirs} ${mine ?? ''}`}>
              {named(before)} → {named(theirs)}
              {mine === null ? null : <strong>（あなたの入力「{named(mine)}」を残します）</strong>}
            </li>
          ))}
        </ul>
        {changes.length > mostChanges ? <Help>ほか {changes.length - mostChanges}件</Help> : null}
      </>
    )}
    <ModalFoot>
      <Button onClick={onClose}>入力に戻る</Button>
      <Button kind="danger" onClick={onTakeTheirs}>
        自分の入力を破棄する
      </Button>
      {changes === null ? null : (
        <Button kind="primary" onClick={onSave}>
          合わせて保存する
        </Button>
      )}
    </ModalFoot>
  </Modal>
)
