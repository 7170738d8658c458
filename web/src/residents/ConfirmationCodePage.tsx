import { residentLabels } from '@toguchi/domain/residents/labels'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, redirect, useLoaderData, useNavigate, useParams } from 'react-router'
import { Telephone } from '../accounts/accounts.tsx'
import { paths } from '../app/paths.ts'
import { useConfiguration } from '../platform/configuration.ts'
import { ApiError, send } from '../platform/request.ts'
import { rememberRoomLogin } from '../platform/room-login.ts'
import { signInBy } from '../platform/session.ts'
import { toast } from '../platform/toast.ts'
import { Button } from '../ui/plain/Button.tsx'
import { Card, Title } from '../ui/plain/Card.tsx'
import { Read } from '../ui/plain/Read.tsx'
import { Field } from '../ui/plain/Field.tsx'
import { PlainForm } from '../ui/plain/PlainForm.tsx'
import { Stepper } from '../ui/plain/Stepper.tsx'
import { askForConfirmation, forgetConfirmation, pendingConfirmation } from './confirmation.ts'
import { letterOf } from './room-of-letter.ts'

/** Without a code on its way there is nothing to confirm: back to where one is asked for. */
export const loader = ({ params }: LoaderFunctionArgs) => {
  const room = letterOf(params)
  const pending = pendingConfirmation(room.room_uuid)
  if (pending === null) throw redirect(paths.resident_authentication_code(room.client_uuid, room.construction_uuid, room.room_uuid))
  return pending
}

/** The six digits that were just sent (G-RES-03). */
export const ConfirmationCodePage = () => {
  const pending = useLoaderData<typeof loader>()
  const { client_uuid, construction_uuid, room_uuid } = letterOf(useParams())
  const phone = useConfiguration()?.call_center_phone
  const navigate = useNavigate()
  const [sending, setSending] = useState(false)
  const address = 'email' in pending.contact ? pending.contact.email : pending.contact.phone

  const resend = async () => {
    setSending(true)
    try {
      const { room, authentication_code, contact } = pending
      toast.success(await askForConfirmation({ room, authentication_code, contact }))
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
        {pending.authentication_code === null ? null : <Stepper steps={['認証コード', '確認', 'ご登録']} current={1} />}
        <p>
          <strong>{address}</strong>
          <br />
          ここに6桁の確認コードを送りました。30分以内に入力してください。
        </p>
        <PlainForm
          onSubmit={async ({ confirmation_code = '' }) => {
            const confirmation_token = pendingConfirmation(room_uuid)?.confirmation_token ?? pending.confirmation_token
            const confirm = () =>
              send(
                'POST /api/resident_auth/confirmation_code',
                { body: { room_uuid, confirmation_token, confirmation_code } },
                { errors: 'caller' },
              )
            if (pending.authentication_code === null) {
              await confirm()
              forgetConfirmation()
              await navigate(paths.resident_edit(), { replace: true })
              return toast.success('連絡先を確認しました。')
            }
            const { answer } = await signInBy('resident', confirm)
            forgetConfirmation()
            rememberRoomLogin(answer.data.login_path)
            await navigate(paths.resident_edit(), { replace: true })
          }}
        >
          <Field
            name="confirmation_code"
            label={residentLabels.confirmation_code}
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder="123456"
            required
          />
          <Button type="submit" wide>
            確認する
          </Button>
        </PlainForm>
        <p className="plain-help">届かないときは、迷惑メールの中もお確かめください。</p>
        <Button kind="secondary" wide disabled={sending} onClick={() => void resend()}>
          再送する
        </Button>
      </Card>
      <nav className="plain-links" aria-label="ほかの手続き">
        <Read>
          {pending.authentication_code === null ? (
            <Link to={paths.resident_edit()}>登録内容の変更へ戻る</Link>
          ) : (
            <Link to={paths.resident_authentication_code(client_uuid, construction_uuid, room_uuid)}>連絡先を変える・使わない</Link>
          )}
        </Read>
      </nav>
      <Telephone phone={phone} />
    </>
  )
}
