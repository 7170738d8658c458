import { residentLabels } from '@toguchi/domain/residents/labels'
import { formatTelephone } from '@toguchi/domain/text/telephone'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, redirect, useLoaderData, useNavigate, useParams } from 'react-router'
import { Telephone } from '../Telephone.tsx'
import { paths } from '../../site/paths.ts'
import { ApiError, send } from '../../platform/api/request.ts'
import { refreshUser } from '../../platform/session/session.ts'
import { toast } from '../../platform/toast.ts'
import { Button } from '../../ui/plain/Button.tsx'
import { Card, Title } from '../../ui/plain/Card.tsx'
import { Read } from '../../ui/plain/Read.tsx'
import { Field } from '../../ui/plain/form/Field.tsx'
import { PlainForm } from '../../ui/plain/form/PlainForm.tsx'
import { askForConfirmation, forgetConfirmation, pendingConfirmation } from '../contact/confirmation.ts'
import { letterOf } from './room-of-letter.ts'
import { Help } from '../../ui/plain/form/FieldParts.ts'
import { Links } from '../../ui/plain/Links.ts'

/** Without a code on its way there is nothing to confirm: back to the date, where a contact is offered. */
export const loader = async ({ params }: LoaderFunctionArgs) => {
  const room = letterOf(params)
  const pending = pendingConfirmation(room.room_uuid)
  if (pending === null) throw redirect(paths.resident_top())
  // Where the contact is changed: with a login at the registration, which asks for the password.
  const { resident } = await send('GET /api/residents/me')
  return { pending, hasLogin: resident.login_id !== null }
}

/** The six digits that were just sent to the contact of who is signed in (G-RES-03, D-33). */
export const ConfirmationCodePage = () => {
  const { pending, hasLogin } = useLoaderData<typeof loader>()
  const { room_uuid } = letterOf(useParams())
  const navigate = useNavigate()
  const [sending, setSending] = useState(false)
  // Another code is typed into another form: neither the wrong one nor its refusal stays.
  const [sent, setSent] = useState(1)
  const address = 'email' in pending.contact ? pending.contact.email : formatTelephone(pending.contact.phone)

  const resend = async () => {
    setSending(true)
    try {
      toast.success(await askForConfirmation(pending.room, pending.contact))
      setSent(sent + 1)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.failure(error.fullMessages)
    } finally {
      setSending(false)
    }
  }

  return (
    <>
      <Title>確認コードの入力</Title>
      <Card>
        <p>
          <strong>{address}</strong>
          <br />
          ここに6桁の確認コードを送りました。30分以内に入力してください。
        </p>
        <PlainForm
          key={sent}
          onSubmit={async ({ confirmation_code = '' }) => {
            if (confirmation_code.trim() === '')
              throw new ApiError(422, { errors: { confirmation_code: ['を入力してください'], full_messages: [] } })
            const confirmation_token = pendingConfirmation(room_uuid)?.confirmation_token ?? pending.confirmation_token
            await send(
              'POST /api/resident_auth/confirmation_code',
              { body: { room_uuid, confirmation_token, confirmation_code } },
              { errors: 'caller' },
            )
            forgetConfirmation()
            await refreshUser()
            await navigate(paths.resident_top(), { replace: true })
            toast.success('お知らせの送り先を登録しました。')
          }}
        >
          <Field
            name="confirmation_code"
            label={residentLabels.confirmation_code}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
          />
          <Button type="submit" wide>
            確認する
          </Button>
        </PlainForm>
        <Help>
          {'email' in pending.contact
            ? '届かないときは、迷惑メールの中もお確かめください。'
            : '届かないときは、電波の届く場所で少しお待ちいただくか、もう一度お送りください。'}
        </Help>
        <Button kind="secondary" wide disabled={sending} onClick={() => void resend()}>
          再送する
        </Button>
      </Card>
      <Links aria-label="ほかの手続き">
        <Read>
          <Link to={hasLogin ? paths.resident_edit() : `${paths.resident_top()}?contact=change`}>連絡先を変える・使わない</Link>
        </Read>
      </Links>
      <Telephone />
    </>
  )
}
