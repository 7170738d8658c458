import { whyNotHand } from '@toguchi/domain/keys/key-hands'
import { keyLabels } from '@toguchi/domain/keys/labels'
import { formatInstant } from '@toguchi/domain/calendar/day'
import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { keyPaperNames, keyPapers } from '@toguchi/domain/rooms/keys/key-papers'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { partOnDemand } from '../../platform/late-part.ts'
import { useActor } from '../../platform/session/actor.ts'
import { type AnswerOf, q, send } from '../../platform/api/api.ts'
import { outbox, type Outgoing } from '../../platform/outbox/outbox.ts'
import { useKeptMutation } from '../../platform/outbox/use-kept-mutation.ts'
import { placeOfRoom } from '../../room-reads/room-reads.ts'
import { DocumentJobButton } from '../../documents/documents.tsx'
import { linkRenewal } from '../../platform/link-renewal.ts'
import { useStore } from '../../platform/use-store.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { keyReads } from '../answer-reads.ts'
import { Help } from '../../ui/form/FieldParts.ts'
import { Actions } from '../../ui/layout/Layout.ts'
import { Select } from '../../ui/form/Control.ts'
import styles from './RoomKeys.module.css'
import { type KeyRoom, waitingHandOvers } from './use-hand-over.ts'

const KeyModal = partOnDemand(async () => (await import('./KeyModal.tsx')).KeyModal)

type Keys = AnswerOf<'GET /api/constructions/:construction_id/rooms/:room_id/keys'>
type Custody = Keys['key_custodies'][number]

interface Props {
  room: KeyRoom
  readOnly: boolean
  /** The work is done: a key that is out goes back, and none is asked for any more. */
  finished: boolean
}

/** The ledger of a dwelling's key: received, with whom, returned; only where the household leaves one (feature 11). */
export const RoomKeys = ({ room, readOnly, finished }: Props) => {
  const params = { construction_id: room.construction_id, room_id: room.room_id }
  const { received, returned } = waitingHandOvers(useStore(outbox), params)
  const { data } = useQuery({
    ...q('GET /api/constructions/:construction_id/rooms/:room_id/keys', { params }, { silent: true }),
    refetchInterval: linkRenewal,
  })
  const [task, setTask] = useState<'receive' | 'out' | number | null>(null)
  if (data === undefined || ((!data.wanted || finished) && data.key_custodies.length === 0 && received === null)) return null
  const out = data.key_custodies.find(custody => custody.returned_at === null)
  return (
    <Section
      title="鍵預かり"
      name="keys"
      actions={
        readOnly || finished || out !== undefined || received !== null ? null : (
          <Button size="small" onClick={() => setTask('receive')}>
            鍵を預かる
          </Button>
        )
      }
    >
      <Help>
        {data.key_custodies.length === 0 && received === null ? 'まだお預かりしていません。' : ''}
        {finished ? '' : data.handover}
      </Help>
      {received === null ? null : <Waiting what="預かり" request={received} />}
      {returned === null ? null : <Waiting what="返却" request={returned} />}
      {received === null || received.state === 'refused' || out !== undefined || returned !== null || readOnly ? null : (
        <div className={styles.back}>
          <Button kind="primary" onClick={() => setTask('out')}>
            鍵を返却する
          </Button>
        </div>
      )}
      {out === undefined || returned !== null ? null : (
        <Out
          key={out.lent_to?.id ?? 'office'}
          {...{ room, out }}
          carriers={data.craftsmans}
          readOnly={readOnly}
          onReturn={() => setTask(out.id)}
        />
      )}
      {readOnly || (finished && out === undefined) ? null : <Papers {...params} />}
      <ol className={styles.ledger}>
        {data.key_custodies.map(custody => (
          <li key={custody.id}>
            <Handing
              word="預かり"
              at={custody.received_at}
              who={custody.received_from}
              by={custody.received_by}
              photo={custody.received_photo_url}
              sign={custody.received_signature_url}
            />
            {custody.returned_at === null ? null : (
              <Handing
                word="返却"
                at={custody.returned_at}
                who={custody.returned_to ?? ''}
                by={custody.returned_by}
                photo={custody.returned_photo_url}
                sign={custody.returned_signature_url}
              />
            )}
            {custody.note === null ? null : <Help>{custody.note}</Help>}
          </li>
        ))}
      </ol>
      {task === null ? null : (
        <Suspense>
          <KeyModal room={room} custodyId={task === 'receive' ? null : task} onClose={() => setTask(null)} />
        </Suspense>
      )}
    </Section>
  )
}

