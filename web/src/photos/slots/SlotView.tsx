import { photoTimingLabels, type PhotoTiming } from '@toguchi/domain/photos/labels'
import { pictureAccept } from '@toguchi/domain/photos/picture-formats'
import { type DragEvent, useRef, useState } from 'react'
import type { Photo } from '../PhotoViewer.tsx'
import { Thumb } from './Thumb.tsx'
import { stateTexts } from '../../platform/outbox/outbox.ts'
import { KeptPicture } from './KeptPicture.tsx'
import { handOut } from '../hand-out.ts'
import { isTooLarge, mostInSlot, notArrived } from '../taken-slots.ts'
import type { Sending } from '../upload-photo.ts'
import styles from './SlotView.module.css'
import thumbStyles from './Thumb.module.css'
import { Thumbs } from './Thumbs.ts'

export interface Slot {
  position: string
  place_name: string
  timing: PhotoTiming
  /** What to heed at this place. */
  remarks?: string | null
  /** How many photos it has, where that is known before they are. */
  taken?: number
}

/** `again` opens what the files came from once more, and says when something was chosen there; nothing where nothing is. */
type OnAdd = (files: FileList | null, again: (onChosen: () => void) => void) => void

interface SlotProps {
  slot: Slot
  taken: readonly Photo[]
  sending: readonly Sending[]
  readOnly: boolean
  /** Opens the camera here. */
  onShoot: () => void
  onAdd: OnAdd
  onAgain: (photo: Sending) => void
  onDrop: (photo: Sending) => void
  onShow: (uuid: string) => void
}

/** One place at one stage of the work: its photos, those on their way, and the camera. */
export const SlotView = ({ slot, taken, sending: all, readOnly, onShoot, onAdd, onAgain, onDrop, onShow }: SlotProps) => {
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const chosen = useRef<(() => void) | null>(null)
  const open = (onChosen: (() => void) | null = null) => {
    chosen.current = onChosen
    input.current?.click()
  }
  const label = `${slot.place_name} ${photoTimingLabels[slot.timing]}`
  const sending = notArrived(taken, all)
  const count = taken.length + sending.filter(({ request }) => request.state !== 'refused').length
  const state = count > 0 ? 'taken' : sending.length > 0 ? 'refused' : 'missing'
  const refused = sending.find(({ request }) => request.refusal !== null)?.request ?? null
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
          onAdd(event.dataTransfer.files, open)
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
          {count === 0 ? '' : `撮影済${count > 1 ? ` ${count}枚` : ''}`}
          {count > 0 && sending.length > 0 ? '・' : ''}
          {sending.length > 0 ? stateTexts[stateOfAll(sending)] : count === 0 ? '未撮影' : ''}
        </span>
      </span>
      {taken.length + sending.length === 0 ? null : (
        <Thumbs>
          {taken.map((photo, at) => (
            <span key={photo.uuid} className={styles.photo}>
              <Thumb photo={photo} label={`${label} ${at + 1}枚目を開く`} onShow={onShow} />
              <span className={styles.confirmed}>サーバーで確認済</span>
            </span>
          ))}
          {sending.map(photo => (
            <OnTheWay key={photo.request.id} photo={photo} label={label} onAgain={onAgain} onDrop={onDrop} />
          ))}
        </Thumbs>
      )}
      {refused === null ? null : (
        <>
          <p className={styles.refusal} role="alert">
            {refused.refusal}
          </p>
          {refused.file === null ? null : (
            <button type="button" className={styles.shoot} onClick={() => void handOut(refused)}>
              端末に書き出す
            </button>
          )}
        </>
      )}
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
              chosen.current?.()
              chosen.current = null
              onAdd(event.target.files, open)
              event.target.value = ''
            }}
          />
          {full ? (
            <p className={styles.help}>1つの撮影箇所・時期につき{mostInSlot}枚までです。</p>
          ) : (
            <>
              <button type="button" className={styles.shoot} data-camera onClick={onShoot}>
                {count > 0 ? '追加で撮影' : '撮影する'}
              </button>
              <button type="button" className={styles.shoot} onClick={() => open()}>
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
const OnTheWay = ({ photo, label, onAgain, onDrop }: OnTheWayProps) => {
  const { state, share, file } = photo.request
  const mayGo = state === 'refused' && (file === null || !isTooLarge(file))
  return (
    <span className={styles.photo}>
      <span className={thumbStyles.thumb}>
        <KeptPicture request={photo.request} alt={`${label} ${stateTexts[state]}`} />
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
      {mayGo ? (
        <button type="button" className={styles.again} onClick={() => onAgain(photo)}>
          再送する
        </button>
      ) : (
        <span className={styles.state}>{state === 'sending' ? `送信中 ${Math.round(share * 100)}%` : stateTexts[state]}</span>
      )}
    </span>
  )
}
