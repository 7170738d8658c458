import { formatInstant } from '@toguchi/domain/calendar/day'
import { absenceTransportLabels } from '@toguchi/domain/rooms/absences/absence-labels'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerOf, q, useApiMutation } from '../../platform/api/api.ts'
import { linkRenewal } from '../../platform/link-renewal.ts'
import { outbox, stateTexts } from '../../platform/outbox/outbox.ts'
import { useStore } from '../../platform/use-store.ts'
import type { RoomDetail } from '../../room-reads/room-reads.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, ButtonAnchor } from '../../ui/Button.tsx'
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx'
import { Viewer } from '../../ui/files/Viewer.tsx'
import { Help } from '../../ui/form/FieldParts.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { isDoorPhotoOf } from './door-photo.ts'
import styles from './RoomAbsences.module.css'

const key = 'GET /api/constructions/:construction_id/rooms/:room_id/absences'
type Answer = AnswerOf<typeof key>
type Absence = Answer['absences'][number]
type Photo = Absence['photos'][number]

/** Every visit in vain to the dwelling: when, by whom, why, the photo of the door, and what became of it. */
export const RoomAbsences = ({ room }: { room: RoomDetail }) => {
  const params = { construction_id: room.construction_id, room_id: room.id }
  const { data } = useQuery({ ...q(key, { params }, { silent: true }), refetchInterval: linkRenewal })
  const waiting = useStore(outbox).filter(isDoorPhotoOf(room))
  const [shown, setShown] = useState<string | null>(null)
  const { absences = [], photos_without_absence: loose = [] } = data ?? {}
  if (absences.length + loose.length + waiting.length === 0) return null
  return (
    <Section title="不在の記録" name="absences">
      {waiting.map(request => (
        <p key={request.id} role="status">
          <Badge tone={request.state === 'refused' ? 'red' : 'amber'}>{`玄関の写真 ${stateTexts[request.state]}`}</Badge> {request.refusal}
        </p>
      ))}
      <ul className={styles.absences}>
        {absences.map(absence => (
          <AbsenceRow key={absence.uuid} absence={absence} onShow={setShown} />
        ))}
        {loose.length === 0 ? null : (
          <li className={styles.absence}>
            <Photos photos={loose} onShow={setShown} />
            <Help>不在の登録がまだ届いていない写真です。</Help>
          </li>
        )}
      </ul>
      <Photographs photos={[...absences.flatMap(({ photos }) => photos), ...loose]} shown={shown} onShow={setShown} params={params} />
    </Section>
  )
}

const AbsenceRow = ({ absence, onShow }: { absence: Absence; onShow: (uuid: string) => void }) => (
  <li className={styles.absence} data-withdrawn={absence.withdrawn_at !== null}>
    <Photos photos={absence.photos} onShow={onShow} />
    <div className={styles.what}>
      <strong>{formatInstant(new Date(absence.visited_at))}</strong>
      <span>
        {absence.reason ?? '不在'}
        {absence.recorded_by === null ? '' : `　${absence.recorded_by}`}
      </span>
      {absence.withdrawn_at === null ? null : <Badge>取消済み</Badge>}
      {absence.photo_omitted_reason === null ? null : <small>写真なし：{absence.photo_omitted_reason}</small>}
      {absence.told_by === null ? null : <small>お知らせ：{absenceTransportLabels[absence.told_by]}</small>}
    </div>
  </li>
)

const Photos = ({ photos, onShow }: { photos: readonly Photo[]; onShow: (uuid: string) => void }) =>
  photos.length === 0 ? null : (
    <div className={styles.photos}>
      {photos.map(({ uuid, thumbnail_url, filming_at }) => (
        <button
          key={uuid}
          type="button"
          className={styles.photo}
          aria-label={`玄関の写真（${formatInstant(new Date(filming_at))}）を開く`}
          onClick={() => onShow(uuid)}
        >
          <img src={thumbnail_url} alt="" width={96} height={72} loading="lazy" />
        </button>
      ))}
    </div>
  )

interface PhotographsProps {
  photos: readonly Photo[]
  shown: string | null
  onShow: (uuid: string | null) => void
  params: { construction_id: number; room_id: number }
}

/** Looked at one after the other, and taken away by whoever may. */
const Photographs = ({ photos, shown, onShow, params }: PhotographsProps) => {
  const [dialog, ask] = useConfirm()
  const remove = useApiMutation('DELETE /api/constructions/:construction_id/rooms/:room_id/absence_photos/:photo_uuid', {
    invalidates: [key],
    onSuccess: () => onShow(null),
  })
  const photo = photos.find(({ uuid }) => uuid === shown)
  const askAndRemove = async (photo_uuid: string) => {
    if (await ask({ title: 'この写真を削除します。よろしいですか？', confirm: '削除する', danger: true }))
      remove.mutate({ params: { ...params, photo_uuid } })
  }
  return (
    <>
      {dialog}
      <Viewer
        items={photos.map(({ uuid, view_url, filming_at, uploaded_by }) => ({
          key: uuid,
          title: '不在時の玄関',
          kind: 'image',
          url: view_url,
          note: `撮影 ${formatInstant(new Date(filming_at))}　${uploaded_by ?? ''}`,
        }))}
        shown={shown}
        onShow={next => onShow(String(next))}
        onClose={() => onShow(null)}
        actions={
          photo === undefined ? null : (
            <>
              {photo.file_url === photo.view_url ? null : <ButtonAnchor href={photo.file_url}>元の写真</ButtonAnchor>}
              {photo.can_delete ? (
                <Button kind="danger" onClick={() => void askAndRemove(photo.uuid)}>
                  削除
                </Button>
              ) : null}
            </>
          )
        }
      />
    </>
  )
}
