import { acceptedDocuments, documentMegabytes, previewOf, titleOfFile } from '@toguchi/domain/documents/file-kinds'
import { type ReactNode, useState } from 'react'
import { newUuid } from '../platform/new-uuid.ts'
import { IconButton, IconLink } from '../ui/Button.tsx'
import { saveFile } from '../ui/files/save-file.ts'
import { type Viewed, Viewer } from '../ui/files/Viewer.tsx'
import styles from './file-list.module.css'

/** What every upload panel of documents is told (G-BLD-06). */
export const documentUploads = {
  accept: acceptedDocuments,
  acceptText: 'PDF、JPEG、PNG、Excel（xlsx）、Word（docx）',
  limit: documentMegabytes,
  titleMax: 100,
  titleOf: (file: File) => titleOfFile(file.name),
  newId: newUuid,
} as const

/** So many files are found by looking; above, a list offers a search. */
export const fewest = 5

/** A file of a list, as far as opening it asks. */
interface Opened {
  id: number
  file_url: string
  content_type: string
}

/** Opens files of a list: what a browser shows comes on the stage, everything else is saved. */
export const useFileViewer = <Row extends Opened>(
  rows: readonly Row[],
  titleOf: (row: Row) => string,
  noteOf: (row: Row) => ReactNode,
): [viewer: ReactNode, open: (row: Row) => void] => {
  const [openKey, setOpenKey] = useState<Viewed['key'] | null>(null)
  const items = rows.flatMap((row): Viewed[] => {
    const kind = previewOf(row.content_type)
    return kind === null ? [] : [{ key: row.id, title: titleOf(row), kind, url: row.file_url, note: noteOf(row) }]
  })
  const viewer = <Viewer items={items} shown={openKey} onShow={setOpenKey} onClose={() => setOpenKey(null)} />
  return [viewer, row => (previewOf(row.content_type) === null ? saveFile(row.file_url) : setOpenKey(row.id))]
}

interface ActionsProps {
  title: string
  url: string
  /** Absent for those who only read. */
  onEdit?: (() => void) | undefined
  onRemove?: (() => void) | undefined
}

/** What can be done with one file of a list. */
export const FileActions = ({ title, url, onEdit, onRemove }: ActionsProps) => (
  <span className={styles.fileActions}>
    <IconLink icon="download" label={`${title}をダウンロード`} href={url} download />
    {onEdit === undefined ? null : <IconButton icon="edit" label={`${title}を編集`} onClick={onEdit} />}
    {onRemove === undefined ? null : <IconButton icon="trash" label={`${title}を削除`} onClick={onRemove} />}
  </span>
)