/** What was done without a network stands here until the server has it; its photo is shown to nobody. */
const Waiting = ({ what, request }: { what: string; request: Outgoing }) => (
  <p className={styles.waiting} role="status">
    <Badge tone={request.state === 'refused' ? 'red' : 'amber'}>
      {request.state === 'refused' ? `${what} 送信できません` : `${what} 送信待ち`}
    </Badge>{' '}
    {request.refusal ?? formatInstant(new Date(request.kept_at))}
  </p>
)

/** What is signed when a key changes hands; made before it comes as well, to be filled in by hand. */
const Papers = (params: { construction_id: number; room_id: number }) => (
  <div className={styles.papers}>
    <Actions>
      {keyPapers.map(paper => (
        <DocumentJobButton
          key={paper}
          name={`key_papers/${params.room_id}/${paper}`}
          label={keyPaperNames[paper]}
          start={() => send('POST /api/constructions/:construction_id/rooms/:room_id/key_papers', { params, body: { paper } })}
        />
      ))}
    </Actions>
  </div>
)

interface OutProps {
  room: KeyRoom
  out: Custody
  carriers: Keys['craftsmans']
  readOnly: boolean
  onReturn: () => void
}

/** Where the key is now, and where it goes next. */
const Out = ({ room, out, carriers, readOnly, onReturn }: OutProps) => {
  const params = { construction_id: room.construction_id, room_id: room.room_id }
  const lend = useKeptMutation('PATCH /api/constructions/:construction_id/rooms/:room_id/keys/:id', {
    invalidates: keyReads,
    title: `${addressedRoom(room.room_name)}　鍵の受け渡し`,
    ...placeOfRoom(room),
    errors: 'page',
    onDone: () => {},
  })
  const holder = out.lent_to?.id ?? null
  const whyNot = whyNotHand(useActor(), out)
  const [chosen, setChosen] = useState(holder)
  return (
    <div className={styles.out}>
      <p>
        <Badge tone="amber">お預かり中</Badge> 現在の所在　<strong>{out.lent_to?.name ?? '事務所'}</strong>
      </p>
      {whyNot === null || readOnly ? null : <Help>{whyNot}</Help>}
      {readOnly || whyNot !== null ? null : (
        <Actions>
          <label className={styles.carrier}>
            <span>{keyLabels.lent_to_user_id}</span>
            <Select value={chosen ?? ''} onChange={event => setChosen(event.target.value === '' ? null : Number(event.target.value))}>
              <option value="">事務所で保管</option>
              {carriers.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </label>
          <Button
            disabled={lend.isPending}
            reason={chosen === holder ? '鍵は今ここにあります' : null}
            onClick={() => lend.mutate({ params: { ...params, id: out.id }, body: { key_custody: { lent_to_user_id: chosen } } })}
          >
            {chosen === null ? '事務所に戻す' : '渡す'}
          </Button>
          <Button kind="primary" onClick={onReturn}>
            鍵を返却する
          </Button>
        </Actions>
      )}
    </div>
  )
}

interface HandingProps {
  word: string
  at: string
  who: string
  by: string | null
  photo: string | null
  sign: string | null
}

const Handing = ({ word, at, who, by, photo, sign }: HandingProps) => (
  <div className={styles.handing}>
    <span>
      <strong>{word}</strong>　<time dateTime={at}>{formatInstant(new Date(at))}</time>　{who}
      {by === null ? '' : `（担当 ${by}）`}
    </span>
    <span className={styles.proof}>
      {photo === null ? null : (
        <a href={photo} target="_blank" rel="noreferrer">
          写真
        </a>
      )}
      {sign === null ? null : (
        <a href={sign} target="_blank" rel="noreferrer">
          サイン
        </a>
      )}
    </span>
  </div>
)
