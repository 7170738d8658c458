import { photoTimingLabels } from '@toguchi/domain/photos/labels'
import { type Before, BeforePicture } from './finder/BeforePicture.tsx'
import type { Camera } from './finder/use-camera.ts'
import styles from './NoCamera.module.css'

const reasons: Readonly<Record<Exclude<Camera['state'], 'opening' | 'open'>, string>> = {
  refused:
    'この画面でのカメラの使用が許可されていません。端末のカメラで撮影できます。この画面で撮るには、ブラウザーの設定でこのサイトのカメラを「許可」にしてから「もう一度試す」を押してください。',
  missing: 'この端末または接続では、この画面の中でカメラを使えません。端末のカメラで撮影できます。',
  failed:
    'カメラを開けませんでした。ほかのアプリが使っている場合は、終了してから「もう一度試す」を押してください。端末のカメラでも撮影できます。',
}

interface Props {
  state: keyof typeof reasons
  before: Before | null
  onAgain: () => void
}

/** Where this page may not use the camera: why, how to allow it, and how the place looked before. */
export const NoCamera = ({ state, before, onAgain }: Props) => (
  <div className={styles.stage}>
    {before === null ? null : (
      <figure className={styles.before}>
        <BeforePicture key={before.key} before={before} className={styles.picture} opacity={1} />
        <figcaption>{photoTimingLabels.before_construction}の写真。同じ角度で撮影してください。</figcaption>
      </figure>
    )}
    <div className={styles.reason} role="status">
      <p>{reasons[state]}</p>
      {state === 'missing' ? null : (
        <button type="button" className={styles.again} onClick={onAgain}>
          もう一度試す
        </button>
      )}
    </div>
  </div>
)
