import { residentLabels } from '@toguchi/domain/residents/labels'
import { lazy, Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type AnswerOf, ApiError, send } from '../../platform/api/request.ts'
import { toast } from '../../platform/toast.ts'
import { Button, ButtonAnchor } from '../../ui/plain/Button.tsx'
import { Field } from '../../ui/plain/form/Field.tsx'
import { Help } from '../../ui/plain/form/FieldParts.ts'
import { PlainForm } from '../../ui/plain/form/PlainForm.tsx'
import { Read } from '../../ui/plain/Read.tsx'
import type { Resident } from './own-contact.ts'

/** Fetched when it is begun (STYLE 12). */
const QrCode = lazy(async () => ({ default: (await import('../../ui/files/QrCode.tsx')).QrCode }))

export type OwnLine = AnswerOf<'GET /api/residents/line'>['line']

/** 「LINEで受け取る」: linked by sending a code from one's own LINE, and ended here (decision 099). Nothing where the company has no account. */
export const LineContact = ({ resident, line }: { resident: Resident; line: OwnLine }) => {
  const [url, setUrl] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  if (line.is_linked) return <Linked resident={resident} />
  if (line.account_name === null) return null
  if (url !== null) return <ToSend url={url} accountName={line.account_name} />
  // Another contact needs the current password where there is one (decision 020).
  const begin = async (current_password?: string) => {
    const answer = await send(
      'POST /api/residents/line',
      { body: current_password === undefined ? {} : { current_password } },
      current_password === undefined ? {} : { errors: 'caller' },
    )
    setUrl(answer.url)
  }
  if (asking)
    return (
      <PlainForm onSubmit={({ current_password = '' }) => begin(current_password)}>
        <Field name="current_password" label={residentLabels.current_password} type="password" autoComplete="current-password" required />
        <Button type="submit" wide>
          次へ
        </Button>
      </PlainForm>
    )
  return (
    <Button kind="secondary" wide onClick={() => (resident.login_id === null ? void unlessRefused(begin()) : setAsking(true))}>
      LINEで受け取る
    </Button>
  )
}

/** A refusal was shown where it came from. */
const unlessRefused = async (work: Promise<void>): Promise<void> => {
  try {
    await work
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

const ToSend = ({ url, accountName }: { url: string; accountName: string }) => {
  const { revalidate, state } = useRevalidator()
  return (
    <>
      <Read>
        <p>{`LINEの「${accountName}」が開きます。入力されている文を、そのまま送信してください。`}</p>
      </Read>
      <ButtonAnchor href={url} data-kind="primary" data-wide>
        LINEを開く
      </ButtonAnchor>
      <Read>
        <Help>パソコンでご覧の方は、スマートフォンでQRコードを読み取ってください。30分以内にお願いします。</Help>
      </Read>
      <Suspense>
        <QrCode text={url} label="LINEを開くQRコード" />
      </Suspense>
      <Button kind="secondary" wide disabled={state !== 'idle'} onClick={() => void revalidate()}>
        送信したら押してください
      </Button>
    </>
  )
}

const Linked = ({ resident }: { resident: Resident }) => {
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const end = async () => {
    setBusy(true)
    await unlessRefused(
      send('DELETE /api/residents/line').then(({ message }) => {
        toast.success(message)
      }),
    )
    await revalidate()
    setBusy(false)
  }
  return (
    <>
      {resident.email !== null && resident.email_proven ? (
        <Read>
          <Help>工事日のお知らせはメールに、「まもなく伺います」のお知らせはLINEにお送りします。</Help>
        </Read>
      ) : null}
      <Button kind="secondary" wide disabled={busy} onClick={() => void end()}>
        LINEで受け取るのをやめる
      </Button>
    </>
  )
}
