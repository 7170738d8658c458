import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { formatDayLong, formatInstant, todayInTokyo } from '@toguchi/domain/calendar/day'
import { channelLabel, timelineSentence } from '@toguchi/domain/rooms/timeline'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { partOnDemand } from '../../platform/late-part.ts'
import { paths } from '../../site/paths.ts'
import { invalidate, q, useApiMutation } from '../../platform/api/api.ts'
import { toast } from '../../platform/toast.ts'
import { Alert } from '../../ui/Alert.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Help } from '../../ui/form/FieldParts.ts'
import { Stack } from '../../ui/layout/Layout.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { type Desk, handedOverReads, type Dwelling, notifiedText, type SavedAnswer } from '../answer-reads.ts'
import { EarlierWishes } from '../earlier/EarlierWishes.tsx'
import { ReadBack } from '../ReadBack.ts'
import { Booking, type Wish } from './Booking.tsx'
import { DeskOrders } from './DeskOrders.tsx'
import { DwellingFacts } from './DwellingFacts.tsx'
import styles from './DeskCall.module.css'

const CallNote = lazy(async () => ({ default: (await import('./CallNote.tsx')).CallNote }))
const RoomOccupancy = lazy(async () => ({ default: (await import('../occupancy/RoomOccupancy.tsx')).RoomOccupancy }))
const AnswerModal = partOnDemand(async () => (await import('../AnswerModal.tsx')).AnswerModal)

