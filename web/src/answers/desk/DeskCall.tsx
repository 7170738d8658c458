import { answerLabels, verifiedFactLabels, type VerifiedFact, verifiedFacts } from '@toguchi/domain/answers/labels'
import { type Day, formatDay, formatDayLong, formatDayShort, formatInstant, formatTimeFrame } from '@toguchi/domain/calendar/day'
import { formatYen } from '@toguchi/domain/money/tax'
import { orderStatusLabels } from '@toguchi/domain/orders/labels'
import { payMethodLabels } from '@toguchi/domain/money/pay-method'
import { presenceLabels } from '@toguchi/domain/rooms/presence'
import { receptionStatusLabels } from '@toguchi/domain/rooms/labels'
import { channelLabel, timelineSentence } from '@toguchi/domain/rooms/timeline'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { paths } from '../../site/paths.ts'
import { invalidate, q, useApiMutation } from '../../platform/api/api.ts'
import { useConfiguration } from '../../platform/session/configuration.ts'
import { toast } from '../../platform/toast.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Facts } from '../../ui/layout/Facts.tsx'
import { DateField } from '../../ui/form/fields/DateField.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { answerReads, type Desk, handedOverReads, type Dwelling, notifiedText, type SavedAnswer } from '../answer-reads.ts'
import { Stack } from '../../ui/layout/Layout.ts'
import { Help, FieldBox, Label } from '../../ui/form/FieldParts.ts'
import { Alert } from '../../ui/Alert.ts'
import { Input } from '../../ui/form/Control.ts'
import styles from './DeskCall.module.css'
import { AnswerDate } from '../AnswerDate.ts'
import { ReadBack } from '../ReadBack.ts'

