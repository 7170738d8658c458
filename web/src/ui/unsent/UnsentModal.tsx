import { formatInstant } from '@toguchi/domain/calendar/day'
import { drop, fileOf, leftByOthers, outbox, type Outgoing, sendAgain, sendNow, stateTexts } from '../../platform/outbox/outbox.ts'
import { useStore } from '../../platform/store.ts'
import { Button } from '../Button.tsx'
import { useConfirm } from '../dialog/ConfirmDialog.tsx'
import { Modal, ModalFoot } from '../dialog/Modal.tsx'
import { saveOwnFile } from '../files/save-file.ts'
import { ErrorText, Help } from '../form/FieldParts.ts'
import { Actions } from '../layout/Layout.ts'
import styles from './Unsent.module.css'

/** Everything this device holds for who is signed in, each with its state, why it was refused, and a way on. */
export const UnsentModal = ({ onClose }: { onClose: () => void }) => {
  const requests = useStore(outbox)
  const others = useStore(leftByOthers)
  const [dialog, ask] = useConfirm()
  const askAndDrop = async ({ id, title }: Outgoing) => {
    const text = 'まだサーバーに届いていません。取り消すと、この端末からも消えます。'
    if (await ask({ title: `${title}を取り消します。よろしいですか？`, text, confirm: '取り消す', danger: true })) await drop(id)
  }
  return (
    <Modal opened onClose={onClose} title="この端末の未送信" width={560}>
      {dialog}
      <Help>電波がつながると自動で送信します。サーバーが受け取ったことを確認できたものから、この一覧と端末から消えます。</Help>
      {requests.length === 0 ? <p role="status">すべて送信しました。</p> : null}
      <ul className={styles.list}>
        {requests.map(request => (
          <li key={request.id} className={styles.request} data-state={request.state}>
            <div className={styles.line}>
              <b>{request.title}</b>
              <span className={styles.state}>
                {stateTexts[request.state]}
                {request.state === 'sending' && request.file !== null ? ` ${Math.round(request.share * 100)}%` : ''}
              </span>
            </div>
            <Help>{formatInstant(new Date(request.kept_at))}</Help>
            {request.refusal === null ? null : <ErrorText role="alert">{request.refusal}</ErrorText>}
            {request.state === 'refused' || request.state === 'unkept' ? (
              <Actions>
                <Button size="small" icon="again" onClick={() => sendAgain(request.id)}>
                  再送する
                </Button>
                {request.file === null ? null : (
                  <Button size="small" icon="download" onClick={() => void saveFileOf(request)}>
                    この端末に書き出す
                  </Button>
                )}
                <Button size="small" onClick={() => void askAndDrop(request)}>
                  取り消す
                </Button>
              </Actions>
            ) : null}
          </li>
        ))}
      </ul>
      {others.map(({ account_name, count }) => (
        <Help key={account_name}>
          別のアカウント（{account_name}）の未送信が{count}件あります。そのアカウントでログインすると送信されます。
        </Help>
      ))}
      <ModalFoot>
        <Button onClick={onClose}>閉じる</Button>
        {requests.length === 0 ? null : (
          <Button kind="primary" onClick={sendNow}>
            今すぐ送信
          </Button>
        )}
      </ModalFoot>
    </Modal>
  )
}

const saveFileOf = async (request: Outgoing) => {
  const file = await fileOf(request)
  if (file !== null) saveOwnFile(file)
}
