import { verifiedFactLabels, type VerifiedFact } from '@toguchi/domain/access/verified-facts'
import { answerLabels } from '@toguchi/domain/answers/labels'
import { type Day, formatDayLong, formatDayWithoutYear, formatTimeFrame } from '@toguchi/domain/calendar/day'
import type { OrderDecision } from '@toguchi/domain/rooms/order-decision'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { invalidate, useApiMutation } from '../../platform/api/api.ts'
import { useActor } from '../../platform/session/actor.ts'
import { useConfiguration } from '../../platform/session/configuration.ts'
import { OrderDecisionChoice } from '../../orders/orders.tsx'
import { Alert } from '../../ui/Alert.ts'
import { Button } from '../../ui/Button.tsx'
import { Input } from '../../ui/form/Control.ts'
import { LeaveGuard } from '../../ui/dialog/LeaveGuard.tsx'
import { DateField } from '../../ui/form/fields/DateField.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FieldBox, Label } from '../../ui/form/FieldParts.ts'
import { AnswerDate } from '../AnswerDate.ts'
import { answerReads, type Desk, type Dwelling, type SavedAnswer } from '../answer-reads.ts'
import { factsOf } from './caller-facts.ts'
import { type Choice, DateChoices, findOffered, mayAccept, placeText, slotOf } from './DateChoices.tsx'
import styles from './DeskCall.module.css'

