import { Link, type LoaderFunctionArgs, redirect, useLoaderData, useNavigate, useParams } from 'react-router'
import { NewPasswordFields } from '../../accounts/accounts.tsx'
import { Telephone } from '../Telephone.tsx'
import { paths } from '../../site/paths.ts'
import { ApiError, send } from '../../platform/api/request.ts'
import { rememberRoomLogin } from './room-login.ts'
import { currentUser, signInBy } from '../../platform/session/session.ts'
import { toast } from '../../platform/toast.ts'
import { AgreedTexts, readShownTexts } from '../../legal-texts/legal-texts.tsx'
import { Button } from '../../ui/plain/Button.tsx'
import { Card, Title } from '../../ui/plain/Card.tsx'
import { Notice } from '../../ui/plain/Notice.tsx'
import { PlainForm, type Values } from '../../ui/plain/form/PlainForm.tsx'
import { Read } from '../../ui/plain/Read.tsx'
import { CodeField } from './CodeField.tsx'
import { letterOf, readLetter } from './room-of-letter.ts'
import { Where } from '../answering/Where.ts'
import { Links } from '../../ui/plain/Links.ts'

/** The letter's QR, and every mail to who has no login, leads here (D-33). Whoever is in already sees the date. */
export const loader = async ({ params, request }: LoaderFunctionArgs) => {
  const [letter, shown] = await Promise.all([readLetter(params), readShownTexts(letterOf(params).client_uuid)])
  const { room_uuid } = letterOf(params)
  const room = letter.rooms.find(({ uuid }) => uuid === room_uuid)
  if (letter.accepting && !room) throw new ApiError(404, null)
  const search = new URL(request.url).searchParams
  const again = search.has('again')
  if (!again && (await currentUser())?.room?.uuid === room_uuid) throw redirect(paths.resident_top())
  // Code and new password are the way back to a login; where there is none, nothing was forgotten.
  return { letter, room, shown, again: again && room?.registered === true, early: search.has('early') }
}

/** The printed code, and then the date (D-33). For who forgot their login: the code and a new password (D-03). */
export const AuthenticationCodePage = () => {
  const { letter, room, shown, again, early } = useLoaderData<typeof loader>()
  const address = letterOf(useParams())
  const navigate = useNavigate()

  const submit = async ({ authentication_code = '', password = '', password_confirmation = '' }: Values) => {
    // Nothing to ask the server with, and no wrong code either.
    if (authentication_code.trim() === '')
      throw new ApiError(422, { errors: { authentication_code: ['を入力してください'], full_messages: [] } })
    const { answer } = await signInBy('resident', () =>
      send(
        'POST /api/resident_auth/authentication_code',
        { body: { ...address, authentication_code, ...(again ? { password, password_confirmation } : shown) } },
        { errors: 'caller' },
      ),
    )
    if (!('data' in answer)) throw new Error('the code opened no session')
    rememberRoomLogin(answer.data.login_path)
    await navigate(paths.resident_top(), { replace: true })
    if (again) toast.success(answer.message)
  }

  return (
    <>
      <Title>{room ? `${room.name}号室　認証コードの入力` : '認証コードの入力'}</Title>
      <Where>{letter.construction.building_name}</Where>
      {letter.accepting ? (
        <Card>
          {again ? <Notice>認証コードと新しいパスワードを入力すると、もう一度ご利用いただけます。</Notice> : null}
          {early ? <Notice>早い日時が空きました。認証コードを入力すると、その日時に変えるか、今のままにするかを選べます。</Notice> : null}
          <PlainForm onSubmit={submit}>
            <CodeField />
            {again ? <NewPasswordFields /> : <AgreedTexts button="工事日を見る" client={address.client_uuid} />}
            <Button type="submit" wide>
              {again ? 'パスワードを変更してログイン' : '工事日を見る'}
            </Button>
          </PlainForm>
        </Card>
      ) : (
        <Notice kind="warning">{letter.why_not_accepting}</Notice>
      )}
      <Links aria-label="ほかの手続き">
        <Read>
          {room ? (
            <Link to={paths.resident_login(address.client_uuid, address.construction_uuid, address.room_uuid)}>ログインIDをお持ちの方</Link>
          ) : null}
          <Link to={paths.resident_room_select(address.client_uuid, address.construction_uuid)}>部屋を選び直す</Link>
        </Read>
      </Links>
      <Telephone />
    </>
  )
}
