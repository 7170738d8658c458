import { photoTimingLabels, type PhotoTiming } from '@toguchi/domain/photos/labels'
import { pictureAccept } from '@toguchi/domain/photos/picture-formats'
import { type DragEvent, useRef, useState } from 'react'
import type { Photo } from './PhotoViewer.tsx'
import { Thumb } from './Thumb.tsx'
import { stateTexts } from '../platform/outbox/outbox.ts'
import { KeptPicture } from './KeptPicture.tsx'
import type { Sending } from './upload-photo.ts'
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

/** Photos one place may have at one stage (G-PHO-07). */
const mostInSlot = 10

/** `again` opens what the files came from once more, and says when something was chosen there; nothing where nothing is. */
type OnAdd = (files: FileList | null, fromCamera: boolean, again: (onChosen: () => void) => void) => void

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
  const state = taken.length > 0 ? 'taken' : sending.length > 0 ? stateOfAll(sending) : 'missing'
  const refusal = sending.find(({ request }) => request.refusal !== null)?.request.refusal ?? null
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
        <span>
          {taken.length === 0 ? '' : `撮影済${taken.length > 1 ? ` ${taken.length}枚` : ''}`}
          {taken.length > 0 && sending.length > 0 ? '・' : ''}
          {sending.length > 0 ? stateTexts[stateOfAll(sending)] : state === 'missing' ? '未撮影' : ''}
        </span>
      </span>
      {taken.length + sending.length === 0 ? null : (
        <Thumbs>
          {taken.map((photo, at) => (
            <Thumb key={photo.uuid} photo={photo} label={`${label} ${at + 1}枚目を開く`} onShow={onShow} />
          ))}
          {sending.map(photo => (
            <OnTheWay key={photo.request.id} photo={photo} label={label} onAgain={onAgain} onDrop={onDrop} />
          ))}
        </Thumbs>
      )}
      {refusal === null ? null : <ErrorText role="alert">{refusal}</ErrorText>}
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

/** One that is on its way says more than one that waits, and both more than one that can never be sent. */
const stateOfAll = (sending: readonly Sending[]) => {
  const states = sending.map(({ request }) => request.state)
  return states.includes('sending') ? 'sending' : states.some(state => state !== 'refused') ? 'kept' : 'refused'
}

/** A photo that the server has not confirmed: it stays here until it has. */
const OnTheWay = ({ photo: { request, ...place }, label, onAgain, onDrop }: OnTheWayProps) => {
  const { state, share, refusal } = request
  const photo = { request, ...place }
  return (
    <span className={thumbStyles.thumb} data-failed={state === 'refused'}>
      <KeptPicture request={request} alt={`${label} ${stateTexts[state]}`} />
      {state === 'refused' ? (
        <button type="button" className={styles.again} onClick={() => onAgain(photo)} title={refusal ?? undefined}>
          再送する
        </button>
      ) : (
        <span className={styles.progress}>{state === 'sending' ? `送信中 ${Math.round(share * 100)}%` : stateTexts[state]}</span>
      )}
      {state === 'sending' || state === 'keeping' ? null : (
        <button
          type="button"
          className={styles.remove}
          onClick={() => onDrop(photo)}
          aria-label={`${label} 未送信の写真を取り消す`}
          title="未送信の写真を取り消す"
        >
          ×
        </button>
      )}
    </span>
  )
}
