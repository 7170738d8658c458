import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { formatTelephone } from '@toguchi/domain/text/telephone'
import { formatDayLong, formatTimeFrame } from '@toguchi/domain/calendar/day'
import { verifiedFactLabels, verifiedFacts } from '@toguchi/domain/access/verified-facts'
import { answerChannelLabels, answerChannels, answerLabels, type AnswerChannel } from '@toguchi/domain/answers/labels'
import { acceptedSlipFiles } from '@toguchi/domain/answers/slip-kinds'
import { consents, needsConsent, presenceHelp, presenceLabels, presenceMethods } from '@toguchi/domain/rooms/presence'
import type { OrderDecision } from '@toguchi/domain/rooms/order-decision'
import { OrderDecisionChoice } from '../orders/orders.tsx'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useForm, useWatch, type Control } from 'react-hook-form'
import { useConfiguration } from '../platform/session/configuration.ts'
import { useActor } from '../platform/session/actor.ts'
import { type ApiError, invalidate, q, useApiMutation } from '../platform/api/api.ts'
import { type ChosenFrame, FreeFrames } from '../schedule/schedule.ts'
import { Button } from '../ui/Button.tsx'
import { DateField } from '../ui/form/fields/DateField.tsx'
import { CheckField } from '../ui/form/fields/CheckField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { FormGrid } from '../ui/form/FormFoot.tsx'
import { RadioField } from '../ui/form/fields/RadioField.tsx'
import { SelectField } from '../ui/form/fields/SelectField.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'
import { FileDrop } from '../ui/files/FileDrop.tsx'
import { Modal, ModalCancel, ModalFoot, ModalGuard } from '../ui/dialog/Modal.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { answerReads, type Desk, notifiedText, type SavedAnswer } from './answer-reads.ts'
import { Help } from '../ui/form/FieldParts.ts'
import styles from './AnswerModal.module.css'
import { AnswerDate } from './AnswerDate.ts'
import { ReadBack } from './ReadBack.ts'

interface Values {
  channel: AnswerChannel
  received_on: string | null
  caller: string
  verified_fact: string | null
  date_answer: 'accept' | 'move' | 'none'
  presence: { presence_method: string | null; proxy_name: string; proxy_relation: string; proxy_phone: string; consent: boolean }
  resident: { name: string; name_kana: string; phone: string; email: string }
}

interface Props {
  construction_id: number
  room_id: number
  room_name: string
  onClose: () => void
  /** How it reached us, when the page around knows: a slip from the board, a call at the desk. */
  channel?: AnswerChannel
  /** A pile of slips: the next room is written down at once after this one, by the same way (O14). */
  onNext?: (channel: AnswerChannel) => void
}

const steps = ['1 どなたから', '2 内容', '3 完了'] as const

/** What a resident said by telephone, on paper or at the door, in three steps: who, what, done (D-02, D-22, feature 10). */
export const AnswerModal = ({ construction_id, room_id, room_name, ...rest }: Props) => {
  const params = { construction_id, room_id }
  const { data } = useQuery(q('GET /api/constructions/:construction_id/rooms/:room_id/desk', { params }, { silent: true }))
  return (
    <Modal opened onClose={rest.onClose} title={`${addressedRoom(room_name)}　回答の登録`} width={760} testId="answer-modal">
      {data === undefined ? <Spinner /> : <Steps key={room_id} desk={data.desk} {...rest} />}
    </Modal>
  )
}

/*
 * Where the work goes on: what was pressed is hidden with its step, or gone with its room, and with the focus on nothing Esc and Tab do nothing.
 * Functions of their own, so that each is called once when its step is shown.
 */
const focusCaller = (who: HTMLElement | null) => {
  const caller = who?.querySelector<HTMLInputElement>('[name="room_answer[caller]"]')
  // Prefilled by the resident's name: typing replaces it.
  caller?.focus()
  caller?.select()
}
const focusContents = (what: HTMLElement | null) => what?.querySelector<HTMLElement>('input:checked')?.focus()
const focusClose = (done: HTMLElement | null) => done?.querySelector('button')?.focus()

