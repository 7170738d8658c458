import { photoTimingLabels, photoTimings, type PhotoTiming } from '@toguchi/domain/photos/labels'
import { mayBePicture, pictureNames } from '@toguchi/domain/photos/picture-formats'
import { lazy, Suspense, useState } from 'react'
import { newUuid } from '../platform/new-uuid.ts'
import { confirmed, drop, outbox, send, sendAgain, startOutbox, stateTexts } from '../platform/outbox/outbox.ts'
import { groupOf } from '../room-reads/room-reads.ts'
import { useStore } from '../platform/store.ts'
import { PhotoArchiveButton } from '../photo-archives/photo-archives.tsx'
import { useSignedIn } from '../platform/session/session.ts'
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx'
import { LeaveGuard } from '../ui/dialog/LeaveGuard.tsx'
import { saveOwnFile } from '../ui/files/save-file.ts'
import type { Photo } from './PhotoViewer.tsx'
import { SignboardSettings } from './SignboardSettings.tsx'
import { type Slot, SlotView } from './SlotView.tsx'
import { usePictureCheck } from './check/PictureCheck.tsx'
import { Thumb } from './Thumb.tsx'
import { type Album, photoRequest, photosOnTheirWay, removalRequest, type Sending } from './upload-photo.ts'
import { ErrorText, Help } from '../ui/form/FieldParts.ts'
import { Actions } from '../ui/layout/Layout.ts'
import styles from './PhotoMatrix.module.css'
import { Thumbs } from './Thumbs.ts'

// Fetched with the first photo that is opened.
const PhotoViewer = lazy(async () => ({ default: (await import('./PhotoViewer.tsx')).PhotoViewer }))

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
  const sending = photosOnTheirWay(album, useStore(outbox))
  const arrived = useStore(confirmed).filter(({ key, group }) => key === `POST ${album.api}` && group === groupOf(album.params)).length
  const [shown, setShown] = useState<string | null>(null)
  const [tooLarge, setTooLarge] = useState<string | null>(null)
  const [dialog, ask] = useConfirm()
  const keepsOriginals = useSignedIn().save_original_image_in_local_device === true
  const [check, look] = usePictureCheck(id => takeBack(album, id))

  const add = (slot: Slot, files: FileList | null, fromCamera: boolean, again: (onChosen: () => void) => void) => {
    const chosen = [...(files ?? [])]
    const fit = chosen.filter(file => refusalOf(file) === null)
    setTooLarge(chosen.map(refusalOf).find(refusal => refusal !== null) ?? null)
    for (const file of fit) {
      const id = newUuid()
      void send(photoRequest(album, slot, id, file))
      const which =
        chosen.length < 2
          ? ''
          : `${chosen.length}枚中${chosen.indexOf(file) + 1}枚目（${slot.place_name}　${photoTimingLabels[slot.timing]}）`
      look({ id, file, which, again })
    }
    // The server draws the board on a copy; who wants the picture on the phone too gets it as it was taken (G-PHO-04).
    if (fromCamera && keepsOriginals && hasBoards) for (const file of fit) saveOwnFile(file)
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
          </p>
        ) : null}
        <Deliveries sending={sending} arrived={arrived} />
        <Actions>
          {photos !== undefined && photos.length > 0 ? (
            <PhotoArchiveButton constructionId={album.params.construction_id} scope={album.params['room_id'] ?? 'common'} size="small" />
          ) : null}
          {hasBoards ? <SignboardSettings constructionId={album.params.construction_id} /> : null}
        </Actions>
      </div>
      {tooLarge === null ? null : <ErrorText role="alert">{tooLarge}</ErrorText>}
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
                  sending={sending.filter(photo => isIn(photo, slot))}
                  readOnly={readOnly}
                  onAdd={(files, fromCamera, again) => add(slot, files, fromCamera, again)}
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
      <Suspense>{shown === null ? null : <PhotoViewer {...{ album, shown, readOnly }} photos={inOrder} onShow={setShown} />}</Suspense>
      <LeaveGuard
        watching={sending.some(({ request }) => request.state === 'keeping' || request.state === 'unkept')}
        title="端末に保存できていない写真があります"
        text="このページを離れると、まだ送信されていない写真は失われます。送信が終わるまでお待ちください。"
        leave="送信せずに離れる"
      />
    </div>
  )
}

const isIn = (one: { position: string; timing: PhotoTiming }, slot: { position: string; timing: PhotoTiming }) =>
  one.position === slot.position && one.timing === slot.timing

const refusalOf = (file: File): string | null =>
  !mayBePicture(file)
    ? `${pictureNames}のいずれかの写真を選択してください。`
    : file.size > largest
      ? 'ファイルサイズは20MB以下にしてください。'
      : null

/** Takes away a photo that is taken again: from the device where it has not left it, from the server where it may have arrived. */
const takeBack = (album: Album, id: string) => {
  const request = outbox.get().find(each => each.id === id)
  if (request !== undefined && request.state !== 'sending') void drop(id)
  // Its answer may have been lost on the way: the server says whether it has it.
  if (request === undefined || request.begun) void send(removalRequest(album, id, newUuid(), request?.line ?? id))
}

/** Where the photos of this page are: on the device, on their way, or with the server. */
const Deliveries = ({ sending, arrived }: { sending: readonly Sending[]; arrived: number }) => {
  const count = (state: Sending['request']['state']) => sending.filter(({ request }) => request.state === state).length
  const kept = count('kept')
  const parts = [
    ...(['keeping', 'unkept', 'kept', 'sending', 'refused'] as const).map(state => [count(state), stateTexts[state]] as const),
    [arrived, 'サーバーで確認済'] as const,
  ]
  const said = parts.filter(([number]) => number > 0)
  if (said.length === 0) return null
  return (
    <div role="status" data-testid="deliveries">
      <p className={styles.summary}>{said.map(([number, text]) => `${text} ${number}枚`).join('　')}</p>
      {kept > 0 ? <Help>電波がつながると自動で送信します。このページを閉じても失われません。</Help> : null}
    </div>
  )
}

startOutbox()
