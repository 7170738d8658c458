import type { Photo } from '../PhotoViewer.tsx'
import styles from './Thumb.module.css'

/** A taken photo, which opens large. */
export const Thumb = ({ photo, label, onShow }: { photo: Photo; label: string; onShow: (uuid: string) => void }) => (
  <button type="button" className={styles.thumb} aria-label={label} onClick={() => onShow(photo.uuid)}>
    <img src={photo.thumbnail_url ?? photo.view_url} alt="" width={96} height={72} loading="lazy" />
  </button>
)
