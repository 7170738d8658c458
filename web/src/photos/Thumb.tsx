import type { Photo } from './PhotoViewer.tsx'

/** A taken photo, which opens large. */
export const Thumb = ({ photo, label, onShow }: { photo: Photo; label: string; onShow: (uuid: string) => void }) => (
  <button type="button" className="photo-thumb" aria-label={label} onClick={() => onShow(photo.uuid)}>
    <img src={photo.thumbnail_url ?? photo.file_url} alt="" width={96} height={72} loading="lazy" />
  </button>
)
