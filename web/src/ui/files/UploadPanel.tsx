import { type ReactNode, useEffect, useState } from 'react'
import { toast } from '../../platform/toast.ts'
import { useStore } from '../../platform/use-store.ts'
import { Button, IconButton } from '../Button.tsx'
import { FileDrop, sizeText } from './FileDrop.tsx'
import { Icon } from '../icons/Icon.tsx'
import { LeaveGuard } from '../dialog/LeaveGuard.tsx'
import { ModalGuard } from '../dialog/Modal.tsx'
import { type Chosen, createUploadQueue, holdsUnsent, type Upload, type UploadOptions } from './upload-queue.ts'
import { Input } from '../form/Control.ts'
import { ErrorText, Help } from '../form/FieldParts.ts'
import styles from './UploadPanel.module.css'

interface Props<Details> {
  /** What the drop area says: 「図面や仕様書をここにドロップ、または選択」. */
  label: string
  /** What one of them is called: 「資料」. */
  noun: string
  /** Extensions with their dots, separated by commas. */
  accept: string
  /** The kinds in words, for the refusal: 「PDF、JPEG」. */
  acceptText: string
  /** Megabytes one file may have. */
  limit: number
  /** Name and length of the title that every file is given. */
  titleLabel: string
  titleMax: number
  titleOf: (file: File) => string
  newId: () => string
  /** Sends one; rejects with an Error whose message is shown beside it. */
  send: (chosen: Chosen<Details>, options: UploadOptions) => Promise<unknown>
  /** The list that shows them is stale. */
  onArrived: () => unknown
  /** What else is asked of each file, and its value at first. */
  details: Details
  renderDetails?: (upload: Upload<Details>, change: (details: Details) => void) => ReactNode
}

/**
 * Many files at once, by choosing or dropping: each with a title that can be changed before it is sent, its own progress, a second try
 * and a way out. Leaving the page while something is not there yet asks first.
 */
export const UploadPanel = <Details,>(props: Props<Details>) => {
  const { label, noun, accept, onArrived, renderDetails, titleLabel, titleMax } = props
  const [queue] = useState(() => queueOf(props))
  const uploads = useStore(queue.uploads)
  useNoStrayDrops()
  const ready = uploads.filter(({ state }) => state === 'chosen').length
  const failed = uploads.filter(({ state }) => state === 'failed').length
  const busy = uploads.some(({ state }) => state === 'sending' || state === 'queued')
  const unnamed = uploads.some(({ state, title }) => (state === 'chosen' || state === 'failed') && title.trim() === '')

  const cancel = (upload: Upload<Details>) => {
    queue.cancel(upload.id)
    // It may have been there before it was stopped.
    if (upload.state === 'sending') void onArrived()
  }
  return (
    <div className={styles.upload}>
      <FileDrop label={label} files={[]} multiple accept={accept} limit={Infinity} onChange={files => queue.add(files)} />
      {uploads.length === 0 ? null : (
        <>
          <ul className={styles.uploadList} aria-label={`登録する${noun}`}>
            {uploads.map(upload => (
              <li key={upload.id} data-state={upload.state}>
                <Icon name="file" size={18} />
                <div className={styles.uploadWhat}>
                  <label>
                    <span className="sr-only">
                      {titleLabel}（{upload.file.name}）
                    </span>
                    <Input
                      value={upload.title}
                      maxLength={titleMax}
                      aria-invalid={upload.title.trim() === ''}
                      disabled={upload.state === 'sending' || upload.state === 'queued' || upload.state === 'refused'}
                      onChange={event => queue.change(upload.id, { title: event.target.value })}
                    />
                  </label>
                  <span className={styles.uploadFile}>
                    {upload.file.name}　{sizeText(upload.file.size)}
                  </span>
                  {upload.error === null ? null : <ErrorText role="alert">{upload.error}</ErrorText>}
                </div>
                {upload.state === 'refused' ? null : renderDetails?.(upload, details => queue.change(upload.id, { details }))}
                <Progress upload={upload} />
                {upload.state === 'failed' ? (
                  <Button
                    size="small"
                    reason={upload.title.trim() === '' ? `${titleLabel}を入力してください` : null}
                    onClick={() => queue.retry(upload.id)}
                  >
                    再送する
                  </Button>
                ) : null}
                <IconButton
                  icon="close"
                  label={upload.state === 'sending' ? `${upload.file.name}の送信を中止` : `${upload.file.name}を外す`}
                  onClick={() => cancel(upload)}
                />
              </li>
            ))}
          </ul>
          <div className={styles.uploadFoot}>
            <Help role="status">
              {busy
                ? `${noun}を送信しています。このページを開いたままお待ちください。`
                : failed > 0
                  ? `${failed}件を送信できませんでした。`
                  : ''}
            </Help>
            {ready > 0 ? (
              <Button kind="primary" icon="upload" reason={unnamed ? `${titleLabel}を入力してください` : null} onClick={queue.start}>
                {ready}件を登録する
              </Button>
            ) : failed > 1 && !busy ? (
              <Button reason={unnamed ? `${titleLabel}を入力してください` : null} onClick={queue.start}>
                すべて再送する
              </Button>
            ) : null}
          </div>
        </>
      )}
      <ModalGuard watching={holdsUnsent(uploads)} />
      <LeaveGuard
        watching={holdsUnsent(uploads)}
        title={`登録が終わっていない${noun}があります`}
        text={`このページを離れると、まだ登録されていない${noun}は失われます。よろしいですか？`}
        leave="登録せずに離れる"
      />
    </div>
  )
}

const queueOf = <Details,>({ accept, acceptText, limit, noun, ...props }: Props<Details>) => {
  const extensions = accept.split(',')
  return createUploadQueue<Details>({
    ...props,
    refusal: file => {
      if (!extensions.some(extension => file.name.toLowerCase().endsWith(extension)))
        return `この形式は登録できません。${acceptText}を選択してください。`
      if (file.size === 0) return '中身のないファイルは登録できません。'
      return file.size > limit * 1024 * 1024 ? `ファイルサイズは${limit}MB以下にしてください。` : null
    },
    onDrained: arrived => {
      if (arrived > 0) toast.success(`${arrived}件の${noun}を登録しました。`)
    },
  })
}

const Progress = <Details,>({ upload: { state, share, file } }: { upload: Upload<Details> }) => {
  if (state === 'queued') return <span className={styles.uploadState}>順番待ち</span>
  if (state !== 'sending') return null
  const percent = Math.round(share * 100)
  return (
    <span className={styles.uploadState}>
      <progress value={percent} max={100} aria-label={`${file.name}の送信`} />
      {percent < 100 ? `${percent}%` : '確認中'}
    </span>
  )
}

/** A file dropped beside its area would be opened by the browser, in place of this page. */
const useNoStrayDrops = () =>
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    addEventListener('dragover', refuse)
    addEventListener('drop', refuse)
    return () => {
      removeEventListener('dragover', refuse)
      removeEventListener('drop', refuse)
    }
  }, [])
