import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { type Day, formatDayWithoutYear, instantOf, timeInTokyo } from '@toguchi/domain/calendar/day'
import { usualReason } from '@toguchi/domain/rooms/absences/usual-reason'
import { absenceLabels, noPhotoText } from '@toguchi/domain/rooms/absences/absence-labels'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { AnswerOf } from '../../platform/api/api.ts'
import { newUuid } from '../../platform/new-uuid.ts'
import { send } from '../../platform/outbox/outbox.ts'
import { useKeptMutation } from '../../platform/outbox/use-kept-mutation.ts'
import { useActor } from '../../platform/session/actor.ts'
import { useConfiguration } from '../../platform/session/configuration.ts'
import { Button } from '../../ui/Button.tsx'
import { ChipsField } from '../../ui/form/fields/ChipsField.tsx'
import { DateField } from '../../ui/form/fields/DateField.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FormGrid } from '../../ui/form/FormFoot.tsx'
import { TextareaField } from '../../ui/form/fields/TextareaField.tsx'
import { TimeField } from '../../ui/form/fields/TimeField.tsx'
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx'
import { Modal, ModalCancel, ModalFoot, ModalGuard } from '../../ui/dialog/Modal.tsx'
import { placeOfRoom, type RoomDetail, roomReads } from '../../room-reads/room-reads.ts'
import { Stack } from '../../ui/layout/Layout.ts'
import { Help } from '../../ui/form/FieldParts.ts'
import { useReasons } from '../actions/RescheduleModal.tsx'
import { type DoorPhoto, doorPhotoRequest } from './door-photo.ts'
import styles from './AbsenceModal.module.css'
import { DoorPhotoField } from './DoorPhotoField.tsx'

interface Values {
  incomplete_reason_id: number | null
  visited_on: string | null
  visited_time: string | null
  room_remarks: string
}

interface Props {
  room: Pick<RoomDetail, 'id' | 'construction_id' | 'name' | 'building_name' | 'room_remarks' | 'incomplete_reason_id' | 'assign'>
  onClose: () => void
  /** With the server's answer; null where it waits on this device. */
  onDone: (answer: AnswerOf<'POST /api/constructions/:construction_id/rooms/:room_id/absence'> | null) => void
}

/**
 * Nobody opened: the photo of the door, why and when, and the 不在票 at the door becomes good with it (D-34). Without a network it is kept on
 * the phone, the photo first.
 */
export const AbsenceModal = ({ room, onClose, onDone }: Props) => {
  const reasons = useReasons()
  const atTheDoor = useActor().kind === 'craftsman'
  const today = useConfiguration()?.today ?? ''
  const [now] = useState(() => timeInTokyo(new Date()))
  const [uuid] = useState(newUuid)
  const [photo, setPhoto] = useState<DoorPhoto | null>(null)
  const [omitted, setOmitted] = useState(false)
  const handedIn = useRef<string | null>(null)
  const isTold = useRef(false)
  const params = { construction_id: room.construction_id, room_id: room.id }
  const incomplete_reason_id = room.incomplete_reason_id ?? usualReason(reasons)?.id ?? null
  const form = useForm<Values>({
    // The reasons may come later than the dialog.
    values: { incomplete_reason_id, visited_on: today, visited_time: now, room_remarks: room.room_remarks ?? '' },
    resetOptions: { keepDirtyValues: true },
  })
  const save = useKeptMutation('POST /api/constructions/:construction_id/rooms/:room_id/absence', {
    invalidates: [...roomReads, 'GET /api/constructions/:construction_id/rooms/:room_id/absences'],
    title: `${addressedRoom(room.name)}　不在の登録`,
    ...placeOfRoom({ ...room, room_id: room.id }),
    // The server hears of it when there is a line: by then its clock says nothing about the visit.
    asKept: ({ params: at, body: { absence } }) => ({
      params: at,
      body: { absence: { visited_at: new Date().toISOString(), ...absence } },
    }),
    // Whoever is at the door goes on to the next one, and is told there.
    saysDone: !atTheDoor,
    onDone,
    onError: () => (isTold.current = false),
  })
  const [question, ask] = useConfirm()
  const submit = async ({ incomplete_reason_id: reason, visited_on, visited_time, room_remarks }: Values) => {
    if (today !== '' && room.assign !== null && room.assign.date > today && !(await ask(earlyQuestion(room.assign.date)))) return
    const { visited_on: on, visited_time: time } = form.formState.dirtyFields
    // Untouched it is now: the server's clock says when that is.
    const visited_at = (on || time) && visited_on && visited_time ? instantOf(visited_on, visited_time).toISOString() : undefined
    // Once, also where the absence is refused and sent again.
    if (photo !== null && handedIn.current !== photo.id) {
      handedIn.current = photo.id
      await send(doorPhotoRequest(room, uuid, photo))
    }
    // A second press finds the first one's picture of the screen until the dialog is gone.
    if (isTold.current) return
    isTold.current = true
    save.mutate({
      params,
      body: {
        absence: {
          uuid,
          ...(visited_at === undefined ? {} : { visited_at }),
          ...(reason === null ? {} : { incomplete_reason_id: reason }),
          photo_omitted_reason: photo === null && omitted ? noPhotoText : null,
          room_remarks,
        },
      },
    })
  }
  const isAsked = atTheDoor && photo === null && !omitted
  return (
    <Modal opened onClose={onClose} title={`${addressedRoom(room.name)}　不在の登録`} width={520}>
      {question}
      <ModalGuard watching={photo !== null && !save.isPending && !save.isSuccess} />
      <Form form={form} error={save.error} guard={false} onSubmit={values => void submit(values)}>
        <Stack>
          <DoorPhotoField photo={photo} omitted={omitted} onPhoto={setPhoto} onOmit={setOmitted} />
          {reasons.length === 0 ? null : (
            <ChipsField
              name="incomplete_reason_id"
              label={absenceLabels.incomplete_reason_id}
              single
              options={reasons.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          <details className={styles.more} open={!atTheDoor || save.error !== null}>
            <summary>訪問した日時（今）・備考</summary>
            <FormGrid>
              <DateField name="visited_on" label="訪問した日" required today={today} max={today} />
              <TimeField name="visited_time" label="訪問した時刻" required />
              <TextareaField name="room_remarks" label={absenceLabels.room_remarks} wide />
            </FormGrid>
          </details>
          <Help>
            登録がサーバーに届くと、居住者へお知らせが送られ、居住者ページと不在票のQRコードから新しい日時を選べるようになります。
          </Help>
        </Stack>
        <ModalFoot>
          <ModalCancel />
          <Button
            kind="primary"
            type="submit"
            disabled={save.isPending || save.isSuccess}
            reason={isAsked ? `撮影するか「${noPhotoText}」を選択` : null}
          >
            不在を登録
          </Button>
        </ModalFoot>
      </Form>
    </Modal>
  )
}

/** Nobody is in vain at a door before the day: another room was meant, or somebody came early. */
const earlyQuestion = (date: Day) => ({
  title: `訪問日は${formatDayWithoutYear(date)}です`,
  text: <p>まだ訪問日になっていません。不在を登録すると日程再調整になり、居住者にお知らせが届きます。登録しますか？</p>,
  confirm: '不在を登録する',
  cancel: 'やめる',
})
