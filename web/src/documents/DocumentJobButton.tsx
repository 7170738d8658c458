import type { Job } from '@toguchi/domain/printing/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, q, queryClient } from '../platform/api/api.ts'
import { onSessionEnd } from '../platform/session/session.ts'
import { createStore } from '../platform/store.ts'
import { useStore } from '../platform/use-store.ts'
import { Button, ButtonAnchor } from '../ui/Button.tsx'
import { Icon } from '../ui/icons/Icon.tsx'
import { useFocusAlong } from '../ui/files/focus-along.ts'
import { ErrorText } from '../ui/form/FieldParts.ts'
import styles from './DocumentJobButton.module.css'

interface Props {
  /** Which document this is, so that its job is found again after leaving: `distribution_sheets/12/information`. */
  name: string
  /** The verb: 「案内状を印刷」. */
  label: string
  /** The verb of what has been begun, by how many pages or rooms it has, where the label's number changes by printing. */
  labelOf?: (total: number) => string
  /** Asked before it begins, also before it is made anew; false: nothing begins. */
  ask?: () => Promise<boolean>
  /** Begins the job; a refusal has been told by the API's error catalogue. */
  start: () => Promise<{ job: Job }>
  reason?: string | null
  kind?: 'pdf' | 'xlsx'
  /** It is what the page is to be left with. */
  primary?: boolean
  /** The newest job of it that the server knows of: one that was begun before this tab was loaded. */
  resumed?: number | undefined
  /** What is asked for now is not what the file holds: it is to be made again, and the file is offered elsewhere. */
  isOther?: boolean
  /** Told when the file is there. */
  onMade?: () => void
}

const jobOf = (id: number) => q('GET /api/jobs/:id', { params: { id } }, { silent: true, errors: 'nobody' })

/** Jobs that were begun in this tab, by document: a page that is left and entered again goes on showing its own. */
const begun = createStore<ReadonlyMap<string, number>>(new Map())
onSessionEnd(() => begun.set(new Map()))

/** Offers no file any more whose document's name begins so: what is printed on it holds no longer. */
export const forgetPapers = (prefix: string) => begun.set(new Map([...begun.get()].filter(([name]) => !name.startsWith(prefix))))

/** Offers the file of one job no more. */
export const forgetPaper = (jobId: number) => begun.set(new Map([...begun.get()].filter(([, id]) => id !== jobId)))

/** Milliseconds between two looks at a running job. */
const interval = 1_000
/** The address of a finished file holds for ten minutes. */
const renewal = 8 * 60_000

/**
 * Makes a paper (D-28): begins the work, shows how far it is, may be left meanwhile, and ends as a link to the file. Under another name it
 * is another document: the file of the question before is not offered as the answer to this one.
 */
export const DocumentJobButton = ({
  name,
  label: next,
  labelOf,
  ask,
  start,
  reason = null,
  kind = 'pdf',
  primary = false,
  resumed,
  isOther = false,
  onMade,
}: Props) => {
  const jobId = Math.max(useStore(begun).get(name) ?? 0, resumed ?? 0) || null
  const [starting, setStarting] = useState(false)
  const { data, error } = useQuery({
    ...jobOf(jobId ?? 0),
    enabled: jobId !== null,
    refetchInterval: ({ state }) => (state.error !== null ? false : isOver(state.data?.job) ? renewal : interval),
  })
  const focus = useFocusAlong()
  const job = jobId === null || error !== null ? null : (data?.job ?? null)

  const label = job === null ? next : (labelOf?.(job.total) ?? next)
  // A list that names the file is read again when it is there, and for a file that was there already not.
  const running = useRef<number | null>(null)
  useEffect(() => {
    if (job?.state === 'done' && running.current === job.id) onMade?.()
    running.current = job === null || isOver(job) ? null : job.id
  }, [job, onMade])

  const begin = async () => {
    // Not by a button that goes grey: that would drop the focus where nothing comes of it.
    if (starting) return
    if (ask !== undefined && !(await ask())) return
    setStarting(true)
    focus.begin()
    try {
      const { job: begunJob } = await start()
      queryClient.setQueryData(jobOf(begunJob.id).queryKey, { job: begunJob })
      begun.set(new Map([...begun.get(), [name, begunJob.id]]))
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    } finally {
      setStarting(false)
    }
  }

  if (job !== null && !isOver(job))
    return (
      <div className={styles.job} data-testid="document-job" role="status" {...focus.target}>
        <span>
          {label}：作成中 {job.total > 0 ? `${job.done} / ${job.total}` : '…'}
        </span>
        <progress aria-label="作成の進み具合" value={job.total > 0 ? job.done : undefined} max={job.total > 0 ? job.total : undefined} />
        <small>画面を離れても続きます</small>
      </div>
    )
  if (job?.state === 'done' && job.file_url !== null && !isOther)
    return (
      <>
        <ButtonAnchor href={job.file_url} {...focus.link}>
          <Icon name="download" size={16} />
          {`${ofPaper(label)}${kind === 'pdf' ? 'PDFを開く' : 'Excelを保存'}`}
        </ButtonAnchor>
        <Button icon="again" onClick={() => void begin()}>
          <span className="sr-only">{label}（</span>作り直す<span className="sr-only">）</span>
        </Button>
      </>
    )
  return (
    <>
      {job?.state === 'failed' ? (
        <ErrorText as="span" role="alert" {...focus.target}>
          {job.error ?? '作成できませんでした。もう一度お試しください。'}
        </ErrorText>
      ) : null}
      <Button
        kind={primary ? 'primary' : 'default'}
        icon={kind === 'pdf' ? 'print' : 'download'}
        reason={reason}
        onClick={() => void begin()}
      >
        {label}
      </Button>
    </>
  )
}

const isOver = (job: Job | undefined) => job?.state === 'done' || job?.state === 'failed'

/** 案内状の of 「案内状を印刷」: several papers lie beside one another once they are made. Nothing where the label names no paper. */
const ofPaper = (label: string): string => {
  const paper = /^(.+?)(?:を(?:印刷|作成)|（[^（）]+）)+$/.exec(label)?.[1] ?? label
  return /(?:に出力|^印刷|^PDF|^Excel)$/.test(paper) ? '' : `${paper}の`
}