const CallNote = lazy(async () => ({ default: (await import('./CallNote.tsx')).CallNote }))
const AnswerModal = lazy(async () => ({ default: (await import('../AnswerModal.tsx')).AnswerModal }))

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
  const { room, construction } = desk
  return (
    <div>
      <Section
        name="dwelling"
        title={`${room.name}号室　${construction.building_name}`}
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
        <Asked desk={desk} />
        <div className={styles.columns}>
          <div>
            {saved === null ? (
              <Booking desk={desk} dwelling={dwelling} wish={wish} near={near} onSaved={setSaved} />
            ) : (
              <Booked saved={saved} onNext={onNext} />
            )}
          </div>
          <Stack>
            <DwellingFacts desk={desk} />
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

interface Wish {
  near: Day | null
}

interface BookingProps {
  desk: Desk
  /** Where the caller's number was searched for and is the household's, that is the one fact. */
  dwelling: Dwelling
  /** The day that the caller would like; the proposals are near to it. */
  wish: UseFormReturn<Wish>
  near: Day | null
  onSaved: (answer: SavedAnswer) => void
}

/** By what the caller can be known: what is not on record cannot be asked for, nor a number that nobody has proven. */
const factsOf = ({ resident, assign, construction }: Desk, { unproven_phone }: Dwelling): VerifiedFact[] =>
  verifiedFacts.filter(
    fact =>
      (fact === 'phone' && unproven_phone === null && resident?.phone && !resident.phone_unproven) ||
      (fact === 'email' && resident?.email) ||
      (fact === 'date' && assign !== null) ||
      (fact === 'manage_no' && construction.manage_no !== null) ||
      // Every letter carries one.
      fact === 'code',
  )

const noDate = 'none'
const acceptDate = 'accept'

/** Who speaks, by what they are known, and which date: one press each, and one to confirm. */
const Booking = ({ desk, dwelling, wish, near, onSaved }: BookingProps) => {
  const { room, assign, resident, proposals } = desk
  const params = { construction_id: room.construction_id, room_id: room.id }
  const [caller, setCaller] = useState(resident?.name ?? '')
  const [fact, setFact] = useState<VerifiedFact | null>(dwelling.by_phone ? 'phone' : null)
  // Another wish takes back the date that was chosen, and nothing else of what the caller has said.
  const [chosen, setChosen] = useState({ near, key: noDate })
  const choice = chosen.near === near ? chosen.key : noDate
  const setChoice = (key: string) => setChosen({ near, key })
  const today = useConfiguration()?.today ?? ''
  const save = useApiMutation('POST /api/constructions/:construction_id/rooms/:room_id/answers', {
    invalidates: answerReads.filter(key => key !== 'GET /api/desk'),
    onSuccess: onSaved,
    onError: () => {
      setChoice(noDate)
      // Somebody else took it meanwhile: what is proposed now is free.
      void invalidate(['GET /api/constructions/:construction_id/rooms/:room_id/desk'])
    },
  })
  const done = room.status === 'completed'
  const proposal = proposals.find(place => keyOf(place) === choice)
  const why =
    caller.trim() === ''
      ? `${answerLabels.caller}を入力してください`
      : fact === null
        ? '本人確認を選んでください'
        : choice === noDate || (choice !== acceptDate && proposal === undefined)
          ? '日時を選んでください'
          : null
  const unsettled = desk.construction.detail_schedule_completed_at === null
  const booking = useRef<HTMLDivElement>(null)
  // Whoever searched or chose goes on typing: to what is missing first.
  const goOn = useEffectEvent(() => {
    // Who came from the search over all clients has the focus on the page as a whole.
    const active = document.activeElement
    if (active?.matches('a, button, input, select, textarea') === true && active.closest('[data-desk]') === null) return
    booking.current
      ?.querySelector<HTMLElement>(caller === '' ? '#desk-caller' : `[name=${fact === null ? 'verified_fact' : 'desk-date'}]`)
      ?.focus()
  })
  useEffect(() => goOn(), [])
  if (done) return <Help>この部屋の施工は完了しています。日程は変更できません。</Help>
  const submit = () => {
    if (why !== null || save.isPending) return
    // Of the date that stands too: should it be another one meanwhile, it is not the one that was read out.
    const agreed = proposal ?? assign
    if (agreed === null) return
    save.mutate({
      params,
      body: {
        room_answer: {
          channel: 'tel',
          caller,
          verified_fact: fact,
          date_answer: proposal === undefined ? 'accept' : 'move',
          assign: slotOf(agreed),
          ...(proposal === undefined ? {} : { seen: assign && slotOf(assign) }),
        },
      },
    })
  }
  return (
    <div ref={booking}>
      <Form form={wish} error={null} guard={false} onSubmit={submit}>
        <AnswerDate>
          <span>現在の工事日</span>
          <strong>{assign === null ? '未割当' : `${formatDayLong(assign.date)} ${formatTimeFrame(assign.start_at, assign.end_at)}`}</strong>
          {assign === null ? '' : room.status === 'reschedule' ? '（日程再調整）' : mayAccept(desk) ? '（未確定）' : '（確定）'}
        </AnswerDate>
        {unsettled ? <Alert as="p">詳細工程表がまだ確定していません。お約束する前に担当者へご確認ください。</Alert> : null}
        <FieldBox>
          <Label htmlFor="desk-caller">{answerLabels.caller}</Label>
          <Input id="desk-caller" value={caller} maxLength={100} autoComplete="off" onChange={event => setCaller(event.target.value)} />
        </FieldBox>
        <FactChoices desk={desk} dwelling={dwelling} fact={fact} onChange={setFact} />
        <DateChoices desk={desk} choice={choice} onChange={setChoice} />
        {/* Enter takes the wish; it does not also confirm what was chosen before. */}
        <div
          className={styles.near}
          onKeyDown={event => event.key === 'Enter' && !event.ctrlKey && !event.metaKey && event.preventDefault()}
        >
          <DateField name="near" label="ご希望の日" help="この日に近い空きを提案します。" today={today} min={today} />
        </div>
        <div className={styles.foot}>
          <Button kind="primary" type="submit" disabled={save.isPending} reason={why}>
            この日時で確定する
          </Button>
        </div>
      </Form>
    </div>
  )
}

interface FactChoicesProps {
  desk: Desk
  dwelling: Dwelling
  fact: VerifiedFact | null
  onChange: (fact: VerifiedFact) => void
}

const FactChoices = ({ desk, dwelling, fact, onChange }: FactChoicesProps) => (
  <fieldset className={styles.choices} data-row="true">
    <legend>{answerLabels.verified_fact}（ひとつお尋ねください）</legend>
    {factsOf(desk, dwelling).map(value => (
      <label className={styles.choice} key={value}>
        <input type="radio" name="verified_fact" checked={fact === value} onChange={() => onChange(value)} />
        {verifiedFactLabels[value]}
      </label>
    ))}
  </fieldset>
)

const DateChoices = ({ desk, choice, onChange }: { desk: Desk; choice: string; onChange: (key: string) => void }) => {
  const { assign, proposals } = desk
  return (
    <fieldset className={styles.choices}>
      <legend>日時</legend>
      {assign !== null && mayAccept(desk) ? (
        <label className={styles.choice}>
          <input type="radio" name="desk-date" checked={choice === acceptDate} onChange={() => onChange(acceptDate)} />
          今の日時でよい
          <small>
            {formatDayShort(assign.date)} {formatTimeFrame(assign.start_at, assign.end_at)}
          </small>
        </label>
      ) : null}
      {proposals.map(place => (
        <label className={styles.choice} key={keyOf(place)}>
          <input type="radio" name="desk-date" checked={choice === keyOf(place)} onChange={() => onChange(keyOf(place))} />
          {formatDayLong(place.date)} {formatTimeFrame(place.start_at, place.end_at)}
        </label>
      ))}
      {proposals.length === 0 ? <Help>空いている枠がありません。予備枠は詳細工程表から公開できます。</Help> : null}
    </fieldset>
  )
}

/** Whether the date that stands can be agreed to. */
const mayAccept = ({ assign, room }: Desk) => assign !== null && room.construction_schedule_confirmed_at === null

const slotOf = ({ date, construction_time_frame_id }: { date: Day; construction_time_frame_id: number }) => ({
  date,
  construction_time_frame_id,
})

const keyOf = (place: { date: string; construction_time_frame_id: number }) => `${place.date}/${place.construction_time_frame_id}`

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

/** The resident typed it, and nobody has answered a code there: it says nothing of who calls. */
const Unproven = ({ children }: { children: ReactNode }) => (
  <>
    {children} <Badge tone="amber">未確認</Badge>
  </>
)

/** What there is something to say about. */
const filledIn = (facts: readonly (readonly [label: string, value: string | null | undefined])[]) => facts.filter(([, value]) => value)

const DwellingFacts = ({ desk: { room, construction, resident, presence, orders } }: { desk: Desk }) => (
  <Facts
    facts={[
      ['工事', `${construction.name ?? ''}（${construction.manage_no ?? '管理番号なし'}）`],
      ['居住者', resident?.name ?? '未登録'],
      ['電話番号', resident?.phone_unproven ? <Unproven key="phone">{resident.phone}</Unproven> : resident?.phone],
      ['受付状況', receptionStatusLabels[room.reception_status_en]],
      ['居住者ページ', resident?.registered ? '利用中' : '未利用'],
      ...(resident?.unproven_phone ? [['新しい電話番号', <Unproven key="new">{resident.unproven_phone}</Unproven>] as const] : []),
      ...filledIn([
        ['メール', resident?.email],
        [
          answerLabels['presence.presence_method'],
          presence && `${presenceLabels[presence.presence_method]}${presence.proxy_name === null ? '' : `（${presence.proxy_name}）`}`,
        ],
        ['変更の締切', construction.schedule_change_end_on && formatDayLong(construction.schedule_change_end_on)],
        ...orders.map(
          (order, at) =>
            [
              orders.length === 1 ? 'オプション' : `オプション ${at + 1}`,
              [
                order.options.join('、'),
                `${formatYen(order.total_price_in_tax)} ${orderStatusLabels[order.status]}${order.pay_method === null ? '' : `（${payMethodLabels[order.pay_method]}）`}`,
                ...(order.status === 'unpaid' && order.payment_period_end_on !== null
                  ? [`期限 ${formatDay(order.payment_period_end_on)}`]
                  : []),
              ].join(' ／ '),
            ] as const,
        ),
        ['部屋備考', room.room_remarks],
      ]),
    ]}
  />
)

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