/** One call: what is known of the dwelling, and the date that is agreed on. */
export const DeskCall = ({ dwelling, onNext }: { dwelling: Dwelling; onNext: () => void }) => {
  const wish = useForm<Wish>({ defaultValues: { near: null } })
  const near = useWatch({ control: wish.control, name: 'near' })
  const [saved, setSaved] = useState<SavedAnswer | null>(null)
  const [more, setMore] = useState(false)
  const [noting, setNoting] = useState(false)
  const { construction_id, room_id } = dwelling
  const { data } = useQuery({
    ...q(
      'GET /api/constructions/:construction_id/rooms/:room_id/desk',
      { params: { construction_id, room_id }, query: near === null ? {} : { near } },
      { silent: true },
    ),
    placeholderData: before => before,
  })
  if (data === undefined) return null
  const { desk } = data
  const { room, construction, resident } = desk
  return (
    <div>
      <Section
        name="dwelling"
        title={`${addressedRoom(room.name)}　${construction.building_name}`}
        actions={
          <>
            <Button size="small" icon="phone" onClick={() => setNoting(true)}>
              用件のみ記録
            </Button>
            <Button size="small" icon="edit" onClick={() => setMore(true)}>
              在宅方法・連絡先も登録
            </Button>
            <ButtonLink size="small" to={paths.room(construction_id, room_id)} icon="detail">
              部屋の詳細
            </ButtonLink>
          </>
        }
      >
        <Heed desk={desk} />
        <Asked desk={desk} />
        <div className={styles.columns}>
          <div>
            {room.status === 'completed' ? (
              <Done desk={desk} />
            ) : saved === null ? (
              <Booking desk={desk} dwelling={dwelling} wish={wish} near={near} onSaved={setSaved} />
            ) : (
              <Booked saved={saved} onNext={onNext} />
            )}
          </div>
          <Stack>
            <DwellingFacts desk={desk} />
            <Suspense>
              <RoomOccupancy {...{ construction_id, room_id }} readOnly={room.closed_at !== null} />
            </Suspense>
            <DeskOrders desk={desk} dwelling={dwelling} />
            <EarlierWishes construction_id={construction_id} room={room} caller={resident?.name ?? ''} />
          </Stack>
        </div>
      </Section>
      <Contacts desk={desk} />
      {noting ? (
        <Suspense>
          <CallNote desk={desk} onClose={() => setNoting(false)} />
        </Suspense>
      ) : null}
      {more ? (
        <Suspense>
          <AnswerModal {...{ construction_id, room_id }} room_name={room.name} channel="tel" onClose={() => setMore(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

/** The work is done: whoever calls asks about after-care, and no date is to be had. */
const Done = ({ desk: { room, construction } }: { desk: Desk }) => (
  <div className={styles.closed}>
    <Badge tone="green">工事完了</Badge>　{construction.name ?? construction.building_name}
    <Help>
      {room.completed_at === null ? '' : `${formatDayLong(todayInTokyo(new Date(room.completed_at)))}に施工が完了しています。`}
      日程は変更できません。アフターサービスなどのご用件は「用件のみ記録」から残せます。
    </Help>
  </div>
)

const Booked = ({ saved, onNext }: { saved: SavedAnswer; onNext: () => void }) => {
  const element = useRef<HTMLDivElement>(null)
  const [savedAt] = useState(() => new Date())
  useEffect(() => element.current?.focus(), [])
  return (
    <div role="status" tabIndex={-1} ref={element}>
      <Help>復唱してください</Help>
      <ReadBack data-testid="read-back">{saved.read_back}</ReadBack>
      <p>{notifiedText(saved.contact_channel, savedAt)}</p>
      <div className={styles.foot}>
        <Button kind="primary" icon="phone" onClick={onNext}>
          次の電話を受ける
        </Button>
      </div>
    </div>
  )
}

/** What whoever answers must know before a word is said of the date: 優先, and the notes of room and works. */
const Heed = ({ desk: { room } }: { desk: Desk }) => {
  const notes = [
    ['部屋備考', room.room_remarks],
    ['工事備考', room.construction_remarks],
  ] as const
  if (!room.high_priority && notes.every(([, text]) => !text)) return null
  return (
    <div className={styles.heed} data-testid="desk-heed">
      {room.high_priority ? <Badge tone="amber">優先</Badge> : null}
      {notes.map(([label, text]) =>
        text ? (
          <p key={label}>
            <strong>{label}</strong>　{text}
          </p>
        ) : null,
      )}
    </div>
  )
}

/** What the household has asked the chatbot and was told to call about: nobody has to say it twice, until somebody has answered. */
const Asked = ({ desk: { asked, room } }: { desk: Desk }) => {
  const params = { construction_id: room.construction_id, room_id: room.id }
  const reopen = useApiMutation('DELETE /api/constructions/:construction_id/rooms/:room_id/chatbot_settlements/:id', {
    invalidates: handedOverReads,
  })
  const settle = useApiMutation('POST /api/constructions/:construction_id/rooms/:room_id/chatbot_settlements', {
    invalidates: handedOverReads,
    // Somebody else did already: the head shows what is left.
    onError: () => void invalidate(handedOverReads),
  })
  const settleAsked = (history_id: number) =>
    settle.mutate(
      { params, body: { chatbot_settlement: { history_id } } },
      {
        onSuccess: ({ message }) =>
          toast.success(message, { label: '元に戻す', run: () => reopen.mutate({ params: { ...params, id: history_id } }) }),
      },
    )
  return asked.length === 0 ? null : (
    <Alert data-testid="desk-asked">
      <strong>チャットボットへのご質問（お電話をご案内済み）</strong>
      <ul>
        {asked.map(({ id, at, count, questions }) => (
          <li key={id}>
            <time dateTime={at}>{formatInstant(new Date(at))}</time>　{questions.map(question => `「${question}」`).join(' ')}
            {count > questions.length ? `　ほか${count - questions.length}件` : ''}　
            <Button size="small" icon="check" disabled={settle.isPending} onClick={() => settleAsked(id)}>
              対応済みにする
            </Button>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

const Contacts = ({ desk: { contacts } }: { desk: Desk }) => (
  <Section title="最近の連絡" name="contacts">
    {contacts.length === 0 ? <Help>連絡の記録はまだありません。</Help> : null}
    <ul className={styles.contacts}>
      {contacts.map((contact, at) => (
        <li key={`${contact.at}/${at}`}>
          <span>
            <time dateTime={contact.at}>{formatInstant(new Date(contact.at))}</time>　<strong>{timelineSentence(contact)}</strong>
          </span>
          {contact.contents === null ? null : <p>{contact.contents}</p>}
          <small>
            {[
              contact.channel === null ? '' : channelLabel(contact.channel),
              contact.caller ?? '',
              contact.by === null ? '' : `受付 ${contact.by}`,
            ]
              .filter(text => text !== '')
              .join('・')}
          </small>
        </li>
      ))}
    </ul>
  </Section>
)
