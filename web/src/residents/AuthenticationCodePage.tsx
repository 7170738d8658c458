import { residentLabels } from '@toguchi/domain/residents/labels'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, redirect, useLoaderData, useNavigate, useParams, useRevalidator } from 'react-router'
import { NewPasswordFields, Telephone } from '../accounts/accounts.tsx'
import { paths } from '../app/paths.ts'
import { useConfiguration } from '../platform/configuration.ts'
import { ApiError, send } from '../platform/request.ts'
import { rememberRoomLogin } from '../platform/room-login.ts'
import { signInBy } from '../platform/session.ts'
import { toast } from '../platform/toast.ts'
import { Button } from '../ui/plain/Button.tsx'
import { Card, Title } from '../ui/plain/Card.tsx'
import { Read } from '../ui/plain/Read.tsx'
import { Choices } from '../ui/plain/Choices.tsx'
import { Field } from '../ui/plain/Field.tsx'
import { Notice } from '../ui/plain/Notice.tsx'
import { PlainForm, type Values } from '../ui/plain/PlainForm.tsx'
import { Stepper } from '../ui/plain/Stepper.tsx'
import { CodeField } from './CodeField.tsx'
import { askForConfirmation } from './confirmation.ts'
import { letterOf, readLetter } from './room-of-letter.ts'

/** The letter's own QR leads here; whoever is registered goes on to the login page, unless they come back from there (D-03). */
export const loader = async ({ params, request }: LoaderFunctionArgs) => {
  const letter = await readLetter(params)
  const { client_uuid, construction_uuid, room_uuid } = letterOf(params)
  const room = letter.rooms.find(({ uuid }) => uuid === room_uuid)
  if (letter.accepting && !room) throw redirect(paths.not_found())
  const again = new URL(request.url).searchParams.has('again')
  if (room?.registered && !again) throw redirect(paths.resident_login(client_uuid, construction_uuid, room_uuid))
  return { letter, room }
}

const ways = [
  { value: 'email', label: 'メールで受け取る', help: '確認コードをメールでお送りします' },
  { value: 'phone', label: '携帯電話のSMSで受け取る', help: '確認コードをショートメッセージでお送りします' },
  { value: 'none', label: 'メール・携帯電話を使わない', help: '認証コードだけで、すぐに始められます' },
] as const

/** The printed code and one way to be reached, or none (D-02). For a registered room: the code and a new password. */
export const AuthenticationCodePage = () => {
  const { letter, room } = useLoaderData<typeof loader>()
  const given = letterOf(useParams())
  const settings = useConfiguration()
  const phone = settings?.call_center_phone
  const [way, setWay] = useState('')
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()

  const signIn = async (body: { contact: { none: true } } | { password: string; password_confirmation: string }, code: string) => {
    const { answer } = await signInBy('resident', () =>
      send('POST /api/resident_auth/authentication_code', { body: { ...given, authentication_code: code, ...body } }, { errors: 'caller' }),
    )
    if (!('data' in answer)) throw new Error('the code opened no session')
    rememberRoomLogin(answer.data.login_path)
    await navigate(answer.data.login_id === null ? paths.resident_edit() : paths.resident_top(), { replace: true })
    if (answer.data.login_id !== null) toast.success(answer.message)
  }

  const submit = async ({
    authentication_code = '',
    email = '',
    phone: mobile = '',
    password = '',
    password_confirmation = '',
  }: Values) => {
    try {
      if (room?.registered) return await signIn({ password, password_confirmation }, authentication_code)
      if (way === 'none') return await signIn({ contact: { none: true } }, authentication_code)
      if (way === '')
        throw new ApiError(422, { errors: { contact: ['を1つ選択してください'], full_messages: ['連絡先を1つ選択してください'] } })
      const contact = way === 'email' ? { email } : { phone: mobile }
      toast.success(await askForConfirmation({ room: given, authentication_code, contact }))
      return await navigate(paths.resident_confirmation_code(given.client_uuid, given.construction_uuid, given.room_uuid))
    } catch (error) {
      // Somebody registered the room while this page stood open: the form becomes the one for coming back.
      if (error instanceof ApiError && error.code === 'room_registered') await revalidate()
      throw error
    }
  }

  return (
    <>
      <Title>{room ? `${room.name}号室　認証コードの入力` : '認証コードの入力'}</Title>
      <p className="r-where">{letter.construction.building_name}</p>
      {letter.accepting ? (
        <Card>
          {room?.registered ? (
            <Notice>この部屋は登録済みです。認証コードと新しいパスワードを入力すると、もう一度ご利用いただけます。</Notice>
          ) : (
            <Stepper steps={['認証コード', '確認', 'ご登録']} current={0} />
          )}
          <PlainForm onSubmit={submit}>
            <CodeField />
            {room?.registered ? (
              <NewPasswordFields />
            ) : (
              <>
                <Choices
                  name="contact"
                  label={residentLabels.contact}
                  options={ways.filter(({ value }) => value !== 'phone' || settings?.sms === true)}
                  required
                  onChange={setWay}
                />
                {way === 'email' ? (
                  <Field name="email" label={residentLabels.email} type="email" autoComplete="email" inputMode="email" required />
                ) : null}
                {way === 'phone' ? (
                  <Field
                    name="phone"
                    label="携帯電話番号"
                    type="tel"
                    autoComplete="tel"
                    inputMode="tel"
                    placeholder="090-1234-5678"
                    required
                  />
                ) : null}
              </>
            )}
            <Button type="submit" wide>
              {room?.registered ? 'パスワードを変更してログイン' : way === 'none' ? '利用を始める' : '確認コードを受け取る'}
            </Button>
          </PlainForm>
        </Card>
      ) : (
        <Notice kind="warning">{letter.why_not_accepting}</Notice>
      )}
      <nav className="plain-links" aria-label="ほかの手続き">
        <Read>
          <Link to={paths.resident_room_select(given.client_uuid, given.construction_uuid)}>部屋を選び直す</Link>
          {room ? (
            <Link to={paths.resident_login(given.client_uuid, given.construction_uuid, given.room_uuid)}>登録済みの方はログイン</Link>
          ) : null}
        </Read>
      </nav>
      <Telephone phone={phone} />
    </>
  )
}
