import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { paths } from '../../site/paths.ts'
import { call } from '../../platform/api/request.ts'
import { Button } from '../../ui/plain/Button.tsx'
import { Card, Title } from '../../ui/plain/Card.tsx'
import { Field } from '../../ui/plain/form/Field.tsx'
import { Notice } from '../../ui/plain/Notice.tsx'
import { PlainForm } from '../../ui/plain/form/PlainForm.tsx'
import { Links } from '../../ui/plain/Links.ts'

/** Those who gave no e-mail address come back with the printed code (D-03). */
export const ResidentLoginIdReminderPage = () => {
  const { client_uuid = '', construction_uuid = '', room_uuid = '' } = useParams()
  const room = [client_uuid, construction_uuid, room_uuid] as const
  const [sent, setSent] = useState<string | null>(null)
  return (
    <>
      <Title>ログインIDを忘れた方</Title>
      <Card>
        {sent === null ? (
          <>
            <p>ご登録のメールアドレスに、ログインIDをお送りします。</p>
            <PlainForm
              onSubmit={async ({ email = '' }) => {
                const body = { client_uuid, construction_uuid, room_uuid, email }
                const { message } = (await call('POST /api/resident_auth/login_id_reminder', { body }, { errors: 'caller' })) as {
                  message: string
                }
                setSent(message)
              }}
            >
              <Field name="email" label="メールアドレス" type="email" autoComplete="email" required />
              <Button type="submit" wide>
                送信する
              </Button>
            </PlainForm>
          </>
        ) : (
          <Notice kind="success">{sent}</Notice>
        )}
      </Card>
      <Links aria-label="ほかの手続き">
        <Link to={`${paths.resident_authentication_code(...room)}?again=1`}>メールアドレスを登録していない方</Link>
        <Link to={paths.resident_login(...room)}>ログイン画面へ戻る</Link>
      </Links>
    </>
  )
}
