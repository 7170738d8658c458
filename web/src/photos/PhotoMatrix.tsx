import { photoTimingLabels, photoTimings, type PhotoTiming } from '@toguchi/domain/photos/labels'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type AnswerOf, ApiError, invalidate, q, useApiMutation } from '../platform/api.ts'
import { Button } from '../ui/Button.tsx'
import { useConfirm } from '../ui/ConfirmDialog.tsx'
import { Modal, ModalFoot } from '../ui/Modal.tsx'
import { formatInstant } from '@toguchi/domain/calendar/day'
import { newUuid } from '../platform/new-uuid.ts'
import { type NewPhoto, uploadPhoto } from './upload-photo.ts'
import './photo-matrix.css'

type Image = AnswerOf<'GET /api/constructions/:construction_id/rooms/:room_id/room_images'>['room_images'][number]

interface Slot {
  position: string
  place_name: string
  timing: PhotoTiming
}

interface Props {
  room: { construction_id: number; room_id: number }
  slots: readonly Slot[]
  /** Why nothing may be added: closed, or not this person's work. */
  readOnly: boolean
}

interface Sending extends NewPhoto {
  preview: string
  /** What went wrong with the last try; null while it is on its way. */
  failed: string | null
}

const images = (room: Props['room']) =>
  q('GET /api/constructions/:construction_id/rooms/:room_id/room_images', { params: room }, { silent: true })

/** Places × timings: what is taken, what is still missing, and the camera one tap away (G-PHO-06 to 08). */
export const PhotoMatrix = ({ room, slots, readOnly }: Props) => {
  const { data } = useQuery(images(room))
  const [sending, setSending] = useState<readonly Sending[]>([])
  const [shown, setShown] = useState<Image | null>(null)
  const [dialog, ask] = useConfirm()
  useUnsentWarning(sending.length > 0)

  const forget = (uuid: string) =>
    setSending(before => {
      const gone = before.find(each => each.uuid === uuid)
      if (gone) URL.revokeObjectURL(gone.preview)
      return before.filter(each => each.uuid !== uuid)
    })
  const attempt = async (photo: Sending) => {
    setSending(before => [...before.filter(each => each.uuid !== photo.uuid), { ...photo, failed: null }])
    try {
      await uploadPhoto(room, photo)
      await invalidate([
        'GET /api/constructions/:construction_id/rooms/:room_id/room_images',
        'GET /api/constructions/:construction_id/rooms/:room_id',
        'GET /api/constructions/:construction_id/working_process',
      ])
      forget(photo.uuid)
    } catch (error) {
      const failed =
        error instanceof ApiError && error.status !== 0
          ? (error.fullMessages[0] ?? '送信できませんでした。')
          : '通信できませんでした。電波のよい場所で再送してください。'
      setSending(before => before.map(each => (each.uuid === photo.uuid ? { ...each, failed } : each)))
    }
  }
  const add = (slot: Slot, files: FileList | null) => {
    for (const file of files ?? [])
      void attempt({
        uuid: newUuid(),
        file,
        position: slot.position,
        timing: slot.timing,
        preview: URL.createObjectURL(file),
        failed: null,
      })
  }
  const askAndDrop = async ({ uuid }: Sending) => {
    if (await ask({ title: '送れなかったこの写真を取り消します。よろしいですか？', confirm: '取り消す', danger: true })) forget(uuid)
  }
  const places = [...Map.groupBy(slots, slot => slot.position).values()]
  const missing = slots.filter(
    slot => !data?.room_images.some(image => image.position === slot.position && image.timing === slot.timing),
  ).length

  return (
    <div className="photo-matrix">
      {dialog}
      {slots.length === 0 ? <p className="k-help">この工事では室内の撮影は求められていません。</p> : null}
      {slots.length > 0 ? (
        <p className="photo-summary" role="status">
          {missing === 0 ? '必要な写真はすべて撮影済みです。' : `未撮影 ${missing} か所`}
          {sending.length > 0 ? `　送信中・未送信 ${sending.length} 枚` : ''}
        </p>
      ) : null}
      {places.map(place => (
        <div className="photo-place" key={place[0]?.position}>
          <h3>{place[0]?.place_name}</h3>
          <div className="photo-row">
            {photoTimings.flatMap(timing => {
              const slot = place.find(each => each.timing === timing)
              if (slot === undefined) return []
              return [
                <SlotView
                  key={timing}
                  slot={slot}
                  taken={(data?.room_images ?? []).filter(image => image.position === slot.position && image.timing === timing)}
                  sending={sending.filter(each => each.position === slot.position && each.timing === timing)}
                  readOnly={readOnly}
                  onAdd={files => add(slot, files)}
                  onAgain={photo => void attempt(photo)}
                  onDrop={photo => void askAndDrop(photo)}
                  onShow={setShown}
                />,
              ]
            })}
          </div>
        </div>
      ))}
      {shown === null ? null : <Viewer image={shown} room={room} readOnly={readOnly} onClose={() => setShown(null)} />}
    </div>
  )
}