type StepsProps = Pick<Props, 'onClose' | 'channel' | 'onNext'> & { desk: Desk }

const Steps = ({ desk, onClose, channel, onNext }: StepsProps) => {
  const { room, resident } = desk
  const params = { construction_id: room.construction_id, room_id: room.id }
  const operator = useActor().kind === 'operator'
  const today = useConfiguration()?.today ?? ''
  const [step, setStep] = useState(0)
  const [frame, setFrame] = useState<ChosenFrame | null>(null)
  /** The agreed day is inside the preparation of ordered options. */
  const [asked, setAsked] = useState(false)
  const [decision, setDecision] = useState<OrderDecision | null>(null)
  const [slip, setSlip] = useState<File[]>([])
  const next = useRef(false)
  const [saved, setSaved] = useState<SavedAnswer | null>(null)
  const form = useForm<Values>({
    defaultValues: {
      channel: channel ?? (operator ? 'tel' : 'paper'),
      received_on: today,
      caller: resident?.name ?? '',
      verified_fact: null,
      date_answer: desk.assign !== null && room.construction_schedule_confirmed_at === null ? 'accept' : 'none',
      presence: { presence_method: null, proxy_name: '', proxy_relation: '', proxy_phone: '', consent: false },
      resident: { name: '', name_kana: '', phone: '', email: '' },
    },
  })
  const save = useApiMutation('POST /api/constructions/:construction_id/rooms/:room_id/answers', {
    invalidates: answerReads,
    errors: 'caller',
    onSuccess: answer => {
      if (next.current && onNext !== undefined) return onNext(form.getValues('channel'))
      setSaved(answer)
      setStep(2)
    },
    onError: error => {
      setStep('caller' in error.fields || 'channel' in error.fields ? 0 : 1)
      if (error.status !== 409) return
      // A room that somebody else has moved can still go where it was agreed; a frame that is taken cannot.
      if (error.code === 'orders_undecided') return setAsked(true)
      if (error.code !== 'date_changed') setFrame(null)
      void invalidate([
        'GET /api/constructions/:construction_id/rooms/:room_id/desk',
        'GET /api/constructions/:construction_id/rooms/:room_id/free_frames',
      ])
    },
  })
  const isTyped = form.formState.isDirty
  const [date_answer, caller, by, verified_fact, contact] = useWatch({
    control: form.control,
    name: ['date_answer', 'caller', 'channel', 'verified_fact', 'resident'],
  })
  const moves = date_answer === 'move'
  // As the desk asks it: a voice is nobody yet, and what is written down now is what later callers are compared with.
  const isUnverified =
    by === 'tel' && !verifiedFacts.some(fact => fact === verified_fact) && (moves || Object.keys(givenOf(contact)).length > 0)
  const missing =
    step === 0
      ? caller.trim() === ''
        ? `${answerLabels.caller}を入力してください`
        : null
      : moves && frame === null
        ? '日時を選んでください'
        : moves && asked && decision === null
          ? '注文をどうするか選んでください'
          : isUnverified
            ? 'お電話で日時や連絡先を変更するときは、「戻る」から本人確認を選んでください'
            : null
  const submit = (values: Values) => {
    if (step === 0) return setStep(1)
    if (missing !== null) return
    const [file] = slip
    save.mutate({
      params,
      body: {
        room_answer: { ...bodyOf(values, frame, seenOf(desk)), ...(moves && decision !== null ? { order_decision: decision } : {}) },
      },
      ...(file === undefined ? {} : { files: { 'room_answer[slip]': file } }),
    })
  }
  return (
    <>
      <ol className={styles.steps} aria-label="手順">
        {steps.map((label, at) => (
          <li key={label} aria-current={at === step ? 'step' : undefined} data-done={at < step}>
            {label}
          </li>
        ))}
      </ol>
      {saved === null ? (
        <Form form={form} resource="room_answer" error={save.error} guard={false} onSubmit={submit}>
          {/* Going on to the second step has sent the form once, which ends its own watch. */}
          <ModalGuard watching={isTyped || slip.length > 0 || frame !== null} />
          <div hidden={step !== 0} ref={step === 0 ? focusCaller : null}>
            <Who control={form.control} today={today} />
          </div>
          <div hidden={step !== 1} ref={step === 1 ? focusContents : null}>
            <What desk={desk} control={form.control} frame={frame} onFrame={setFrame} slip={slip} onSlip={setSlip} error={save.error} />
            {moves && asked ? <OrderDecisionChoice room={room} change="move" value={decision} onChange={setDecision} /> : null}
          </div>
          <ModalFoot>
            {step === 0 ? <ModalCancel /> : <Button onClick={() => setStep(0)}>戻る</Button>}
            {step === 0 || onNext === undefined ? null : (
              <Button type="submit" disabled={save.isPending} reason={missing} saidBeside onClick={() => (next.current = true)}>
                登録して次の部屋へ
              </Button>
            )}
            <Button kind="primary" type="submit" disabled={save.isPending} reason={missing} onClick={() => (next.current = false)}>
              {step === 0 ? '次へ' : 'この内容で登録する'}
            </Button>
          </ModalFoot>
        </Form>
      ) : (
        <Done saved={saved} onClose={onClose} />
      )}
    </>
  )
}

