import { formatInstant } from '@toguchi/domain/calendar/day'
import { handIn, isHandedIn } from '../../platform/outbox/hand-in.ts'
import { drop, fileOf, outbox, type Outgoing, readQuietly, sendAgain, sendInstead, stateTexts } from '../../platform/outbox/outbox.ts'
import { toast } from '../../platform/toast.ts'
import { AccountLink } from '../AccountLink.tsx'
import { Button } from '../Button.tsx'
import { saveFile, saveOwnFile } from '../files/save-file.ts'
import { ErrorText, Help } from '../form/FieldParts.ts'
import { Actions } from '../layout/Layout.ts'
import styles from './Unsent.module.css'
import { nameOf, signatureOf, withoutVersion, wordsOf } from './unsent-body.ts'
import { useCompanyOfRequest } from './use-company-of-request.ts'

interface Props {
  request: Outgoing
  onDrop: () => void
  /** Its page is gone to. */
  onLeave?: () => void
}

/** Refusals that say that somebody else was faster, in other words or in the same place. */
const overtaken: ReadonlySet<string> = new Set(['stale', 'changed_by_both'])

/** One of what this device holds: what it is, of which building and company, where it is, why it was refused, and a way on. */
export const UnsentRequest = ({ request, onDrop, onLeave = () => {} }: Props) => {
  const stands = request.state === 'refused' || request.state === 'unkept'
  const words = stands ? wordsOf(request) : []
  const sign = stands ? signatureOf(request.body) : null
  const isOvertaken = request.state === 'refused' && overtaken.has(request.refusal_code ?? '')
  const overwriting = isOvertaken ? withoutVersion(request.body) : null
  return (
    <li className={styles.request} data-state={request.state}>
      <div className={styles.line}>
        <Title request={request} onLeave={onLeave} />
        <span className={styles.state}>
          {stateTexts[request.state]}
          {request.state === 'sending' && request.file !== null ? ` ${Math.round(request.share * 100)}%` : ''}
        </span>
      </div>
      {request.refusal === null ? null : <ErrorText role="alert">{request.refusal}</ErrorText>}
      {words.map(text => (
        <blockquote key={text} className={styles.words}>
          {text}
        </blockquote>
      ))}
      {request.state === 'kept' && !request.begun ? (
        <Actions>
          <Button size="small" onClick={onDrop}>
            取り消す
          </Button>
        </Actions>
      ) : null}
      {stands ? (
        <Actions>
          {overwriting === null ? (
            <Button size="small" icon="again" onClick={() => sendAgain(request.id)}>
              再送する
            </Button>
          ) : (
            <Button size="small" icon="again" onClick={() => sendInstead(request.id, overwriting)}>
              この内容で上書きする
            </Button>
          )}
          {request.state === 'refused' && isHandedIn(request) ? (
            <Button size="small" icon="upload" onClick={() => void handInWith(request)}>
              担当の終了後の写真を提出する
            </Button>
          ) : null}
          {words.length === 0 ? null : (
            <Button size="small" onClick={() => void copy(words.join('\n'))}>
              内容をコピー
            </Button>
          )}
          {request.file === null || request.isSecret === true ? null : (
            <Button size="small" icon="download" onClick={() => void saveFileOf(request)}>
              この端末に書き出す
            </Button>
          )}
          {sign === null || request.isSecret === true ? null : (
            <Button size="small" icon="download" onClick={() => saveFile(sign, `サイン ${nameOf(request)}.png`)}>
              サインを書き出す
            </Button>
          )}
          <Button size="small" onClick={onDrop}>
            取り消す
          </Button>
        </Actions>
      ) : null}
    </li>
  )
}

/** Two buildings may each have a 201, and two companies a building of one name: all that tells one from the other, and the way to it. */
const Title = ({ request, onLeave }: { request: Outgoing; onLeave: () => void }) => {
  const { company, isOneOfSeveral } = useCompanyOfRequest(request)
  const { page = null, place = null, title } = request
  return (
    <div>
      {page === null || company === null ? (
        <b>{title}</b>
      ) : (
        <AccountLink company={company} to={page} className={styles.title} onFollow={onLeave}>
          {title}
        </AccountLink>
      )}
      {place === null ? null : <p>{place}</p>}
      {isOneOfSeveral && company !== null ? <Help>{company.name}</Help> : null}
      <Help>{formatInstant(new Date(request.kept_at))}</Help>
    </div>
  )
}

const copy = async (text: string) => {
  await navigator.clipboard?.writeText(text).then(
    () => toast.success('コピーしました。'),
    () => {},
  )
}

/** The assignment has ended, the photos are from before: the ticket of this device hands them in, all at once (decision 087). */
const handInWith = async ({ id, account }: Outgoing) => {
  const requests = outbox.get().filter(each => each.account === account && each.state === 'refused' && isHandedIn(each))
  const { sent, refused, failure } = await handIn({ account, requests }, () => {})
  for (const each of sent) await drop(each)
  readQuietly()
  if (sent.length > 0) toast.success(`写真${sent.length}枚を提出しました。`)
  const [why = refused[0]?.refusal] = failure === null ? [] : [failure]
  if (why !== undefined && why !== null) toast.failure([why], id)
}

const saveFileOf = async (request: Outgoing) => {
  const file = await fileOf(request)
  if (file !== null) saveOwnFile(file)
}
