import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { isOffice, isStaff } from '@toguchi/domain/access/actor'
import { formatInstant } from '@toguchi/domain/calendar/day'
import { formatYen } from '@toguchi/domain/money/tax'
import { missingPhotosText } from '@toguchi/domain/photos/required-photos'
import {
  completionReportLabels,
  type SignerRelation,
  signerRelationLabels,
  signerRelations,
} from '@toguchi/domain/completion-reports/labels'
import { roomLabels } from '@toguchi/domain/rooms/labels'
import { useEffect, useState } from 'react'
import { useForm, useFormState, type UseFormReturn, useWatch } from 'react-hook-form'
import {
  badAnswers,
  continuedText,
  dropReportDraft,
  isTemplateChange,
  overNow,
  type ReadAnew,
  readAnew,
  readReportDraft,
  type Report,
  ReportFields,
  type ReportValues,
  saidAnswers,
  sentAnswers,
  stillToAnswer,
  TemplateChanged,
  useKeptDraft,
  useReport,
  valuesOf,
} from '../../completion-reports/completion-reports.tsx'
import type { AnswerOf } from '../../platform/api/api.ts'
import { useActor } from '../../platform/session/actor.ts'
import { useKeptMutation } from '../../platform/outbox/use-kept-mutation.ts'
import { useWaitingPhotos } from '../../photos/photos.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { CheckField } from '../../ui/form/fields/CheckField.tsx'
import { RadioField } from '../../ui/form/fields/RadioField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { Modal, ModalCancel, ModalFoot, ModalGuard } from '../../ui/dialog/Modal.tsx'
import { CollectionBadge, placeOfRoom, type RoomDetail, roomReads, useCollections } from '../../room-reads/room-reads.ts'
import { SignaturePad } from '../../ui/files/SignaturePad.tsx'
import { ScarceRoom } from '../../ui/unsent/ScarceRoom.tsx'
import { Alert } from '../../ui/Alert.ts'
import { Stack } from '../../ui/layout/Layout.ts'
import { FieldBox, Help, Label } from '../../ui/form/FieldParts.ts'

interface Values extends ReportValues {
  /** 本人; of family and proxies another is asked for. */
  signer_name: string
  other_name: string
  signer_relation: SignerRelation
  omit_sign: boolean
  sign_omitted_reason: string
  photos_omitted_reason: string
}

interface Props {
  room: Pick<
    RoomDetail,
    | 'id'
    | 'construction_id'
    | 'name'
    | 'resident'
    | 'photo_slots'
    | 'completed_at'
    | 'collect_on_the_day'
    | 'construction_name'
    | 'building_name'
    | 'options'
  >
  onClose: () => void
  /** With the server's answer; null where it waits on this device. */
  onDone: (answer: AnswerOf<'POST /api/constructions/:construction_id/rooms/:room_id/completion'> | null) => void
}

/** The end of the visit: the report, the resident's signature, and completion; what is missing is named (G-REP-02, G-PHO-08, G-ROOM-19). */
export const CompleteModal = ({ onClose, onDone, ...props }: Props) => {
  const place = { construction_id: props.room.construction_id, room_id: props.room.id }
  const { report } = useReport(place)
  // What the draft began with stays, whatever is read meanwhile: somebody is writing.
  const [begun, setBegun] = useState<Report | null>(null)
  if (begun === null && report !== undefined) setBegun(report)
  const close = () => {
    // One that answers another template's items was not asked about here.
    if (readReportDraft(place)?.filled.template?.id === begun?.template?.id) dropReportDraft(place)
    onClose()
  }
  return begun === null ? null : <Completion report={begun} {...props} onClose={close} onDone={onDone} />
}

/**
 * Goes on with what is typed into the report of this room, here or where it is filled in before, and keeps it until it is over (R11). The
 * signature is kept nowhere.
 */
