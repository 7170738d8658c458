import { photoTimingLabels, photoTimings, type PhotoTiming } from '@toguchi/domain/photos/labels'
import { mayBePicture, pictureNames } from '@toguchi/domain/photos/picture-formats'
import { useEffect, useRef, useState } from 'react'
import { invalidate } from '../platform/api/api.ts'
import { newUuid } from '../platform/new-uuid.ts'
import { useStore } from '../platform/store.ts'
import { toast } from '../platform/toast.ts'
import { PhotoArchiveButton } from '../photo-archives/photo-archives.tsx'
import { useSignedIn } from '../platform/session/session.ts'
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx'
import { LeaveGuard } from '../ui/dialog/LeaveGuard.tsx'
import { saveOwnFile } from '../ui/files/save-file.ts'
import { createUploadQueue, holdsUnsent } from '../ui/files/upload-queue.ts'
import { type Photo, PhotoViewer } from './PhotoViewer.tsx'
import { SignboardSettings } from './SignboardSettings.tsx'
import { type Sending, type Slot, SlotView } from './SlotView.tsx'
import { usePictureCheck } from './PictureCheck.tsx'
import { Thumb } from './Thumb.tsx'
import { type Album, type Place, removePhoto, uploadPhoto, isNoPicture } from './upload-photo.ts'
import { Help } from '../ui/form/FieldParts.ts'
import { Actions } from '../ui/layout/Layout.ts'
import styles from './PhotoMatrix.module.css'
import { Thumbs } from './Thumbs.ts'

interface Props {
  album: Album
  /** Undefined while they are being fetched for the first time. */
  photos: readonly Photo[] | undefined
  slots: readonly Slot[]
  /** Nothing may be added: closed, or not this person's work. */
  readOnly: boolean
  /** Whether photos of this construction get a board. */
  hasBoards: boolean
  /** Said where no photos are asked for. */
  emptyText: string
}

const largest = 20 * 1024 * 1024

/** Places × timings: what is taken, what is still missing, and the camera one tap away (G-PHO-06 to 08). */
export const PhotoMatrix = ({ album, photos = [], slots, readOnly, hasBoards, emptyText }: Props) => {
  const [{ queue, takeBack }] = useState(() => queueOf(album))
  const sending = useStore(queue.uploads)
  const [shown, setShown] = useState<string | null>(null)
  const [dialog, ask] = useConfirm()
  const keepsOriginals = useSignedIn().save_original_image_in_local_device === true
  const [check, look] = usePictureCheck(takeBack)
  usePreviewsLetGo(sending)

  const add = (
    { position, place_name, timing }: Slot,
    files: FileList | null,
    fromCamera: boolean,
    again: (onChosen: () => void) => void,
  ) => {
    const chosen = [...(files ?? [])]
    queue.add(chosen, file => ({ position, timing, preview: URL.createObjectURL(file) }))
    queue.start()
    const which = (file: File) =>
      chosen.length < 2 ? '' : `${chosen.length}枚中${chosen.indexOf(file) + 1}枚目（${place_name}　${photoTimingLabels[timing]}）`
    for (const { id, file, state } of queue.uploads.get())
      if (chosen.includes(file) && state !== 'refused') look({ id, file, which: which(file), again })
    // The server draws the board on a copy; who wants the picture on the phone too gets it as it was taken (G-PHO-04).
    if (fromCamera && keepsOriginals && hasBoards) for (const file of chosen) saveOwnFile(file)
  }
  const askAndDrop = async ({ id }: Sending) => {
    if (await ask({ title: '送れなかったこの写真を取り消します。よろしいですか？', confirm: '取り消す', danger: true })) queue.cancel(id)
  }
  const places = [...Map.groupBy(slots, slot => slot.position).values()]
  const ordered = places.flatMap(place =>
    photoTimings.flatMap(timing => photos.filter(photo => isIn(photo, { position: place[0]?.position ?? '', timing }))),
  )
  const former = photos.filter(photo => !slots.some(slot => isIn(photo, slot)))
  const inOrder = [...ordered.filter(photo => !former.includes(photo)), ...former]
  const unsent = sending.filter(({ state }) => state !== 'refused').length
  const missing = slots.filter(slot => !photos.some(photo => isIn(photo, slot))).length

  return (
    <div>
      {dialog}
      {check}
      {slots.length === 0 ? <Help>{emptyText}</Help> : null}
      <div className={styles.top}>
        {slots.length > 0 ? (
          <p className={styles.summary} role="status">
            {missing === 0 ? '必要な写真はすべて撮影済みです。' : `未撮影 ${missing} か所`}
            {unsent > 0 ? `　送信中・未送信 ${unsent} 枚` : ''}
          </p>
        ) : null}
        <Actions>
          {photos !== undefined && photos.length > 0 ? (
            <PhotoArchiveButton constructionId={album.params.construction_id} scope={album.params['room_id'] ?? 'common'} size="small" />
          ) : null}
          {hasBoards ? <SignboardSettings constructionId={album.params.construction_id} /> : null}
        </Actions>
      </div>
      {places.map(place => (
        <div className={styles.place} key={place[0]?.position}>
          <h3>{place[0]?.place_name}</h3>
          {place[0]?.remarks ? <Help>{place[0].remarks}</Help> : null}
          <div className={styles.row}>
            {photoTimings.flatMap(timing => {
              const slot = place.find(each => each.timing === timing)
              if (slot === undefined) return []
              return [
                <SlotView
                  key={timing}
                  slot={slot}
                  taken={photos.filter(photo => isIn(photo, slot))}
                  sending={sending.filter(({ details }) => isIn(details, slot))}
                  readOnly={readOnly}
                  onAdd={(files, fromCamera, again) => add(slot, files, fromCamera, again)}
                  onAgain={photo => queue.retry(photo.id)}
                  onDrop={photo => void (photo.state === 'refused' ? queue.cancel(photo.id) : askAndDrop(photo))}
                  onShow={setShown}
                />,
              ]
            })}
          </div>
        </div>
      ))}
      {former.length === 0 ? null : (
        <div className={styles.place}>
          <h3>これまでの撮影箇所</h3>
          <Help>いまの設定では撮影を求めていない箇所の写真です。</Help>
          <Thumbs>
            {former.map(photo => (
              <figure key={photo.uuid} className={styles.former}>
                <Thumb photo={photo} label={`${photo.place_name} ${photoTimingLabels[photo.timing]}を開く`} onShow={setShown} />
                <figcaption>
                  {photo.place_name}
                  <br />
                  {photoTimingLabels[photo.timing]}
                </figcaption>
              </figure>
            ))}
          </Thumbs>
        </div>
      )}
      <PhotoViewer {...{ album, shown, readOnly }} photos={inOrder} onShow={setShown} />
      <LeaveGuard
        watching={holdsUnsent(sending)}
        title="送信が終わっていない写真があります"
        text="このページを離れると、まだ送信されていない写真は失われます。よろしいですか？"
        leave="送信せずに離れる"
      />
    </div>
  )
}