const Who = ({ control, today }: { control: Control<Values>; today: string }) => (
  <FormGrid>
    <RadioField
      name="channel"
      label={answerLabels.channel}
      required
      wide
      options={answerChannels.map(value => ({ value, label: answerChannelLabels[value] }))}
    />
    <TextField name="caller" label={answerLabels.caller} required maxLength={100} help="お電話の相手、回答票に署名された方のお名前" />
    {useWatch({ control, name: 'channel' }) === 'paper' ? (
      <DateField name="received_on" label={answerLabels.received_on} today={today} />
    ) : null}
    <SelectField
      name="verified_fact"
      label={answerLabels.verified_fact}
      placeholder="確認していない"
      options={verifiedFacts.map(value => ({ value, label: `${verifiedFactLabels[value]}で確認` }))}
    />
  </FormGrid>
)

interface WhatProps {
  desk: Desk
  control: Control<Values>
  frame: ChosenFrame | null
  onFrame: (frame: ChosenFrame) => void
  slip: File[]
  onSlip: (files: File[]) => void
  error: ApiError | null
}

const What = ({ desk, control, frame, onFrame, slip, onSlip, error }: WhatProps) => {
  const { room, assign } = desk
  const [date_answer, method] = useWatch({ control, name: ['date_answer', 'presence.presence_method'] })
  const chosen = presenceMethods.find(value => value === method)
  const confirmed = room.construction_schedule_confirmed_at !== null
  return (
    <>
      <AnswerDate>
        <span>現在の工事日</span>
        <strong>{assign === null ? '未割当' : `${formatDayLong(assign.date)} ${formatTimeFrame(assign.start_at, assign.end_at)}`}</strong>
        {assign === null ? '' : confirmed ? '（確定）' : '（未確定）'}
      </AnswerDate>
      <FormGrid>
        <RadioField
          name="date_answer"
          label={answerLabels.date_answer}
          wide
          options={[
            { value: 'accept', label: 'この日時でよい', disabled: assign === null },
            { value: 'move', label: '別の日時にする' },
            { value: 'none', label: '日程の話はしていない' },
          ]}
        />
      </FormGrid>
      {date_answer === 'move' ? (
        <FreeFrames construction_id={room.construction_id} room_id={room.id} current={seenOf(desk)} chosen={frame} onChoose={onFrame} />
      ) : null}
      <div className={styles.presence}>
        <FormGrid>
          <SelectField
            name="presence.presence_method"
            label={answerLabels['presence.presence_method']}
            placeholder={desk.presence === null ? '聞いていない' : `変更なし（${presenceLabels[desk.presence.presence_method]}）`}
            options={presenceMethods.map(value => ({ value, label: presenceLabels[value] }))}
            {...(chosen === undefined ? {} : { help: presenceHelp[chosen] })}
          />
          {chosen === 'proxy' ? (
            <>
              <TextField name="presence.proxy_name" label={answerLabels['presence.proxy_name']} required />
              <TextField name="presence.proxy_relation" label={answerLabels['presence.proxy_relation']} placeholder="配偶者、ご家族 など" />
              <TextField name="presence.proxy_phone" label={answerLabels['presence.proxy_phone']} type="tel" inputMode="tel" required />
            </>
          ) : null}
          {chosen !== undefined && needsConsent(chosen) ? (
            <CheckField
              name="presence.consent"
              label={answerLabels['presence.consent']}
              help={`「${consents[chosen]}」とお返事をいただいたら選択してください。`}
            />
          ) : null}
        </FormGrid>
      </div>
      <details className={styles.more} open={slip.length > 0}>
        <summary>連絡先の変更・回答票の添付</summary>
        <FormGrid>
          <TextField name="resident.name" label={answerLabels['resident.name']} placeholder={desk.resident?.name ?? '未登録'} />
          <TextField
            name="resident.name_kana"
            label={answerLabels['resident.name_kana']}
            placeholder={desk.resident?.name_kana ?? '未登録'}
          />
          <TextField
            name="resident.phone"
            label={answerLabels['resident.phone']}
            type="tel"
            inputMode="tel"
            placeholder={desk.resident?.phone ? formatTelephone(desk.resident.phone) : '未登録'}
          />
          <TextField
            name="resident.email"
            label={answerLabels['resident.email']}
            type="email"
            placeholder={desk.resident?.email ?? '未登録'}
          />
        </FormGrid>
        <FileDrop
          label="回答票のスキャン・写真（PDF、JPEG、PNG）"
          files={slip}
          onChange={onSlip}
          accept={acceptedSlipFiles}
          name="room_answer[slip]"
          errors={error?.fields['slip'] ?? []}
        />
      </details>
    </>
  )
}

