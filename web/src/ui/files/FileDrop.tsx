import { type DragEvent, useId, useState } from 'react'
import { Icon } from '../icons/Icon.tsx'
import { IconButton } from '../Button.tsx'
import { FieldBox, ErrorText } from '../form/FieldParts.ts'
import styles from './FileDrop.module.css'

interface Props {
  label: string
  files: readonly File[]
  onChange: (files: File[]) => void
  /** Extensions and media types, as the browser's `accept`. */
  accept?: string
  multiple?: boolean
  /** Megabytes one file may have; 20 unless said (E413). */
  limit?: number
  name?: string
  /** The server's texts about these files. */
  errors?: readonly string[]
  /** Opens the camera on phones. */
  camera?: boolean
}

/** Files by choosing or dropping. Too large ones are refused here, before anything is sent. */
export const FileDrop = ({ label, files, onChange, accept, multiple = false, limit = 20, name, errors = [], camera = false }: Props) => {
  const id = useId()
  const [over, setOver] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const texts = [...(refused === null ? [] : [refused]), ...errors]

  const addFiles = (list: FileList | null) => {
    const chosen = [...(list ?? [])].slice(0, multiple ? undefined : 1)
    const fitting = chosen.filter(file => file.size <= limit * 1024 * 1024)
    setRefused(fitting.length < chosen.length ? `ファイルサイズは${limit}MB以下にしてください。` : null)
    if (fitting.length > 0) onChange(multiple ? [...files, ...fitting] : fitting)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    addFiles(event.dataTransfer.files)
  }

  return (
    <FieldBox>
      <label
        className={styles.drop}
        data-testid="file-drop"
        data-over={over}
        aria-invalid={texts.length > 0}
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon name={camera ? 'camera' : 'upload'} />
        <span>{label}</span>
        <input
          className="sr-only"
          type="file"
          name={name}
          accept={accept}
          multiple={multiple}
          {...(camera ? { capture: 'environment' as const } : {})}
          {...(texts.length > 0 ? { 'aria-describedby': `${id}-error` } : {})}
          onChange={event => {
            addFiles(event.target.files)
            event.target.value = ''
          }}
        />
      </label>
      {texts.length === 0 ? null : (
        <div id={`${id}-error`} role="alert">
          {texts.map(text => (
            <ErrorText data-testid="field-error" key={text}>
              {text}
            </ErrorText>
          ))}
        </div>
      )}
      {files.length === 0 ? null : (
        <ul className={styles.files}>
          {files.map(file => (
            <li key={`${file.name}-${file.lastModified}-${file.size}`}>
              <Icon name="file" size={16} />
              {file.name}
              <span>{sizeText(file.size)}</span>
              <IconButton icon="close" label={`${file.name}を外す`} onClick={() => onChange(files.filter(other => other !== file))} />
            </li>
          ))}
        </ul>
      )}
    </FieldBox>
  )
}

/** 「820 KB」, 「3.2 MB」 */
export const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