export interface Wish {
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

/** What was chosen, and the wish that it was proposed for. */
interface Chosen {
  near: Day | null
  choice: Choice
}

/** Who speaks, by what they are known, and which date: one press each, and one to confirm. */
export const Booking = ({ desk, dwelling, wish, near, onSaved }: BookingProps) => {
  const { room, assign, resident } = desk
  const params = { construction_id: room.construction_id, room_id: room.id }
  const [caller, setCaller] = useState(resident?.name ?? '')
  /** The chosen day is inside the preparation of ordered options. */
  const [asked, setAsked] = useState(false)
  const [decision, setDecision] = useState<OrderDecision | null>(null)
  const [fact, setFact] = useState<VerifiedFact | null>(dwelling.by_phone ? 'phone' : null)
  // Another wish takes back the date that was chosen, and nothing else of what the caller has said.
  const [chosen, setChosen] = useState<Chosen>({ near, choice: null })
  const choice = chosen.near === near ? chosen.choice : null
  // What was agreed to when somebody else was quicker: one press goes on with it.
  const [refused, setRefused] = useState<Choice>(null)
  // Who was quicker is said of the date that was chosen before.
  const chooseAnother = (another: Choice) => {
    save.reset()
    setChosen({ near, choice: another })
  }
  const today = useConfiguration()?.today ?? ''
  const save = useApiMutation('POST /api/constructions/:construction_id/rooms/:room_id/answers', {
    invalidates: answerReads.filter(key => key !== 'GET /api/desk'),
    errors: 'page_except_conflicts',
    onSuccess: onSaved,
    onError: ({ code }) => {
      if (code === 'orders_undecided') return setAsked(true)
      // Somebody may have read another date back to the caller already: no second press of the same button writes over it.
      setChosen({ near, choice: null })
      setRefused(code === 'date_changed' ? chosen.choice : null)
      // What was agreed to is offered still, where it is free.
      if (code === 'date_changed' && chosen.choice !== null && chosen.choice !== 'accept') wish.setValue('near', chosen.choice.date)
      void invalidate([
        'GET /api/constructions/:construction_id/rooms/:room_id/desk',
        'GET /api/constructions/:construction_id/rooms/:room_id/free_frames',
      ])
    },
  })
  const isMove = choice !== null && choice !== 'accept'
  const asksOfOrders = asked && isMove
  const why =
    caller.trim() === ''
      ? `${answerLabels.caller}を入力してください`
      : fact === null
        ? '本人確認を選んでください'
        : choice === null
          ? '日時を選んでください'
          : asksOfOrders && decision === null
            ? '注文をどうするか選んでください'
            : null
  const { schedule_change_end_on: deadline, is_past_deadline: isPast } = desk.construction
  const unsettled = desk.construction.detail_schedule_completed_at === null
  // A fact that the search gave is nothing that the caller said.
  const isTyped = caller !== (resident?.name ?? '') || (fact !== null && !dwelling.by_phone) || choice !== null
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
  const agree = (agreed: Choice) => {
    // Of the date that stands too: should it be another one meanwhile, it is not the one that was read out.
    const slot = agreed === 'accept' ? assign : agreed
    if (slot === null || save.isPending) return
    setChosen({ near, choice: agreed })
    save.mutate({
      params,
      body: {
        room_answer: {
          channel: 'tel',
          caller,
          verified_fact: fact,
          date_answer: agreed === 'accept' ? 'accept' : 'move',
          assign: slotOf(slot),
          ...(agreed === 'accept' ? {} : { seen: assign && slotOf(assign) }),
          ...(asked && agreed !== 'accept' && decision !== null ? { order_decision: decision } : {}),
        },
      },
    })
  }
  return (
    <div ref={booking}>
      <LeaveGuard
        watching={isTyped && !save.isSuccess}
        text="お電話の内容はまだ登録されていません。このページを離れると失われます。よろしいですか？"
        withSearch
      />
      <Form form={wish} error={null} guard={false} onSubmit={() => why === null && agree(choice)}>
        <AnswerDate>
          <span>現在の工事日</span>
          <strong>{assign === null ? '未割当' : `${formatDayLong(assign.date)} ${formatTimeFrame(assign.start_at, assign.end_at)}`}</strong>
          {assign === null ? '' : room.status === 'reschedule' ? '（日程再調整）' : mayAccept(desk) ? '（未確定）' : '（確定）'}
        </AnswerDate>
        {save.error?.status === 409 ? (
          <div ref={bringIntoView} tabIndex={-1}>
            <Alert role="alert">
              <p>{save.error.fullMessages.join('')}</p>
              <GoOn desk={desk} refused={refused} onAgree={agree} />
            </Alert>
          </div>
        ) : null}
        {isPast && deadline !== null ? <PastDeadline deadline={deadline} /> : null}
        {unsettled ? <Alert as="p">詳細工程表がまだ確定していません。お約束する前に担当者へご確認ください。</Alert> : null}
        {/* Side by side, so that free dates are in sight on a low screen before anybody scrolls. */}
        <div className={styles.asked}>
          <FieldBox>
            <Label htmlFor="desk-caller">{answerLabels.caller}</Label>
            <Input id="desk-caller" value={caller} maxLength={100} autoComplete="off" onChange={event => setCaller(event.target.value)} />
          </FieldBox>
          {/* Enter takes the wish; it does not also confirm what was chosen before. */}
          <div onKeyDown={event => event.key === 'Enter' && !event.ctrlKey && !event.metaKey && event.preventDefault()}>
            <DateField name="near" label="ご希望の日" today={today} min={today} />
          </div>
        </div>
        <FactChoices desk={desk} dwelling={dwelling} fact={fact} onChange={setFact} />
        <DateChoices desk={desk} choice={choice} onChange={chooseAnother} onDay={day => wish.setValue('near', day)} />
        {asksOfOrders ? <OrderDecisionChoice room={room} change="move" value={decision} onChange={setDecision} /> : null}
        <div className={styles.foot}>
          <Button kind="primary" type="submit" disabled={save.isPending} reason={why}>
            この日時に決める
          </Button>
        </div>
      </Form>
    </div>
  )
}

/** It stands at the head of a form whose button lies far below. */
const bringIntoView = (element: HTMLElement | null): void => {
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'center' })
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

/** Somebody else moved the room meanwhile: where it stands now was said, and what was agreed to is still to be had. */
const GoOn = ({ desk, refused, onAgree }: { desk: Desk; refused: Choice; onAgree: (choice: Choice) => void }) => {
  const { assign } = desk
  if (refused === null || (refused === 'accept' && !mayAccept(desk))) return null
  const place = refused === 'accept' ? assign : findOffered(desk, refused)
  return place ? (
    <Button onClick={() => onAgree(refused)}>
      {placeText(place)}
      {refused === 'accept' ? 'に決める' : 'に変更する'}
    </Button>
  ) : null
}

/** Said before anything is chosen: the caller could not do it any more, whoever answers can. */
const PastDeadline = ({ deadline }: { deadline: Day }) => {
  const isOperator = useActor().kind === 'operator'
  return (
    <p className={styles.late}>
      変更の締切（{formatDayWithoutYear(deadline)}）を過ぎています。{isOperator ? 'オペレーター' : 'スタッフ'}は変更できます。
    </p>
  )
}
