import type { Outgoing } from '../../platform/outbox/outbox.ts'
import { Button } from '../Button.tsx'
import { Modal, ModalFoot } from '../dialog/Modal.tsx'

interface Props {
  requests: readonly Outgoing[]
  onStay: () => void
  onLeave: () => void
}

/** Before signing out: what waits on this device, what becomes of it, and what would be lost. */
export const SignOutModal = ({ requests, onStay, onLeave }: Props) => {
  const lost = requests.filter(({ state }) => state === 'unkept' || state === 'keeping').length
  return (
    <Modal
      opened
      onClose={onStay}
      title={requests.length === 0 ? 'すべて送信しました' : `未送信が${requests.length}件あります`}
      width={460}
    >
      {requests.length === 0 ? (
        'この端末に残っているものはありません。'
      ) : (
        <>
          <p>
            ログアウトすると送信が止まります。未送信のものはこの端末に残り、次に同じアカウントでログインすると送信されます。ほかのアカウントからは見えません。
          </p>
          {lost > 0 ? <p>端末に保存できていない{lost}件は、ログアウトすると失われます。</p> : null}
        </>
      )}
      <ModalFoot>
        <Button kind={requests.length === 0 ? 'default' : 'primary'} onClick={onStay}>
          {requests.length === 0 ? 'このまま続ける' : '送信を待つ'}
        </Button>
        <Button kind={lost > 0 ? 'danger' : 'default'} onClick={onLeave}>
          ログアウト
        </Button>
      </ModalFoot>
    </Modal>
  )
}
