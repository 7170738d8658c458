import { noPhotoText } from '@toguchi/domain/rooms/absences/absence-labels'
import { useEffect, useMemo, useRef, useState } from 'react'
import { isTooLarge, OwnCameraInput, tooLargeText } from '../../photos/photos.tsx'
import { newUuid } from '../../platform/new-uuid.ts'
import { Glyph } from '../../ui/icons/Glyph.tsx'
import { ScarceRoom } from '../../ui/unsent/ScarceRoom.tsx'
import { ErrorText } from '../../ui/form/FieldParts.ts'
import type { DoorPhoto } from './door-photo.ts'
import styles from './DoorPhotoField.module.css'

interface Props {
  photo: DoorPhoto | null
  /** 「撮影できない」 was chosen. */
  omitted: boolean
  onPhoto: (photo: DoorPhoto | null) => void
  onOmit: (omitted: boolean) => void
}

/** Asks for the photo of the door: one touch opens the phone's own camera; who cannot take one says so. */
export const DoorPhotoField = ({ photo, omitted, onPhoto, onOmit }: Props) => {
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState(false)
  const take = (file: File) => {
    setRefused(isTooLarge(file))
    if (!isTooLarge(file)) onPhoto({ id: newUuid(), file, takenAt: new Date() })
  }
  return (
    <div className={styles.field} role="group" aria-label="玄関の写真">
      <ScarceRoom />
      <OwnCameraInput input={input} onTaken={take} />
      {photo === null ? null : <Preview key={photo.id} file={photo.file} />}
      <button type="button" className={styles.shoot} data-again={photo !== null} onClick={() => input.current?.click()}>
        <Glyph name="camera" size={24} />
        {photo === null ? '玄関を撮影' : '撮り直す'}
      </button>
      {refused ? <ErrorText role="alert">{tooLargeText}</ErrorText> : null}
      {photo === null ? (
        <label className={styles.omit}>
          <input type="checkbox" checked={omitted} onChange={event => onOmit(event.target.checked)} />
          {noPhotoText}
        </label>
      ) : null}
    </div>
  )
}

/** Most browsers cannot show a HEIC: its name stands there. */
const Preview = ({ file }: { file: File }) => {
  const url = useMemo(() => URL.createObjectURL(file), [file])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  const [unknown, setUnknown] = useState(false)
  if (unknown) return <p className={styles.name}>{file.name}</p>
  return <img className={styles.preview} src={url} alt="撮影した玄関" onError={() => setUnknown(true)} />
}