const useContinued = (form: UseFormReturn<Values>, { construction_id, id: room_id }: Props['room'], state: Continued): boolean => {
  const { begun, report, isOver } = state
  const { control, setValue } = form
  const [draft] = useState(() => readReportDraft({ construction_id, room_id }))
  // What answers another template's items waits where that template was chosen.
  const isOfOther = draft !== null && draft.filled.template?.id !== begun.template?.id
  useEffect(() => {
    if (draft === null) return
    const typed = overNow(draft.read, { report: draft.filled, values: draft.values }, begun)
    for (const name of ['answers', 'special_report', 'completion_comment'] as const) setValue(name, typed[name], { shouldDirty: true })
  }, [draft, begun, setValue])
  const { dirtyFields } = useFormState({ control })
  const [answers, special_report, completion_comment] = useWatch({ control, name: ['answers', 'special_report', 'completion_comment'] })
  const isTyped =
    dirtyFields.answers?.some(Boolean) === true || dirtyFields.special_report === true || dirtyFields.completion_comment === true
  useKeptDraft(
    { construction_id, room_id },
    {
      isTyped: isTyped && !isOfOther && !isOver,
      read: { report: begun, values: valuesOf(begun) },
      filled: report,
      values: { answers, special_report, completion_comment },
    },
  )
  return draft !== null
}

interface Continued {
  /** As it was when the sheet was opened, and with the items that it asks now. */
  begun: Report
  report: Report
  /** Done, or on its way: nothing is kept any more. */
  isOver: boolean
}

