import { slotKey } from '@toguchi/domain/photos/camera-order'
import { photoTimingLabels, photoTimings } from '@toguchi/domain/photos/labels'
import { mayBePicture, pictureNames } from '@toguchi/domain/photos/picture-formats'
import { Suspense, useEffect, useState } from 'react'
import { partOnDemand } from '../platform/late-part.ts'
import { newUuid } from '../platform/new-uuid.ts'
import { drop, outbox, send, sendAgain, startOutbox } from '../platform/outbox/outbox.ts'
import { useStore } from '../platform/use-store.ts'
import { toast } from '../platform/toast.ts'
import { whenIdle } from '../platform/when-idle.ts'
import { PhotoArchiveButton } from '../photo-archives/photo-archives.tsx'
import { useSignedIn } from '../platform/session/use-user.ts'
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx'
import { LeaveGuard } from '../ui/dialog/LeaveGuard.tsx'
import { ScarceRoom } from '../ui/unsent/ScarceRoom.tsx'
import { Deliveries } from './Deliveries.tsx'
import type { Photo } from './PhotoViewer.tsx'
import { SignboardSettings } from './SignboardSettings.tsx'
import { type Slot, SlotView } from './slots/SlotView.tsx'
import { usePictureCheck } from './check/PictureCheck.tsx'
import { Thumb } from './slots/Thumb.tsx'
import { takeBack } from './take-back.ts'
import { isIn, isTooLarge, takenSlots, tooLargeText } from './taken-slots.ts'
import { type Album, photoRequest, photosOnTheirWay, type Sending } from './upload-photo.ts'
import { ErrorText } from '../ui/form/FieldParts.ts'
import { Actions } from '../ui/layout/Layout.ts'
import styles from './PhotoMatrix.module.css'
import { Thumbs } from './slots/Thumbs.ts'

// Fetched ahead, in a quiet moment: a cellar has no network to fetch it by.
const fetchCamera = () => import('./camera/CameraView.tsx')
const CameraView = partOnDemand(async () => (await fetchCamera()).CameraView)
const usePrefetchedCamera = (isWanted: boolean) =>
  useEffect(() => (isWanted ? whenIdle(() => void fetchCamera().catch(() => {})) : undefined), [isWanted])
// Fetched with the first photo that is opened.
const PhotoViewer = partOnDemand(async () => (await import('./PhotoViewer.tsx')).PhotoViewer)

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

