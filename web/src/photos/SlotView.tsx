import { photoTimingLabels, type PhotoTiming } from '@toguchi/domain/photos/labels'
import { pictureAccept } from '@toguchi/domain/photos/picture-formats'
import { type DragEvent, useRef, useState } from 'react'
import type { Upload } from '../ui/files/upload-queue.ts'
import type { Photo } from './PhotoViewer.tsx'
import { Thumb } from './Thumb.tsx'
import type { Place } from './upload-photo.ts'
import { ErrorText, Help } from '../ui/form/FieldParts.ts'
import styles from './SlotView.module.css'
import thumbStyles from './Thumb.module.css'
import { Thumbs } from './Thumbs.ts'

export interface Slot {
  position: string
  place_name: string
  timing: PhotoTiming
  /** What to heed at this place. */
  remarks?: string | null
}

/** A photo that the server does not have yet. */
export type Sending = Upload<Place>

/** Photos one place may have at one stage (G-PHO-07). */
const mostInSlot = 10

/** `again` opens what the files came from once more, and says when something was chosen there; nothing where nothing is. */
type OnAdd = (files: FileList | null, fromCamera: boolean, again: (onChosen: () => void) => void) => void

/** A file that can never be sent is no photo on its way. */
const stateTexts = { sending: '送信中', refused: '送信できません', missing: '未撮影' } as const

interface SlotProps {
  slot: Slot
  taken: readonly Photo[]
  sending: readonly Sending[]
  readOnly: boolean
  onAdd: OnAdd
  onAgain: (photo: Sending) => void
  onDrop: (photo: Sending) => void
  onShow: (uuid: string) => void
}

/** One place at one stage of the work: its photos, those on their way, and the camera. */
export const SlotView = ({ slot, taken, sending, readOnly, onAdd, onAgain, onDrop, onShow }: SlotProps) => {
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const chosen = useRef<(() => void) | null>(null)
  const open = (camera: boolean, onChosen: (() => void) | null = null) => {
    chosen.current = onChosen
    input.current?.toggleAttribute('multiple', !camera)
    if (camera) input.current?.setAttribute('capture', 'environment')
    else input.current?.removeAttribute('capture')
    input.current?.click()
  }
  const label = `${slot.place_name} ${photoTimingLabels[slot.timing]}`
  const onTheWay = sending.some(photo => photo.state !== 'refused')
  const state = taken.length > 0 ? 'taken' : onTheWay ? 'sending' : sending.length > 0 ? 'refused' : 'missing'
  const full = taken.length + sending.length >= mostInSlot
  const dropping = readOnly
    ? {}
    : {
        onDragOver: (event: DragEvent) => {
          event.preventDefault()
          setOver(true)
        },
        onDragLeave: () => setOver(false),
        onDrop: (event: DragEvent) => {
          event.preventDefault()
          setOver(false)
          onAdd(event.dataTransfer.files, false, onChosen => open(false, onChosen))
        },
      }
  return (
    <div
      className={styles.slot}
      data-state={state}
      data-timing={slot.timing}
      data-over={over}
      role="group"
      aria-label={label}
      {...dropping}
    >
      <span className={styles.head}>
        {photoTimingLabels[slot.timing]}
        <span>{state === 'taken' ? `撮影済${taken.length > 1 ? ` ${taken.length}枚` : ''}` : stateTexts[state]}</span>
      </span>
      {taken.length + sending.length === 0 ? null : (
        <Thumbs>
          {taken.map((photo, at) => (
            <Thumb key={photo.uuid} photo={photo} label={`${label} ${at + 1}枚目を開く`} onShow={onShow} />
          ))}
          {sending.map(photo => (
            <OnTheWay key={photo.id} photo={photo} label={label} onAgain={onAgain} onDrop={onDrop} />
          ))}
        </Thumbs>
      )}
      {sending.some(({ error }) => error !== null) ? (
        <ErrorText role="alert">{sending.find(({ error }) => error !== null)?.error}</ErrorText>
      ) : null}
      {readOnly ? null : (
        <span className={styles.add}>
          {/* It stays where the slot is full: one of its photos may be taken again. */}
          <input
            ref={input}
            className="sr-only"
            type="file"
            accept={pictureAccept}
            multiple
            aria-label={`${label}を撮影`}
            tabIndex={-1}
            onChange={event => {
              const fromCamera = event.target.hasAttribute('capture')
              chosen.current?.()
              chosen.current = null
              onAdd(event.target.files, fromCamera, onChosen => open(fromCamera, onChosen))
              event.target.value = ''
            }}
          />
          {full ? (
            <Help>1つの撮影箇所・時期につき{mostInSlot}枚までです。</Help>
          ) : (
            <>
              <button type="button" className={styles.shoot} data-camera onClick={() => open(true)}>
                {taken.length > 0 ? '追加で撮影' : '撮影する'}
              </button>
              <button type="button" className={styles.shoot} onClick={() => open(false)}>
                写真を選ぶ
              </button>
            </>
          )}
        </span>
      )}
    </div>
  )
}

interface OnTheWayProps {
  photo: Sending
  label: string
  onAgain: (photo: Sending) => void
  onDrop: (photo: Sending) => void
}

/** A photo that the server does not have yet: it stays here until it does. */
const OnTheWay = ({ photo, label, onAgain, onDrop }: OnTheWayProps) => (
  <span className={thumbStyles.thumb} data-failed={photo.error !== null}>
    <Preview photo={photo} alt={`${label} ${stateTexts[photo.state === 'refused' ? 'refused' : 'sending']}`} />
    {photo.error === null ? (
      <span className={styles.progress}>{photo.state === 'queued' ? '順番待ち' : `送信中 ${Math.round(photo.share * 100)}%`}</span>
    ) : (
      <>
        {photo.state === 'failed' ? (
          <button type="button" className={styles.again} onClick={() => onAgain(photo)} title={photo.error}>
            再送する
          </button>
        ) : null}
        <button
          type="button"
          className={styles.remove}
          onClick={() => onDrop(photo)}
          aria-label={`${label} 送れなかった写真を取り消す`}
          title="送れなかった写真を取り消す"
        >
          ×
        </button>
      </>
    )}
  </span>
)

/** Most browsers cannot show a HEIC; once it has arrived, the server's picture of it stands here. */
const Preview = ({ photo, alt }: { photo: Sending; alt: string }) => {
  const [unknown, setUnknown] = useState(false)
  return unknown ? (
    <span className={styles.unknown} role="img" aria-label={alt}>
      {photo.file.name.split('.').at(-1)?.toUpperCase()}
    </span>
  ) : (
    <img src={photo.details.preview} alt={alt} width={96} height={72} onError={() => setUnknown(true)} />
  )
}