const Completion = ({ report: begun, room, onClose, onDone }: Props & { report: Report }) => {
  const actor = useActor()
  const staff = isStaff(actor)
  const [sign, setSign] = useState<string | null>(null)
  const [anew, setAnew] = useState<ReadAnew | null>(null)
  const report = anew?.report ?? begun
  const form = useForm<Values>({
    defaultValues: {
      ...valuesOf(begun),
      signer_name: room.resident?.name ?? '',
      other_name: '',
      signer_relation: 'self',
      omit_sign: false,
      sign_omitted_reason: '',
      photos_omitted_reason: '',
    },
  })
  const save = useKeptMutation('POST /api/constructions/:construction_id/rooms/:room_id/completion', {
    invalidates: roomReads,
    title: `${addressedRoom(room.name)}　完了登録`,
    ...placeOfRoom({ ...room, room_id: room.id }),
    says: () => saidAnswers(report, form.getValues(), { report: begun, values: valuesOf(begun) }),
    // It is done when it is pressed, and not when there is a line.
    asKept: ({ params, body: { room: completion } }) => ({
      params,
      body: { room: { ...completion, completed_at: new Date().toISOString() } },
    }),
    // Whoever works there goes on to the next door, and is told there.
    saysDone: isOffice(actor),
    onDone: answer => {
      dropReportDraft({ construction_id: room.construction_id, room_id: room.id })
      onDone(answer)
    },
    onError: async error => {
      if (!isTemplateChange(report, error)) return
      const read = await readAnew(room.construction_id, room.id, report, form.getValues('answers'))
      setAnew(read)
      form.setValue('answers', read.answers, { shouldDirty: true })
      save.reset()
    },
  })
  const isContinued = useContinued(form, room, { begun, report, isOver: save.isSuccess })
  const money = useCollections({ construction_id: room.construction_id, room_id: room.id }, room.collect_on_the_day)
  const waiting = useWaitingPhotos(room.construction_id, room.id)
  // What was taken goes first: the server asks for photos once they have arrived.
  const missing = room.photo_slots.filter(
    slot => slot.taken === 0 && !waiting.some(photo => photo.position === slot.position && photo.timing === slot.timing),
  )
  const [omitted, reason, answers, relation, signer, other] = useWatch({
    control: form.control,
    name: ['omit_sign', 'sign_omitted_reason', 'answers', 'signer_relation', 'signer_name', 'other_name'],
  })
  const unanswered = stillToAnswer(report, { answers })
  const blocked =
    missing.length > 0 && !staff
      ? '撮影が完了していません'
      : badAnswers(report, { answers })
        ? '数値ではない回答があります'
        : // What the server would refuse is not kept on a phone, where nobody could mend it after the house is left.
          omitted
          ? reason.trim() === ''
            ? `${roomLabels.sign_omitted_reason}を入力してください`
            : null
          : sign === null
            ? 'サインを入力してください'
            : null
  return (
    <Modal opened onClose={onClose} title={`${addressedRoom(room.name)}　完了登録`} width={640}>
      <Form
        form={form}
        error={save.error}
        guard={false}
        onSubmit={values =>
          save.mutate({
            params: { construction_id: room.construction_id, room_id: room.id },
            body: {
              room: {
                digital_sign: values.omit_sign ? null : sign,
                signer_name: values.omit_sign ? null : values.signer_relation === 'self' ? values.signer_name : values.other_name,
                signer_relation: values.signer_relation,
                sign_omitted_reason: values.omit_sign ? values.sign_omitted_reason : null,
                photos_omitted_reason: values.photos_omitted_reason,
                special_report: values.special_report,
                completion_comment: values.completion_comment,
                completion_report_results_attributes: sentAnswers(report, values),
              },
            },
          })
        }
      >
        <Stack>
          <ScarceRoom />
          {isContinued ? <Help>{continuedText}</Help> : null}
          {room.completed_at === null || save.isPending || save.isSuccess || save.error !== null ? null : (
            <Alert as="p" role="alert">
              この部屋はすでに完了しています。（{formatInstant(new Date(room.completed_at))}）ここに入力した内容は登録されません。
            </Alert>
          )}
          {missing.length === 0 ? null : (
            <Alert role="alert">
              <p>{missingPhotosText(missing)}</p>
              {staff ? (
                <TextField name="photos_omitted_reason" label="写真不足のまま完了する理由" required />
              ) : (
                <p>写真を撮影してから完了してください。</p>
              )}
            </Alert>
          )}
          {unanswered.length === 0 ? null : (
            <Alert as="p" role="status">
              未記入の必須項目があります：{unanswered.map(({ name }) => name).join('、')}
            </Alert>
          )}
          {money.due > 0 ? <Alert as="p">当日集金が未登録です。（{formatYen(money.due)}）</Alert> : null}
          {money.state === null ? null : (
            <p>
              <CollectionBadge state={money.state} />
            </p>
          )}
          {anew === null ? null : <TemplateChanged gone={anew.gone} />}
          <ReportFields report={report} />
          <CheckField name="omit_sign" label="サインを省略する" />
          {omitted ? (
            <TextField name="sign_omitted_reason" label={roomLabels.sign_omitted_reason} required />
          ) : (
            <>
              <RadioField
                name="signer_relation"
                label="署名する方"
                options={signerRelations.map(value => ({ value, label: signerRelationLabels[value] }))}
              />
              <TextField
                key={relation === 'self' ? 'self' : 'other'}
                name={relation === 'self' ? 'signer_name' : 'other_name'}
                label={completionReportLabels.signer_name}
                maxLength={100}
              />
              <FieldBox data-field="digital_sign">
                <Label as="span">サイン（作業の完了を確認しました）</Label>
                <Help>{whatIsSigned(room, relation, relation === 'self' ? signer : other)}</Help>
                <SignaturePad onChange={setSign} />
                <ModalGuard watching={sign !== null && !save.isSuccess} />
              </FieldBox>
            </>
          )}
        </Stack>
        <ModalFoot>
          <ModalCancel />
          <Button kind="primary" type="submit" disabled={save.isPending} reason={blocked}>
            完了する
          </Button>
        </ModalFoot>
      </Form>
    </Modal>
  )
}

/** What a signature stands for, and whose it is (C7). */
const whatIsSigned = (
  { building_name, construction_name, name, options }: Props['room'],
  relation: SignerRelation,
  signer: string,
): string => {
  const work = [construction_name ?? '工事', ...options].join('、')
  const who = signer.trim() === '' ? signerRelationLabels[relation] : `${signer.trim()} 様（${signerRelationLabels[relation]}）`
  return `${building_name} ${addressedRoom(name)}の「${work}」が完了したことを、${who}に確認していただきます。`
}
