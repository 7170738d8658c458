import { useCallback, useState, type RefObject } from 'react'
import type { Slot } from '../../slots/SlotView.tsx'
import type { Album } from '../../upload-photo.ts'
import { type Before, BeforePicture } from './BeforePicture.tsx'
import { SignboardLayer } from './SignboardLayer.tsx'
import { hasTorch, setTorch } from './use-camera.ts'
import styles from './Finder.module.css'

interface Props {
  stream: MediaStream
  videoRef: RefObject<HTMLVideoElement | null>
  album: Album
  slot: Slot
  before: Before | null
  hasBoards: boolean
  /** Goes up with every photo: the picture blinks. */
  taken: number
}

/** What most people can still see the scene through. */
const usualOpacity = 0.35

/** What the camera sees, with the picture of before and the board on it, as large as there is room. */
export const Finder = ({ stream, videoRef, album, slot, before, hasBoards, taken }: Props) => {
  const [size, setSize] = useState({ width: 4, height: 3 })
  const [opacity, setOpacity] = useState(usualOpacity)
  const [isLaid, setLaid] = useState(true)
  const play = useCallback(
    (element: HTMLVideoElement | null) => {
      videoRef.current = element
      if (element === null) return
      element.srcObject = stream
      // A browser that does not play by itself says so; the next touch makes it.
      void element.play().catch(() => {})
    },
    [stream, videoRef],
  )
  const measure = ({ currentTarget: { videoWidth: width, videoHeight: height } }: { currentTarget: HTMLVideoElement }) =>
    width > 0 && setSize({ width, height })
  const ratio = size.width / size.height
  return (
    <div className={styles.stage}>
      <div className={styles.frame} style={{ aspectRatio: ratio, maxWidth: `min(100cqw, 100cqh * ${ratio})` }} data-testid="finder">
        {/* Nobody speaks in it. */}
        <video ref={play} className={styles.layer} muted playsInline autoPlay onLoadedMetadata={measure} onResize={measure} />
        {before !== null && isLaid ? <BeforePicture key={before.key} before={before} className={styles.layer} opacity={opacity} /> : null}
        {hasBoards ? <SignboardLayer {...{ album, slot, ...size }} className={styles.layer} /> : null}
        {taken > 0 ? <span key={taken} className={styles.blink} /> : null}
      </div>
      <div className={styles.tools}>
        {before === null ? null : (
          <span className={styles.lay}>
            <button type="button" className={styles.tool} aria-pressed={isLaid} onClick={() => setLaid(!isLaid)}>
              前の写真を重ねる
            </button>
            {isLaid ? (
              <input
                type="range"
                min={0}
                max={100}
                step={5}
                value={Math.round(opacity * 100)}
                aria-label="前の写真の濃さ"
                onChange={event => setOpacity(Number(event.target.value) / 100)}
              />
            ) : null}
          </span>
        )}
        {hasTorch(stream) ? <Torch stream={stream} /> : null}
      </div>
    </div>
  )
}

const Torch = ({ stream }: { stream: MediaStream }) => {
  const [isOn, setOn] = useState(false)
  const turn = () =>
    void setTorch(stream, !isOn).then(
      () => setOn(!isOn),
      () => {},
    )
  return (
    <button type="button" className={styles.tool} aria-pressed={isOn} onClick={turn}>
      ライト
    </button>
  )
}