const isIn = (one: { position: string; timing: PhotoTiming }, slot: { position: string; timing: PhotoTiming }) =>
  one.position === slot.position && one.timing === slot.timing

const queueOf = (album: Album) => {
  const unwanted = new Set<string>()
  /** Where it cannot be taken away, it stands beside the new one, and somebody has to know. */
  const remove = async (uuid: string) => {
    try {
      await removePhoto(album, uuid)
    } catch {
      toast.failure('撮り直す前の写真が残っています。写真を開いて削除してください。')
    }
    await invalidate(album.stale)
  }
  const queue = createUploadQueue<Place>({
    newId: newUuid,
    titleOf: file => file.name,
    details: { position: '', timing: 'before_construction', preview: '' },
    refusal: file =>
      !mayBePicture(file)
        ? `${pictureNames}のいずれかの写真を選択してください。`
        : file.size > largest
          ? 'ファイルサイズは20MB以下にしてください。'
          : null,
    // Photos of one place stand in the order in which they arrive.
    lineOf: ({ details: { position, timing } }) => `${position}/${timing}`,
    isFinal: isNoPicture,
    send: (photo, options) => uploadPhoto(album, photo, options),
    onArrived: ({ id }) => (unwanted.has(id) ? remove(id) : undefined),
  })
  /** Takes away a photo that is taken again. What is on its way may have arrived already, so it is waited for. */
  const takeBack = (id: string) => {
    const state = queue.uploads.get().find(upload => upload.id === id)?.state
    if (state === undefined) void remove(id)
    else if (state === 'sending') unwanted.add(id)
    else queue.cancel(id)
  }
  return { queue, takeBack }
}

/** A preview holds its file in memory until it is let go: as soon as its photo has left the queue, or the page is gone. */
const usePreviewsLetGo = (sending: readonly Sending[]) => {
  const objectUrls = useRef<readonly string[]>([])
  useEffect(() => {
    const now = sending.map(({ details }) => details.preview)
    for (const gone of objectUrls.current.filter(preview => !now.includes(preview))) URL.revokeObjectURL(gone)
    objectUrls.current = now
  }, [sending])
  useEffect(
    () => () => {
      for (const preview of objectUrls.current) URL.revokeObjectURL(preview)
      objectUrls.current = []
    },
    [],
  )
}
