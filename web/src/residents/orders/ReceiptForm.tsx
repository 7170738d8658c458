import { orderLabels } from '@toguchi/domain/orders/labels'
import { useEffect, useRef, useState } from 'react'
import { linkRenewal } from '../../platform/link-renewal.ts'
import { type AnswerOf, ApiError, send } from '../../platform/api/request.ts'
import { newUuid } from '../../platform/new-uuid.ts'
import { useUser } from '../../platform/session/use-user.ts'
import { Glyph } from '../../ui/icons/Glyph.tsx'
import { ButtonAnchor, Button } from '../../ui/plain/Button.tsx'
import { Field } from '../../ui/plain/form/Field.tsx'
import { Notice } from '../../ui/plain/Notice.tsx'
import { PlainForm } from '../../ui/plain/form/PlainForm.tsx'
import { Read } from '../../ui/plain/Read.tsx'

type Job = AnswerOf<'GET /api/residents/jobs/:id'>['job']

const secondsAtMost = 60

/** The receipt as a PDF, made out to whom one says (D-16); from the second time on it calls itself 再発行. */
export const ReceiptForm = ({ orderId }: { orderId: number }) => {
  const [open, setOpen] = useState(false)
  const [job, setJob] = useState<Job | null>(null)
  const [late, setLate] = useState(false)
  // What was asked for last: asking again for the same looks for that paper, another one would be a 再発行.
  const asked = useRef<{ addressee: string; id: number } | null>(null)
  // What was sent and not answered: sent again it is the same receipt.
  const request = useRef<{ addressee: string; id: string } | null>(null)
  const requestOf = (addressee: string): string => {
    if (request.current?.addressee !== addressee) request.current = { addressee, id: newUuid() }
    return request.current.id
  }
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => void (left.current = true)
  }, [])
  const name = useUser()?.name ?? ''
  const url = job?.file_url ?? null
  useEffect(() => {
    if (job === null || url === null) return
    const timer = setInterval(() => void look(job.id).then(current => current?.file_url && setJob(current)), linkRenewal)
    return () => clearInterval(timer)
  }, [job, url])
  if (url !== null)
    return (
      <ButtonAnchor data-wide href={url} target="_blank" rel="noreferrer">
        <Glyph name="download" size={20} />
        <span>
          <Read>領収書を開く（PDF）</Read>
        </span>
      </ButtonAnchor>
    )
  if (!open)
    return (
      <Button kind="secondary" wide onClick={() => setOpen(true)}>
        領収書を発行する
      </Button>
    )
  const issue = async (addressee: string) => {
    setLate(false)
    if (asked.current?.addressee !== addressee) {
      setJob(null)
      const { job: begun } = await send(
        'POST /api/residents/orders/:id/receipt',
        { params: { id: orderId }, body: { addressee, request_id: requestOf(addressee) } },
        { errors: 'caller', message: '領収書を作成しています…' },
      )
      asked.current = { addressee, id: begun.id }
      request.current = null
    }
    for (let second = 0; second < secondsAtMost; second += 1) {
      await new Promise(resolve => setTimeout(resolve, 1_000))
      if (left.current) return
      const current = await look(asked.current.id)
      if (current?.state !== 'done' && current?.state !== 'failed') continue
      if (current.state === 'failed') asked.current = null
      return setJob(current)
    }
    setLate(true)
  }
  return (
    <PlainForm keepAs={`receipt ${orderId}`} onSubmit={({ addressee = '' }) => issue(addressee)}>
      {job?.error ? <Notice kind="error">{job.error}</Notice> : null}
      {late ? <Notice kind="warning">作成に時間がかかっています。しばらくしてからもう一度お試しください。</Notice> : null}
      <Field name="addressee" label={orderLabels.addressee} defaultValue={name} />
      <Button type="submit" wide>
        発行する
      </Button>
    </PlainForm>
  )
}

/** How far the paper is; null when the answer did not get through, which the next look makes good. */
const look = async (id: number): Promise<Job | null> => {
  try {
    return (await send('GET /api/residents/jobs/:id', { params: { id } }, { silent: true, errors: 'nobody' })).job
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}
