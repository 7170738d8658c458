import { photoTimingLabels } from '@toguchi/domain/photos/labels'
import { useRef, useState } from 'react'
import { outbox } from '../../platform/outbox/outbox.ts'
import { useStore } from '../../platform/use-store.ts'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { saveOwnFile } from '../../ui/files/save-file.ts'
import { Deliveries } from '../Deliveries.tsx'
import type { Photo } from '../PhotoViewer.tsx'
import type { Slot } from '../slots/SlotView.tsx'
import type { Album, Sending } from '../upload-photo.ts'
import { beforeOf } from './finder/BeforePicture.tsx'
import { CameraControls } from './CameraControls.tsx'
import { Finder } from './finder/Finder.tsx'
import { Notices } from './Notices.tsx'
import { NoCamera } from './NoCamera.tsx'
import { OwnCameraInput } from './OwnCameraInput.tsx'
import { PlaceList } from './PlaceList.tsx'
import { ShotStrip } from './ShotStrip.tsx'
import { useCamera } from './finder/use-camera.ts'
import { useShots } from './use-shots.ts'
import { useShutter } from './use-shutter.ts'
import styles from './CameraView.module.css'

interface Props {
  album: Album
  /** One at least. */
  slots: readonly Slot[]
  photos: readonly Photo[]
  sending: readonly Sending[]
  /** Where it opens; null: at the next empty place. */
  begin: Slot | null
  hasBoards: boolean
  /** Whether each photo is also saved as a file of the phone (G-PHO-04). */
  savesFiles: boolean
  onClose: () => void
}

/** The craftsman's camera: stands at the next empty place, keeps what is taken on the phone, and stands at the one after it (feature 16). */
export const CameraView = ({ album, slots, photos, sending, begin, hasBoards, savesFiles, onClose }: Props) => {
  const shots = useShots({ album, slots, photos, sending, begin })
  const { slot, last, taken } = shots
  const [camera, tryAgain] = useCamera()
  const [isListed, setListed] = useState(false)
  const requests = useStore(outbox)
  const video = useRef<HTMLVideoElement | null>(null)
  const input = useRef<HTMLInputElement | null>(null)
  const before = slot === null ? null : beforeOf(slot, photos, sending)
  const takeIn = (file: File, takenAt: Date) => {
    shots.take(file, takenAt)
    if (savesFiles) saveOwnFile(file)
  }
  const { button, isTaking, press, pressByKey, thenFocus } = useShutter({
    video,
    openOwn: camera.state === 'open' ? null : () => input.current?.click(),
    isBlocked: shots.isFull || camera.state === 'opening',
    onTaken: takeIn,
    onFailed: tryAgain,
  })
  if (slot === null) return null
  const name = nameOf(slot)
  return (
    <Modal opened stage onClose={onClose} testId="camera" title={<Title slot={slot} taken={taken.size} places={slots.length} />}>
      <div className={styles.camera} onKeyDown={pressByKey}>
        {camera.state === 'open' ? (
          <Finder stream={camera.stream} taken={shots.shots.length} videoRef={video} {...{ album, slot, before, hasBoards }} />
        ) : camera.state === 'opening' ? (
          <p className={styles.opening} role="status">
            カメラを開いています…
          </p>
        ) : (
          <NoCamera state={camera.state} before={before} onAgain={tryAgain} />
        )}
        <div className={styles.side}>
          {slot.remarks ? <p className={styles.remarks}>{slot.remarks}</p> : null}
          <Notices shots={shots} places={slots.length} onClose={onClose} />
          <div className={styles.deliveries}>
            <Deliveries brief {...{ album, sending }} />
          </div>
          <ShotStrip
            shots={shots.shots}
            outbox={requests}
            onAgain={shot => thenFocus(() => shots.takeAgain(shot))}
            onMore={shot => thenFocus(() => shots.goTo(shot.slot))}
          />
          <CameraControls
            shutter={button}
            camera={camera.state}
            isFull={shots.isFull}
            onPress={press}
            onSkip={() => thenFocus(shots.skip)}
            onList={() => setListed(true)}
            {...{ name, isTaking }}
          />
        </div>
        <OwnCameraInput input={input} onTaken={file => takeIn(file, new Date())} />
        <p className="sr-only" role="status">
          {last === null
            ? ''
            : `${nameOf(last.slot)}を撮影しました。${taken.size >= slots.length ? 'すべての箇所を撮影しました。' : `次は${name}です。`}`}
        </p>
        {isListed ? (
          <PlaceList
            {...{ slots, taken }}
            current={slot}
            onClose={() => setListed(false)}
            onChoose={chosen => {
              shots.goTo(chosen)
              setListed(false)
            }}
          />
        ) : null}
      </div>
    </Modal>
  )
}

const nameOf = ({ place_name, timing }: Slot): string => `${place_name} ${photoTimingLabels[timing]}`

const Title = ({ slot, taken, places }: { slot: Slot; taken: number; places: number }) => (
  <span className={styles.title}>
    <span className={styles.count} role="img" aria-label={`${places}か所のうち${taken}か所撮影済`}>
      {taken}／{places}
    </span>
    {slot.place_name}　{photoTimingLabels[slot.timing]}
  </span>
)