/** The date that was read out: should it be another one meanwhile, it is not the one that was agreed to. */
const seenOf = ({ assign }: Desk): ChosenFrame | null =>
  assign === null ? null : { date: assign.date, construction_time_frame_id: assign.construction_time_frame_id }

/** Only what was said, and of which date: an empty field leaves things as they are. */
/** What of a resident was typed. */
const givenOf = (resident: Values['resident']): Partial<Values['resident']> =>
  Object.fromEntries(Object.entries(resident).filter(([, value]) => value.trim() !== ''))

const bodyOf = (
  { channel, received_on, caller, verified_fact, date_answer, presence, resident }: Values,
  frame: ChosenFrame | null,
  seen: ChosenFrame | null,
) => {
  const assign = date_answer === 'move' ? frame : seen
  const method = presenceMethods.find(value => value === presence.presence_method)
  const { proxy_name, proxy_relation, proxy_phone, consent } = presence
  const contact = givenOf(resident)
  return {
    channel,
    caller,
    ...(channel === 'paper' && received_on !== null ? { received_on } : {}),
    date_answer,
    verified_fact: verifiedFacts.find(value => value === verified_fact) ?? null,
    ...(date_answer !== 'none' && assign !== null ? { assign } : {}),
    ...(date_answer === 'move' ? { seen } : {}),
    ...(method === undefined
      ? {}
      : {
          presence: {
            presence_method: method,
            ...(method === 'proxy' ? { proxy_name, proxy_relation, proxy_phone } : {}),
            ...(needsConsent(method) ? { consent } : {}),
          },
        }),
    ...(Object.keys(contact).length === 0 ? {} : { resident: contact }),
  }
}

const Done = ({ saved, onClose }: { saved: SavedAnswer; onClose: () => void }) => {
  const [savedAt] = useState(() => new Date())
  return (
    <div className={styles.done} role="status" ref={focusClose}>
      <h3>登録しました</h3>
      {saved.read_back === null ? null : (
        <>
          <ReadBack data-testid="read-back">{saved.read_back}</ReadBack>
          <Help>お電話では、この文を復唱してください。</Help>
          <p>{notifiedText(saved.contact_channel, savedAt)}</p>
        </>
      )}
      <ModalFoot>
        <Button kind="primary" onClick={onClose}>
          閉じる
        </Button>
      </ModalFoot>
    </div>
  )
}
