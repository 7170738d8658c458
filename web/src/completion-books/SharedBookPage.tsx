import { formatDayLong, todayInTokyo } from '@toguchi/domain/calendar/day'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import { type AnswerOf, ApiError, send } from '../platform/api/request.ts'
import { ButtonAnchor, Button } from '../ui/plain/Button.tsx'
import { Card, Title } from '../ui/plain/Card.tsx'
import { Notice } from '../ui/plain/Notice.tsx'
import { Field } from '../ui/plain/form/Field.tsx'
import { PlainForm } from '../ui/plain/form/PlainForm.tsx'
import styles from './SharedBookPage.module.css'
import { sizeText } from './size-text.ts'

type Shared = AnswerOf<'POST /api/completion_books/open'>

/** Null where the link leads somewhere; else why it does not. What could not be asked is left to the form, which asks again. */
export const loader = async ({ params: { client_uuid = '', token = '' } }: LoaderFunctionArgs): Promise<readonly string[] | null> => {
  try {
    await send('POST /api/completion_books/look', { body: { client_uuid, token } }, { errors: 'nobody' })
    return null
  } catch (error) {
    if (error instanceof ApiError) return error.status === 422 ? goneText(error) : null
    throw error
  }
}

/** An address that was typed off wrongly is no token at all, and leads nowhere either. */
const goneText = ({ code, fullMessages }: ApiError): readonly string[] =>
  code === 'link_gone' ? fullMessages : ['このリンクは使えません。アドレスが途中で切れていないか、ご確認ください。']

/** What the link of a completion book leads to: one that leads nowhere says so; else the password first, then the volumes. Nobody signs in, and nothing is told before. */
export const SharedBookPage = () => {
  const { client_uuid = '', token = '' } = useParams()
  const gone = useLoaderData<typeof loader>()
  const [book, setBook] = useState<Shared | null>(null)
  return (
    <>
      {/* Nothing of it belongs into a list of pages. */}
      <meta name="robots" content="noindex, nofollow" />
      <Title>完成図書</Title>
      {gone !== null ? (
        <Notice kind="error">
          {gone.map(text => (
            <p key={text}>{text}</p>
          ))}
        </Notice>
      ) : book === null ? (
        <Card>
          <p>パスワードを入力すると、完成図書を見られます。</p>
          <PlainForm
            onSubmit={async ({ password = '' }) =>
              setBook(await send('POST /api/completion_books/open', { body: { client_uuid, token, password } }, { errors: 'caller' }))
            }
          >
            <Field name="password" label="パスワード" type="password" required autoComplete="off" />
            <Button type="submit" wide>
              開く
            </Button>
          </PlainForm>
        </Card>
      ) : (
        <Opened book={book} />
      )}
    </>
  )
}

const dayOf = (instant: string) => formatDayLong(todayInTokyo(new Date(instant)))

const Opened = ({ book }: { book: Shared }) => (
  <Card title={book.title}>
    <p>
      {book.building_name}　{book.issuer}
    </p>
    <p>
      第{book.number}版　{dayOf(book.made_at)}作成
    </p>
    {book.interim ? <Notice kind="warning">工事の途中で作成した途中版です。</Notice> : null}
    <ul className={styles.volumes}>
      {book.volumes.map(({ url, file_name, pages, byte_size }, at) => (
        <li key={file_name}>
          <p>
            {file_name}（{pages.toLocaleString('ja-JP')}ページ・{sizeText(byte_size)}）
          </p>
          <ButtonAnchor href={url}>{book.volumes.length > 1 ? `第${at + 1}分冊を開く` : 'PDFを開く'}</ButtonAnchor>
        </li>
      ))}
    </ul>
    <p>{dayOf(book.expires_at)}まで見られます。ボタンは10分間有効です。過ぎたときは、このページを開き直してください。</p>
  </Card>
)
