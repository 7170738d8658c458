import type { RefObject } from 'react'
import type { Camera } from './finder/use-camera.ts'
import styles from './CameraControls.module.css'

interface Props {
  shutter: RefObject<HTMLButtonElement | null>
  camera: Camera['state']
  /** What the shutter takes: 玄関 施工前. */
  name: string
  isTaking: boolean
  isFull: boolean
  onPress: () => void
  onSkip: () => void
  onList: () => void
}

/** Beneath the thumb: the shutter, past this place, and to any other. */
export const CameraControls = ({ shutter, camera, name, isTaking, isFull, onPress, onSkip, onList }: Props) => {
  const isOwn = camera !== 'open' && camera !== 'opening'
  return (
    <div className={styles.controls}>
      <button type="button" className={styles.way} disabled={isTaking} onClick={onSkip}>
        この場所は
        <br />
        とばす
      </button>
      <button
        ref={shutter}
        type="button"
        className={styles.shutter}
        data-own={isOwn}
        data-autofocus
        data-testid="shutter"
        aria-label={`${name}を${isOwn ? '端末のカメラで' : ''}撮影`}
        aria-disabled={camera === 'opening' || isTaking || isFull}
        onClick={onPress}
      >
        {isOwn ? (
          <>
            カメラで
            <br />
            撮影する
          </>
        ) : null}
      </button>
      <button type="button" className={styles.way} disabled={isTaking} onClick={onList}>
        撮影箇所を
        <br />
        選ぶ
      </button>
    </div>
  )
}
