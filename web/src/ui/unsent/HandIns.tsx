import { formatInstant } from '@toguchi/domain/calendar/day'
import { type ComponentType, type ReactNode, useState } from 'react'
import { forgetWhereNothingIsLeft, type HandedIn, type HandIn, handIn } from '../../platform/outbox/hand-in.ts'
import { bytesOf, type KeptRequest } from '../../platform/outbox/kept-requests.ts'
import { saveOwnFile } from '../files/save-file.ts'
import styles from './HandIns.module.css'
import { nameOf } from './unsent-body.ts'
import { useHandIns } from './use-hand-ins.ts'

interface Props {
  /** The accounts that are signed in here: their own sessions send. */
  own: readonly string[]
  /** Of the kit in which the page around is made. */
  Frame: ComponentType<{ children: ReactNode }>
  Press: ComponentType<{ onClick: () => void; disabled?: boolean; children: ReactNode }>
  onDone?: () => void
  /** Asks, and takes one out that nobody can send any more; without it those are not named: before anybody has signed in. */
  drop?: (request: KeptRequest) => Promise<boolean>
}

/** Photos of accounts that have ended, which this device may hand in once and nothing else (decision 087). Silent where there are none. */
export const HandIns = ({ own, Frame, Press, onDone = () => {}, drop }: Props) => {
  const { data = [], isError, isFetching, refetch } = useHandIns(own, drop === undefined)
  // Nothing is asked, and so nothing fails, where this device holds nothing of theirs. Before anybody has signed in, nothing moves the form.
  if (isError && drop !== undefined)
    return (
      <Frame>
        <div className={styles.box}>
          <p role="alert">端末に残っているものを提出できるか、確認できませんでした。電波のよい場所でもう一度お試しください。</p>
          <Press disabled={isFetching} onClick={() => void refetch()}>
            もう一度確認する
          </Press>
        </div>
      </Frame>
    )
  return data
    .filter(({ requests, left }) => requests.length > 0 || (drop !== undefined && left.length > 0))
    .map(each => (
      <Frame key={each.account}>
        {each.requests.length === 0 ? null : <One of={each} Press={Press} onDone={onDone} />}
        {drop === undefined || each.left.length === 0 ? null : <Left of={each} Press={Press} drop={drop} />}
      </Frame>
    ))
}

/** What ended with its account: the office is told by word of mouth, and then it may go from here. */
const Left = ({ of, Press, drop }: Pick<Props, 'Press'> & { of: HandIn; drop: NonNullable<Props['drop']> }) => {
  const [left, setLeft] = useState(of.left)
  if (left.length === 0) return null
  const take = async (request: KeptRequest) => {
    if (!(await drop(request))) return
    setLeft(before => before.filter(each => each !== request))
    await forgetWhereNothingIsLeft(of.account)
  }
  return (
    <div className={styles.box}>
      <h2>送信できなくなった内容</h2>
      <p>
        {of.account_name}
        さんのアカウントは終了したため、次の{left.length}件は送信できません。その会社の担当者に伝えたら、この端末から消してください。
      </p>
      <ul className={styles.refused}>
        {left.map(request => (
          <li key={request.id}>
            {nameOf(request)}（{formatInstant(new Date(request.kept_at))}）
            {request.file === null || request.isSecret === true ? null : <SaveButton request={request} />}
            <Press onClick={() => void take(request)}>この端末から消す</Press>
          </li>
        ))}
      </ul>
    </div>
  )
}

const One = ({ of, Press, onDone }: Pick<Props, 'Press'> & { of: HandIn; onDone: () => void }) => {
  const [count, setCount] = useState<number | null>(null)
  const [result, setResult] = useState<HandedIn | null>(null)
  const [left, setLeft] = useState(of.requests)
  const begin = async () => {
    setCount(0)
    const handedIn = await handIn({ account: of.account, requests: left }, setCount)
    setResult(handedIn)
    setLeft(left.filter(({ id }) => !handedIn.sent.includes(id)))
    setCount(null)
    onDone()
  }
  return (
    <div className={styles.box}>
      <h2>端末に残っている写真の提出</h2>
      {left.length === 0 ? null : (
        <p>
          {of.account_ended
            ? `${of.account_name}さんのアカウントは終了しました。`
            : `${of.account_name}さんの担当が終わった工事があります。`}
          この端末に残っている写真{left.length}枚を提出できます。
        </p>
      )}
      {result === null ? (
        <p className={styles.help}>
          写真は、撮影した部屋に登録され、この端末から消えます。提出は一度だけです。ほかの情報を見たり変更したりすることはできません。
        </p>
      ) : (
        <Told result={result} />
      )}
      {left.length === 0 ? null : (
        <Press disabled={count !== null} onClick={() => void begin()}>
          {count === null ? '提出する' : `提出しています…（${count}/${left.length}枚）`}
        </Press>
      )}
    </div>
  )
}

const Told = ({ result: { sent, refused, failure } }: { result: HandedIn }) => (
  <div role="status">
    {sent.length === 0 ? null : <p>写真{sent.length}枚を提出しました。</p>}
    {failure === null ? null : <p>途中で提出できなくなりました。{failure}</p>}
    {refused.length === 0 ? null : (
      <>
        <p>次の{refused.length}枚は提出できませんでした。写真はこの端末に残っています。</p>
        <ul className={styles.refused}>
          {refused.map(request => (
            <li key={request.id}>
              {request.title}：{request.refusal}
              <SaveButton request={request} />
            </li>
          ))}
        </ul>
      </>
    )}
  </div>
)

const SaveButton = ({ request }: { request: KeptRequest }) => (
  <button type="button" className={styles.save} onClick={() => void save(request)}>
    この端末に書き出す
  </button>
)

const save = async ({ id, file }: KeptRequest) => {
  const bytes = await bytesOf(id)
  if (bytes !== null && file !== null) saveOwnFile(new File([bytes], file.name, { type: file.type }))
}