interface SlotProps {
  slot: Slot
  taken: readonly Image[]
  sending: readonly Sending[]
  readOnly: boolean
  onAdd: (files: FileList | null) => void
  onAgain: (photo: Sending) => void
  onDrop: (photo: Sending) => void
  onShow: (image: Image) => void
}

const SlotView = ({ slot, taken, sending, readOnly, onAdd, onAgain, onDrop, onShow }: SlotProps) => {
  const input = useRef<HTMLInputElement>(null)
  const label = `${slot.place_name} ${photoTimingLabels[slot.timing]}`
  const state = taken.length > 0 ? 'taken' : sending.length > 0 ? 'sending' : 'missing'
  return (
    <div className="photo-slot" data-state={state}>
      <span className="photo-slot-head">
        {photoTimingLabels[slot.timing]}
        <span>{state === 'taken' ? '撮影済' : state === 'sending' ? '送信中' : '未撮影'}</span>
      </span>
      <div className="photo-thumbs">
        {taken.map((image, at) => (
          <button
            key={image.uuid}
            type="button"
            className="photo-thumb"
            aria-label={`${label} ${at + 1}枚目を開く`}
            onClick={() => onShow(image)}
          >
            <img src={image.thumbnail_url ?? image.file_url} alt="" width={96} height={72} loading="lazy" />
          </button>
        ))}
        {sending.map(photo => (
          <span key={photo.uuid} className="photo-thumb" data-failed={photo.failed !== null}>
            <img src={photo.preview} alt={`${label} 送信中`} width={96} height={72} />
            {photo.failed === null ? (
              <span className="photo-progress">送信中…</span>
            ) : (
              <>
                <button type="button" className="photo-again" onClick={() => onAgain(photo)} title={photo.failed}>
                  再送する
                </button>
                <button
                  type="button"
                  className="photo-drop"
                  onClick={() => onDrop(photo)}
                  aria-label={`${label} 送れなかった写真を取り消す`}
                >
                  ×
                </button>
              </>
            )}
          </span>
        ))}
      </div>
      {sending.some(photo => photo.failed !== null) ? (
        <p className="k-error" role="alert">
          {sending.find(photo => photo.failed !== null)?.failed}
        </p>
      ) : null}
      {readOnly ? null : (
        <>
          <input
            ref={input}
            className="sr-only"
            type="file"
            accept="image/jpeg,image/png"
            capture="environment"
            aria-label={`${label}を撮影`}
            tabIndex={-1}
            onChange={event => {
              onAdd(event.target.files)
              event.target.value = ''
            }}
          />
          <button type="button" className="photo-shoot" onClick={() => input.current?.click()}>
            {taken.length === 0 ? '撮影する' : '追加で撮影'}
          </button>
        </>
      )}
    </div>
  )
}

const Viewer = ({ image, room, readOnly, onClose }: { image: Image; room: Props['room']; readOnly: boolean; onClose: () => void }) => {
  const [dialog, ask] = useConfirm()
  const remove = useApiMutation('DELETE /api/constructions/:construction_id/rooms/:room_id/room_images/:image_uuid', {
    invalidates: [
      'GET /api/constructions/:construction_id/rooms/:room_id/room_images',
      'GET /api/constructions/:construction_id/rooms/:room_id',
    ],
    onSuccess: onClose,
  })
  const askAndRemove = async () => {
    if (await ask({ title: 'この写真を削除します。よろしいですか？', confirm: '削除する', danger: true }))
      remove.mutate({ params: { ...room, image_uuid: image.uuid } })
  }
  return (
    <Modal opened onClose={onClose} title={`${image.place_name}　${photoTimingLabels[image.timing]}`} width={800}>
      {dialog}
      <img src={image.file_url} alt={`${image.place_name} ${photoTimingLabels[image.timing]}`} className="photo-full" />
      <p className="k-help">
        撮影 {formatInstant(new Date(image.filming_at))}　{image.uploaded_by ?? ''}
      </p>
      <ModalFoot>
        {image.can_delete && !readOnly ? (
          <Button kind="danger" icon="trash" onClick={() => void askAndRemove()}>
            削除
          </Button>
        ) : null}
        <Button onClick={onClose}>閉じる</Button>
      </ModalFoot>
    </Modal>
  )
}

/** Nobody leaves with photos that the server does not have yet. */
const useUnsentWarning = (unsent: boolean) => {
  useEffect(() => {
    if (!unsent) return
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', stay)
    return () => removeEventListener('beforeunload', stay)
  }, [unsent])
}
