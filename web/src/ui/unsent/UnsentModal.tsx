import { formatInstant } from '@toguchi/domain/calendar/day'
import { useState } from 'react'
import {
  drop,
  dropUnsent,
  leftByOthers,
  lost,
  outbox,
  type Outgoing,
  ownAccounts,
  readQuietly,
  sendNow,
  sessionIsOver,
} from '../../platform/outbox/outbox.ts'
import { useStore } from '../../platform/use-store.ts'
import type { KeptRequest } from '../../platform/outbox/kept-requests.ts'
import { toast } from '../../platform/toast.ts'
import { endSession } from '../../platform/api/request.ts'
import { Alert, Notice } from '../Alert.ts'
import { Actions } from '../layout/Layout.ts'
import { Button } from '../Button.tsx'
import { useConfirm } from '../dialog/ConfirmDialog.tsx'
import { Modal, ModalFoot } from '../dialog/Modal.tsx'
import { Help } from '../form/FieldParts.ts'
import { HandIns } from './HandIns.tsx'
import { LostRequests } from './LostRequests.tsx'
import { UnsentRequest } from './UnsentRequest.tsx'
import { lostWith, nameOf } from './unsent-body.ts'
import { useCompanyOfRequest } from './use-company-of-request.ts'
import { useHandIns } from './use-hand-ins.ts'
import styles from './Unsent.module.css'

/** Everything this device holds for who is signed in, each with its state, why it was refused, and a way on. */
export const UnsentModal = ({ onClose }: { onClose: () => void }) => {
  const requests = useStore(outbox)
  const others = useStore(leftByOthers)
  const losses = useStore(lost)
  const over = useStore(sessionIsOver)
  // As the list was opened: what is handed in is told there.
  const [hadOthers] = useState(others.length > 0)
  const [dialog, ask] = useConfirm()
  const askAndDrop = async (request: Outgoing) => {
    const title = `${nameOf(request)}を取り消します。よろしいですか？`
    const stood = standsStill(request)
    if (!(await ask({ title, text: <Losing request={request} />, confirm: '取り消す', danger: true }))) return
    if (stood) return drop(request.id)
    // The line may have come back while the question stood.
    if (!(await dropUnsent(request.id))) toast.failure(`${nameOf(request)}は送信が始まったため、取り消せません。`)
  }
  const askAndDropLeft = async (request: KeptRequest): Promise<boolean> => {
    const title = `${nameOf(request)}をこの端末から消します。よろしいですか？`
    const text = 'アカウントが終了しているため送信できない内容です。消すと元に戻せません。'
    if (!(await ask({ title, text, confirm: '消す', danger: true }))) return false
    await drop(request.id)
    readQuietly()
    return true
  }
  return (
    <Modal opened onClose={onClose} title="この端末の未送信" width={560}>
      {dialog}
      {losses.length === 0 ? null : <LostRequests losses={losses} />}
      {over ? (
        <SessionOver />
      ) : (
        <Help>電波がつながると自動で送信します。サーバーが受け取ったことを確認できたものから、この一覧と端末から消えます。</Help>
      )}
      {requests.length > 0 ? null : (
        <p role="status">{others.length === 0 ? 'すべて送信しました。' : 'ログイン中のアカウントの分は、すべて送信しました。'}</p>
      )}
      <ul className={styles.list}>
        {requests.map(request => (
          <UnsentRequest key={request.id} request={request} onDrop={() => void askAndDrop(request)} onLeave={onClose} />
        ))}
      </ul>
      {hadOthers || others.length > 0 ? <OfOthers drop={askAndDropLeft} /> : null}
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

/** Of accounts that have ended it is known what becomes of it; of the others, by whom it goes. */
const OfOthers = ({ drop }: { drop: (request: KeptRequest) => Promise<boolean> }) => {
  const others = useStore(leftByOthers)
  const own = ownAccounts()
  const { data = [] } = useHandIns(own, false)
  const ended = new Set(data.flatMap(({ account, account_ended }) => (account_ended ? [account] : [])))
  return (
    <>
      {others
        .filter(({ account }) => !ended.has(account))
        .map(({ account, account_name, count }) => (
          <Help key={account}>
            別のアカウント（{account_name}）の未送信が{count}件あります。そのアカウントでログインすると送信されます。
            アカウントが終了しているときは、写真だけを提出できます。ほかの内容は、その会社の担当者にお伝えください。
          </Help>
        ))}
      <HandIns own={own} Frame={Notice} Press={Button} onDone={readQuietly} drop={drop} />
    </>
  )
}

/** Nothing goes any more until somebody signs in; of an account that has ended, the login page hands its photos in (decision 087). */
const SessionOver = () => (
  <Alert role="alert">
    <p>
      ログインの有効期限が切れたか、アカウントが終了したため、送信できません。ここにあるものはこの端末に残ります。ログインし直すと自動で送信します。アカウントが終了しているときは、ログイン画面で端末に残っている写真を提出できます。
    </p>
    <Actions>
      <Button size="small" kind="primary" onClick={endSession}>
        ログイン画面へ
      </Button>
    </Actions>
  </Alert>
)

/** It goes nowhere by itself any more: the list offers to write it out. */
const standsStill = ({ state }: Outgoing): boolean => state === 'refused' || state === 'unkept'

/** Which one it is, and what is gone with it. */
const Losing = ({ request }: { request: Outgoing }) => {
  const { company, isOneOfSeveral } = useCompanyOfRequest(request)
  const lost = lostWith(request)
  return (
    <>
      <p>
        {formatInstant(new Date(request.kept_at))}に登録したものです。{isOneOfSeveral && company !== null ? `（${company.name}）` : ''}
      </p>
      <p>まだサーバーに届いていません。取り消すと、この端末からも消えます。</p>
      {lost.length === 0 ? null : (
        <p>
          {lost.join('と')}も消え、元に戻せません。
          {request.isSecret === true || !standsStill(request) ? '' : '必要なときは、先にこの端末に書き出してください。'}
        </p>
      )}
    </>
  )
}