/** Places × timings: what is taken, what is still missing, and the camera one tap away (G-PHO-06 to 08). */
export const PhotoMatrix = ({ album, photos = [], slots, readOnly, hasBoards, emptyText }: Props) => {
  const sending = photosOnTheirWay(album, useStore(outbox))
  const [camera, setCamera] = useState<{ begin: Slot | null } | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  const [tooLarge, setTooLarge] = useState<string | null>(null)
  const [dialog, ask] = useConfirm()
  const keepsOriginals = useSignedIn().save_original_image_in_local_device === true
  const [check, look] = usePictureCheck(id => takeBack(album, id))

  // Where it could not be fetched ahead, the page stays, and files can still be chosen.
  const shoot = (begin: Slot | null) =>
    void fetchCamera().then(
      () => setCamera({ begin }),
      () => toast.failure('カメラを開けませんでした。電波のよい場所でもう一度お試しいただくか、「写真を選ぶ」から追加してください。'),
    )
  usePrefetchedCamera(!readOnly && slots.length > 0)

  const add = (slot: Slot, files: FileList | null, again: (onChosen: () => void) => void) => {
    const chosen = [...(files ?? [])]
    const fit = chosen.filter(file => refusalOf(file) === null)
    setTooLarge(chosen.map(refusalOf).find(refusal => refusal !== null) ?? null)
    for (const file of fit) {
      const id = newUuid()
      void send(photoRequest(album, slot, { id, file }))
      const which =
        chosen.length < 2
          ? ''
          : `${chosen.length}枚中${chosen.indexOf(file) + 1}枚目（${slot.place_name}　${photoTimingLabels[slot.timing]}）`
      look({ id, file, which, again })
    }
  }
  const askAndDrop = async ({ request }: Sending) => {
    const text = 'まだサーバーに届いていない写真です。取り消すと、この端末からも消えます。'
    if (await ask({ title: 'この写真を取り消します。よろしいですか？', text, confirm: '取り消す', danger: true })) await drop(request.id)
  }
  const places = [...Map.groupBy(slots, slot => slot.position).values()]
  const ordered = places.flatMap(place =>
    photoTimings.flatMap(timing => photos.filter(photo => isIn(photo, { position: place[0]?.position ?? '', timing }))),
  )
  const former = photos.filter(photo => !slots.some(slot => isIn(photo, slot)))
  const inOrder = [...ordered.filter(photo => !former.includes(photo)), ...former]
  const taken = takenSlots(photos, sending)
  const missing = slots.filter(slot => !taken.has(slotKey(slot))).length

  return (
    <div className={styles.matrix}>
      {dialog}
      {check}
      {slots.length === 0 ? <p className={styles.help}>{emptyText}</p> : null}
      <div className={styles.top}>
        {slots.length > 0 ? (
          <p className={styles.summary} role="status">
            {missing === 0 ? '必要な写真はすべて撮影済みです。' : `未撮影 ${missing} か所`}
          </p>
        ) : null}
        <Deliveries sending={sending} album={album} />
        <Actions>
          {photos.length > 0 || slots.some(({ taken = 0 }) => taken > 0) ? (
            <PhotoArchiveButton constructionId={album.params.construction_id} scope={album.params['room_id'] ?? 'common'} size="small" />
          ) : null}
          {hasBoards ? <SignboardSettings constructionId={album.params.construction_id} /> : null}
        </Actions>
      </div>
      {readOnly || slots.length === 0 || camera !== null ? null : <ScarceRoom />}
      {readOnly || slots.length === 0 ? null : (
        <button type="button" className={styles.shoot} onClick={() => shoot(null)}>
          撮影する
        </button>
      )}
      {tooLarge === null ? null : <ErrorText role="alert">{tooLarge}</ErrorText>}
      {places.map(place => (
        <div className={styles.place} key={place[0]?.position}>
          <h3>{place[0]?.place_name}</h3>
          {place[0]?.remarks ? <p className={styles.help}>{place[0].remarks}</p> : null}
          <div className={styles.row}>
            {photoTimings.flatMap(timing => {
              const slot = place.find(each => each.timing === timing)
              if (slot === undefined) return []
              return [
                <SlotView
                  key={timing}
                  slot={slot}
                  taken={photos.filter(photo => isIn(photo, slot))}
                  sending={sending.filter(photo => isIn(photo, slot))}
                  readOnly={readOnly}
                  onShoot={() => shoot(slot)}
                  onAdd={(files, again) => add(slot, files, again)}
                  onAgain={({ request }) => sendAgain(request.id)}
                  onDrop={photo => void askAndDrop(photo)}
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
          <p className={styles.help}>いまの設定では撮影を求めていない箇所の写真です。</p>
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
      <Suspense>{shown === null ? null : <PhotoViewer {...{ album, shown, readOnly }} photos={inOrder} onShow={setShown} />}</Suspense>
      <Suspense>
        {camera === null ? null : (
          <CameraView
            {...{ album, slots, photos, sending, hasBoards, ...camera }}
            // The server draws the board on a copy; who wants the picture on the phone too gets it as it was taken (G-PHO-04).
            savesFiles={keepsOriginals && hasBoards}
            onClose={() => setCamera(null)}
          />
        )}
      </Suspense>
      <LeaveGuard
        watching={sending.some(({ request }) => request.state === 'keeping' || request.state === 'unkept')}
        title="端末に保存できていない写真があります"
        text="このページを離れると、まだ送信されていない写真は失われます。送信が終わるまでお待ちください。"
        leave="送信せずに離れる"
      />
    </div>
  )
}

const unfitText = `${pictureNames}のいずれかの写真を選択してください。`
const refusalOf = (file: File): string | null => (!mayBePicture(file) ? unfitText : isTooLarge(file) ? tooLargeText : null)

startOutbox()
