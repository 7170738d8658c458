import { absenceText } from '@toguchi/domain/rooms/absence'
import type { PresenceAnswer } from '@toguchi/domain/rooms/presence'
import { lazy, Suspense, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useParams, useRevalidator } from 'react-router'
import { type AnswerOf, ApiError, send } from '../../platform/api/request.ts'
import { Card, Title } from '../../ui/plain/Card.tsx'
import { Notice } from '../../ui/plain/Notice.tsx'
import { Read } from '../../ui/plain/Read.tsx'
import { answeredBy } from './answering.ts'
import { CallButton } from '../CallButton.tsx'
import { type Frame, placeText } from '../dates/frame.ts'
import { FrameChooser, hasFree, assignOf } from '../dates/FrameChooser.tsx'
import { PlaceText } from '../dates/PlaceText.tsx'
import { WishForm } from '../wishes/WishForm.tsx'
import styles from './AbsencePage.module.css'
import { Where } from './Where.ts'
import { Question } from './Question.ts'
import { Links } from '../../ui/plain/Links.ts'

/** Fetched when somebody looks at it: the page opens for who wants a date (STYLE 12). */
const WhoAnswers = lazy(async () => ({ default: (await import('./WhoAnswers.tsx')).WhoAnswers }))
const AbsencePresence = lazy(async () => ({ default: (await import('./AbsencePresence.tsx')).AbsencePresence }))

type Slip = AnswerOf<'POST /api/resident_auth/absence'>
type SlipKey = { client_uuid: string; token: string }

const slipKeyOf = ({ client_uuid = '', token = '' }: Readonly<Record<string, string | undefined>>): SlipKey => ({ client_uuid, token })

export const loader = ({ params }: LoaderFunctionArgs) =>
  send('POST /api/resident_auth/absence', { body: slipKeyOf(params) }, { errors: 'nobody' }).catch((error: unknown) => {
    // A slip that nobody knows, or too many tries: the telephone is the way.
    if (error instanceof ApiError && error.status !== 0 && error.status < 500) return null
    throw error
  })

/** What the QR of a 不在票 leads to (D-34): when somebody came, and the frames that still fit. Nobody signs in, and nobody is named. */
export const AbsencePage = () => {
  const slip = useLoaderData<typeof loader>()
  const [newFrame, setNewFrame] = useState<Frame | null>(null)
  return (
    <>
      <Title>{newFrame === null ? '新しい日時の選択' : '日時が決まりました'}</Title>
      {slip === null ? null : (
        <Where>
          <Read>{`${slip.building_name} ${slip.room_name}号室`}</Read>
        </Where>
      )}
      {newFrame !== null ? (
        <Decided frame={newFrame} />
      ) : slip?.open ? (
        <Choosing slip={slip} open={slip.open} onAssign={setNewFrame} />
      ) : (
        <Shut slip={slip} />
      )}
      <CallButton at={slip?.code_path} {...(slip === null ? {} : { note: `${slip.room_name}号室　管理番号 ${slip.manage_no ?? '―'}` })} />
    </>
  )
}

const Comes = ({ frame }: { frame: Frame }) => (
  <>
    <p>次の日時にお伺いします。</p>
    <Question>
      <strong>
        <PlaceText place={placeText(frame)} />
      </strong>
    </Question>
  </>
)

const Decided = ({ frame }: { frame: Frame }) => (
  <Card>
    <Comes frame={frame} />
    <p>この画面を閉じてかまいません。ご都合が悪くなったときは、お電話ください。</p>
  </Card>
)

/** Nothing to choose by this slip: why, and how it goes on. */
const Shut = ({ slip }: { slip: Slip | null }) => (
  <>
    <Notice kind="warning">
      {slip === null
        ? 'この不在票は使えません。お電話でお問い合わせください。'
        : slip.state === 'waiting'
          ? '訪問の記録がまだ届いていません。しばらくしてからもう一度開くか、お電話ください。'
          : 'この不在票での受付は終了しました。'}
    </Notice>
    {slip?.decided ? (
      <Card>
        <Comes frame={slip.decided} />
      </Card>
    ) : null}
    {slip?.state === 'ended' ? (
      <Links aria-label="ほかの手続き">
        <Read>
          <Link to={slip.code_path}>
            {slip.can_change_date ? '案内状の認証コードで、日程を見る・変える' : '案内状の認証コードで、日程を見る'}
          </Link>
        </Read>
      </Links>
    ) : null}
  </>
)

interface Open {
  slip: Slip
  open: NonNullable<Slip['open']>
  onAssign: (frame: Frame) => void
}

const Choosing = ({ open, onAssign }: Open) => {
  const slip = slipKeyOf(useParams())
  const { revalidate } = useRevalidator()
  const [presence, setPresence] = useState<PresenceAnswer | null>(null)
  const [looks, setLooks] = useState(false)
  const choose = async (frame: Frame) => {
    const { assign } = await send(
      'POST /api/resident_auth/absence/assign',
      { body: { ...slip, assign: assignOf(frame), ...(presence === null ? {} : { presence }), ...answeredBy() } },
      { errors: 'caller_offline_too', message: '登録しています…' },
    )
    onAssign(assign)
    scrollTo({ top: 0 })
  }
  return (
    <>
      <Notice kind="warning">{absenceText(new Date(open.visited_at))}</Notice>
      <FrameChooser
        dates={open.dates}
        from={null}
        instead={null}
        reserve={frame =>
          send('POST /api/resident_auth/absence/hold', { body: { ...slip, assign: assignOf(frame) } }, { errors: 'caller_offline_too' })
        }
        choose={choose}
        // A hold of a slip runs out by itself.
        letGo={async () => {}}
        reload={revalidate}
      />
      <WishForm
        absence={open}
        urgent={!hasFree(open.dates)}
        onWish={async revisit_wish => {
          await send('POST /api/resident_auth/absence/wish', { body: { ...slip, revisit_wish, ...answeredBy() } }, { errors: 'caller' })
          await revalidate()
        }}
      />
      <details className={styles.more} onToggle={event => setLooks(looks || event.currentTarget.open)}>
        <summary>
          <Read>ご不在でも作業できる方法・ご家族がお答えになるとき</Read>
        </summary>
        {looks ? (
          <Suspense>
            <WhoAnswers />
            <AbsencePresence methods={open.presence_methods} keyHandover={open.key_handover} chosen={presence} onChoose={setPresence} />
          </Suspense>
        ) : null}
      </details>
    </>
  )
}
