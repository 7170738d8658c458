import { type NoticeAnswer, noticeAnswerLabels, noticeAnswers } from '@toguchi/domain/rooms/visits/on-our-way'
import { useEffect, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useParams, useRevalidator } from 'react-router'
import { type AnswerOf, ApiError, send } from '../../platform/api/request.ts'
import { Card, Title } from '../../ui/plain/Card.tsx'
import { Links } from '../../ui/plain/Links.ts'
import { Notice } from '../../ui/plain/Notice.tsx'
import { Read } from '../../ui/plain/Read.tsx'
import { CallButton } from '../CallButton.tsx'
import { placeText } from '../dates/frame.ts'
import { PlaceText } from '../dates/PlaceText.tsx'
import { useFreshAfterBack } from '../fresh.ts'
import { Question } from './Question.ts'
import styles from './VisitNoticePage.module.css'
import { Where } from './Where.ts'

type VisitNotice = AnswerOf<'GET /api/visit_notices/:notice_uuid'>['notice']

export const loader = ({ params }: LoaderFunctionArgs): Promise<VisitNotice | null> =>
  send('GET /api/visit_notices/:notice_uuid', { params: { notice_uuid: params['notice_uuid'] ?? '' } }, { errors: 'caller' }).then(
    ({ notice }) => notice,
    (error: unknown) => {
      // A link that leads nowhere: the telephone is the way.
      if (error instanceof ApiError && error.status !== 0 && error.status < 500) return null
      throw error
    },
  )

/** What the link of 「まもなく伺います」 leads to (feature 13): three answers, which land on the craftsman's card. Nobody signs in, and nobody is named. */
export const VisitNoticePage = () => {
  const notice = useLoaderData<typeof loader>()
  useFreshAfterBack()
  useFreshWhenSeen()
  return (
    <>
      <Title>まもなくお伺いします</Title>
      {notice === null ? null : (
        <Where>
          <Read>{`${notice.building_name} ${notice.room_name}号室`}</Read>
        </Where>
      )}
      {notice?.state === 'open' ? <Coming notice={notice} /> : <Ended notice={notice} />}
      {notice === null ? null : (
        <Links aria-label="ほかの手続き">
          <Read>
            <Link to={notice.own_page_path}>居住者ページで、日程を見る・変える</Link>
          </Read>
        </Links>
      )}
      <CallButton at={notice?.own_page_path} {...(notice === null ? {} : { note: `${notice.room_name}号室` })} />
    </>
  )
}

/** Somebody may have come while the telephone lay in a pocket. */
const useFreshWhenSeen = () => {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible' && navigator.onLine) void revalidate()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [revalidate])
}

const Coming = ({ notice }: { notice: VisitNotice }) => (
  <>
    <Card>
      <p>担当者がまもなく伺います。</p>
      {notice.start_at === null || notice.end_at === null ? null : (
        <Question>
          <strong>
            <PlaceText
              place={placeText({ date: notice.date, start_at: notice.start_at, end_at: notice.end_at, construction_time_frame_id: 0 })}
            />
          </strong>
        </Question>
      )}
    </Card>
    <Answers notice={notice} />
  </>
)

const Answers = ({ notice }: { notice: VisitNotice }) => {
  const { notice_uuid = '' } = useParams()
  const { revalidate } = useRevalidator()
  const [sending, setSending] = useState<NoticeAnswer | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const answer = async (chosen: NoticeAnswer) => {
    if (sending !== null) return
    setSending(chosen)
    setFailure(null)
    try {
      await send(
        'POST /api/visit_notices/:notice_uuid/answer',
        { params: { notice_uuid }, body: { answer: chosen } },
        { errors: 'caller', message: 'お伝えしています…' },
      )
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.fullMessages[0] ?? 'お伝えできませんでした。もう一度押すか、お電話ください。')
    }
    await revalidate()
    setSending(null)
  }
  return (
    <>
      <div className={styles.answers} role="group" aria-label="お返事">
        {noticeAnswers.map(each => (
          <button
            key={each}
            type="button"
            className={styles.answer}
            data-answer={each}
            aria-pressed={notice.answer === each}
            aria-busy={sending === each}
            onClick={() => void answer(each)}
          >
            <Read>{noticeAnswerLabels[each]}</Read>
          </button>
        ))}
      </div>
      {failure === null ? null : <Notice kind="error">{failure}</Notice>}
      {notice.answer === null ? null : <Given answer={notice.answer} />}
    </>
  )
}

/** What was answered, and what happens now. */
const Given = ({ answer }: { answer: NoticeAnswer }) => (
  <Notice kind="success">
    <p>{`「${noticeAnswerLabels[answer]}」と担当者にお伝えしました。`}</p>
    <p>{afterwards[answer]}</p>
    <p>担当者が着くまでは、お返事を変えられます。</p>
  </Notice>
)

const afterwards: Readonly<Record<NoticeAnswer, string>> = {
  come: '玄関でお待ちください。',
  wait: '15分ほどお待ちしてから伺います。',
  absent: '今日は作業をせず、新しい日時をあらためてご案内します。ご自分で選ぶこともできます。',
}

const Ended = ({ notice }: { notice: VisitNotice | null }) => (
  <Notice kind="warning">
    {notice === null
      ? 'このお知らせは使えません。お電話でお問い合わせください。'
      : 'このお知らせへのお返事の受付は終了しました。ご用件は、お電話ください。'}
  </Notice>
)
