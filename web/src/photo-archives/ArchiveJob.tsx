import { useQuery } from '@tanstack/react-query'
import { q } from '../platform/api/api.ts'
import { Alert } from '../ui/Alert.ts'
import { Button, ButtonAnchor } from '../ui/Button.tsx'
import { ModalFoot } from '../ui/dialog/Modal.tsx'
import { Help } from '../ui/form/FieldParts.ts'
import styles from './PhotoArchiveModal.module.css'

interface Props {
  id: number
  onAgain: () => void
  onClose: () => void
}

/** Milliseconds between two looks at a running job. */
const interval = 1_000
/** The address of a finished file holds for ten minutes. */
const renewal = 8 * 60_000

/** The zip as it grows, and then the way to it. */
export const ArchiveJob = ({ id, onAgain, onClose }: Props) => {
  const { data, error } = useQuery({
    ...q('GET /api/jobs/:id', { params: { id } }, { silent: true, errors: 'nobody' }),
    refetchInterval: ({ state }) => (state.data?.job.state === 'failed' ? false : state.data?.job.state === 'done' ? renewal : interval),
  })
  const job = data?.job
  const failure = job?.state === 'failed' ? (job.error ?? '保存できませんでした。もう一度お試しください。') : null
  return (
    <>
      <div className={styles.job} role="status" tabIndex={-1} data-autofocus data-testid="archive-job">
        {job?.state === 'done' ? (
          <>
            <p>作成しました（{job.total.toLocaleString('ja')} 枚）。</p>
            <Help>この画面を閉じても、タブを開いている間はここから保存できます（作成から3日間）。</Help>
          </>
        ) : failure === null ? (
          <>
            <p>
              作成中 {(job?.done ?? 0).toLocaleString('ja')} / {(job?.total ?? 0).toLocaleString('ja')} 枚
            </p>
            <progress aria-label="作成の進み具合" value={job?.done} max={job === undefined || job.total === 0 ? undefined : job.total} />
            <Help>枚数が多いと数分かかります。この画面を閉じても作成は続きます。</Help>
            {error === null ? null : <Help>サーバーにつながりません。つながると続きを表示します。</Help>}
          </>
        ) : null}
      </div>
      {job?.note ? <Alert role="alert">{job.note}</Alert> : null}
      {failure === null ? null : <Alert role="alert">{failure}</Alert>}
      <ModalFoot>
        <Button onClick={onClose}>閉じる</Button>
        {job?.state === 'failed' || job?.state === 'done' || error?.status === 404 ? (
          <Button onClick={onAgain}>{job?.state === 'failed' ? '範囲を選び直す' : '別の写真を選ぶ'}</Button>
        ) : null}
        {job?.state === 'done' && job.file_url !== null ? (
          <ButtonAnchor kind="primary" icon="download" href={job.file_url} download>
            ZIPを保存
          </ButtonAnchor>
        ) : null}
      </ModalFoot>
    </>
  )
}
