import { orderLabels } from '@toguchi/domain/orders/labels'
import { useState } from 'react'
import { type AnswerOf, send } from '../platform/request.ts'
import { useUser } from '../platform/session.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { Button } from '../ui/plain/Button.tsx'
import { Field } from '../ui/plain/Field.tsx'
import { Notice } from '../ui/plain/Notice.tsx'
import { PlainForm } from '../ui/plain/PlainForm.tsx'
import { Read } from '../ui/plain/Read.tsx'

type Job = AnswerOf<'GET /api/residents/jobs/:id'>['job']

const secondsAtMost = 60

/** The receipt as a PDF, made out to whom one says (D-16); from the second time on it calls itself 再発行. */
export const ReceiptForm = ({ orderId }: { orderId: number }) => {
  const [open, setOpen] = useState(false)
  const [made, setMade] = useState<Job | null>(null)
  const name = useUser()?.name ?? ''
  if (made?.file_url)
    return (
      <a className="plain-button" data-wide href={made.file_url} target="_blank" rel="noreferrer">
        <Glyph name="download" size={20} />
        <span>
          <Read>領収書を開く（PDF）</Read>
        </span>
      </a>
    )
  if (!open)
    return (
      <Button kind="secondary" wide onClick={() => setOpen(true)}>
        領収書を発行する
      </Button>
    )
  return (
    <PlainForm
      onSubmit={async ({ addressee = '' }) => {
        const { job } = await send(
          'POST /api/residents/orders/:id/receipt',
          { params: { id: orderId }, body: { addressee } },
          { errors: 'caller', message: '領収書を作成しています…' },
        )
        setMade(await finished(job))
      }}
    >
      {made?.error ? <Notice kind="error">{made.error}</Notice> : null}
      <Field name="addressee" label={orderLabels.addressee} defaultValue={name} />
      <Button type="submit" wide>
        発行する
      </Button>
    </PlainForm>
  )
}

/** Asks until the paper is there, every second for a minute. */
const finished = async (job: Job): Promise<Job> => {
  let now = job
  for (let second = 0; second < secondsAtMost && now.state !== 'done' && now.state !== 'failed'; second += 1) {
    await new Promise(resolve => setTimeout(resolve, 1_000))
    now = (await send('GET /api/residents/jobs/:id', { params: { id: job.id } }, { message: '領収書を作成しています…' })).job
  }
  return now.state === 'done' || now.state === 'failed'
    ? now
    : { ...now, error: '作成に時間がかかっています。しばらくしてからもう一度お試しください。' }
}
