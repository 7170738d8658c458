import type { Outgoing } from '../../platform/outbox/outbox.ts'
import { Button } from '../Button.tsx'
import { Modal, ModalFoot } from '../dialog/Modal.tsx'
import { RefusedList } from './RefusedList.ts'
import { nameOf } from './unsent-body.ts'

interface Props {
  requests: readonly Outgoing[]
  onStay: () => void
  onLeave: () => void
}

/** Before signing out: what waits on this device, what becomes of it, and what would be lost. */
export const SignOutModal = ({ requests, onStay, onLeave }: Props) => {
  const refused = requests.filter(({ state }) => state === 'refused')
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
            {requests.length > refused.length
              ? 'ログアウトすると送信が止まります。未送信のものはこの端末に残り、次に同じアカウントでログインすると送信されます。'
              : ''}
            ほかのアカウントからは見えません。
          </p>
          {refused.length === 0 ? null : (
            <>
              <p>次の{refused.length}件は受け付けられなかったため、自動では送信されません。この端末に残ります。</p>
              <RefusedList>
                {refused.map(request => (
                  <li key={request.id}>
                    {nameOf(request)}：{request.refusal}
                  </li>
                ))}
              </RefusedList>
            </>
          )}
          {lost > 0 ? <p>端末に保存できていない{lost}件は、ログアウトすると失われます。</p> : null}
        </>
      )}
      <ModalFoot>
        <Button kind={requests.length === 0 ? 'default' : 'primary'} onClick={onStay}>
          {requests.length > refused.length ? '送信を待つ' : 'このまま続ける'}
        </Button>
        <Button kind={lost > 0 ? 'danger' : 'default'} onClick={onLeave}>
          ログアウト
        </Button>
      </ModalFoot>
    </Modal>
  )
}
