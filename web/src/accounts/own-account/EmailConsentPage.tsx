import { formatInstant } from '@toguchi/domain/calendar/day'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { paths } from '../../site/paths.ts'
import { type AnswerOf, ApiError, send } from '../../platform/api/request.ts'
import { Button, ButtonLink } from '../../ui/plain/Button.tsx'
import { Card, Title } from '../../ui/plain/Card.tsx'
import { Notice } from '../../ui/plain/Notice.tsx'
import { PlainForm } from '../../ui/plain/form/PlainForm.tsx'

interface Opened {
  consent_token: string
  asked: AnswerOf<'GET /api/users/email_consent'> | null
  /** Why the link no longer works. */
  problem: string | null
}

/** Looks and changes nothing: programs that check mail open links, too. */
export const loader = async ({ request }: LoaderFunctionArgs): Promise<Opened> => {
  const consent_token = new URL(request.url).searchParams.get('consent_token') ?? ''
  try {
    const asked = await send('GET /api/users/email_consent', { query: { consent_token } }, { errors: 'caller' })
    return { consent_token, asked, problem: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { consent_token, asked: null, problem: error.fullMessages.join('\n') }
  }
}

/** Where the mail to the address there is leads: somebody else asked for another one (decision 025). */
export const EmailConsentPage = () => {
  const { consent_token, asked, problem } = useLoaderData<Opened>()
  const [done, setDone] = useState<string | null>(null)
  const decide = async (decision: 'agree' | 'refuse') => {
    const { message } = await send('POST /api/users/email_consent', { body: { consent_token, decision } }, { errors: 'caller' })
    setDone(message)
  }
  return (
    <>
      <Title>メールアドレスの変更</Title>
      <Card>
        {asked === null || done !== null ? (
          <>
            <Notice kind={done === null ? 'error' : 'success'}>{done ?? problem}</Notice>
            <ButtonLink to={paths.login()} wide>
              ログイン画面へ
            </ButtonLink>
          </>
        ) : (
          <>
            <p>ほかの方の操作で、あなたのアカウントのメールアドレスを次のアドレスに変更する手続きが行われています。</p>
            <p>
              <strong>{asked.email}</strong>
            </p>
            <p>
              {asked.changes_at === null
                ? '同意も取り消しもされない場合は、新しいアドレスで確認されてから24時間が過ぎると変更されます。'
                : `同意も取り消しもされない場合は、${formatInstant(new Date(asked.changes_at))}を過ぎると変更されます。`}
            </p>
            <PlainForm onSubmit={() => decide('refuse')}>
              <Button type="submit" kind="danger" wide>
                わたしではありません（変更を取り消す）
              </Button>
            </PlainForm>
            <PlainForm onSubmit={() => decide('agree')}>
              <Button type="submit" kind="secondary" wide>
                変更に同意する
              </Button>
            </PlainForm>
          </>
        )}
      </Card>
    </>
  )
}
