import { ownChangeTerms } from '@toguchi/domain/residents/deadlines'
import { absenceText } from '@toguchi/domain/rooms/absence'
import { lazy, Suspense } from 'react'
import { useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { paths } from '../../site/paths.ts'
import { type AnswerOf, send } from '../../platform/api/request.ts'
import { toast } from '../../platform/toast.ts'
import { ButtonLink } from '../../ui/plain/Button.tsx'
import { Title } from '../../ui/plain/Card.tsx'
import { Notice } from '../../ui/plain/Notice.tsx'
import { Read } from '../../ui/plain/Read.tsx'
import { answeredBy } from '../answering/answering.ts'
import { CallButton } from '../CallButton.tsx'
import { type Frame, placeText } from './frame.ts'
import { FrameChooser, hasFree, assignOf } from './FrameChooser.tsx'
import { keepingLast } from '../keeping-last.ts'
import { PlaceText } from './PlaceText.tsx'
import { WhoAnswers } from '../answering/WhoAnswers.tsx'
import { WishForm } from '../wishes/WishForm.tsx'
import styles from './ChangeConstructionDatePage.module.css'
import { CurrentAnswer } from '../answering/CurrentAnswer.ts'
import { Gap } from '../parts/Gap.ts'
import { Paper } from '../../ui/plain/Paper.ts'
import { Help } from '../../ui/plain/form/FieldParts.ts'
import { FactList } from '../parts/FactList.ts'

const EarlierOffer = lazy(async () => ({ default: (await import('../earlier/EarlierOffer.tsx')).EarlierOffer }))
const EarlierWish = lazy(async () => ({ default: (await import('../earlier/EarlierWish.tsx')).EarlierWish }))

export const loader = keepingLast(async options => {
  const own = await send('GET /api/residents/construction', {}, options)
  // Where nothing can be chosen the page says why, and asks for no calendar.
  const [frames, earlier] = await Promise.all([
    own.can_change_date ? send('GET /api/residents/assignable_frames', {}, options) : null,
    send('GET /api/residents/earlier_wish', {}, options),
  ])
  return { own, dates: frames?.dates ?? [], earlier }
})

/** Chooses another date (G-RES-12): the frame one taps is held for five minutes while one decides (D-06). After a visit in vain a new one (D-34). */
export const ChangeConstructionDatePage = () => {
  const { own, dates, earlier } = useLoaderData<typeof loader>()
  const { absence } = own
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const choose = async (frame: Frame) => {
    const { message } = await send(
      'PATCH /api/residents/assign',
      { body: { assign: assignOf(frame), ...answeredBy() } },
      { errors: 'caller_offline_too', message: '変更しています…' },
    )
    await navigate(paths.resident_top())
    toast.success(message)
  }

  return (
    <>
      <Title>{absence === null ? '工事日の変更' : '新しい日時の選択'}</Title>
      {absence !== null ? (
        <Notice kind="warning">{absenceText(new Date(absence.visited_at))}</Notice>
      ) : own.assign === null ? null : (
        <CurrentAnswer>
          <Read>
            今の日程
            <strong>
              <PlaceText place={placeText(own.assign)} />
            </strong>
            {own.can_change_date ? termsOf(own).map(term => <Help key={term}>{term}</Help>) : null}
          </Read>
        </CurrentAnswer>
      )}
      <Suspense>
        <EarlierOffer offer={earlier.offer} reload={revalidate} />
      </Suspense>
      {own.can_change_date && absence === null ? <WhoAnswers /> : null}
      {own.can_change_date ? (
        <FrameChooser
          dates={dates}
          from={absence === null ? own.assign : null}
          terms={absence === null && own.assign !== null ? termsOf(own) : []}
          instead={absence === null ? <Notice>今は選べる日がありません。お電話でお問い合わせください。</Notice> : null}
          reserve={frame =>
            send('POST /api/residents/assign/hold', { body: { assign: assignOf(frame) } }, { errors: 'caller_offline_too' })
          }
          choose={choose}
          letGo={async () => {
            await send('DELETE /api/residents/assign/hold', {}, { silent: true, errors: 'nobody' })
          }}
          reload={revalidate}
        />
      ) : (
        <>
          <Notice kind="warning">{own.why_no_date_change}</Notice>
          {own.room.status === 'completed' ? null : <ReadOut own={own} />}
        </>
      )}
      <Suspense>
        <EarlierWish earlier={earlier} reload={revalidate} />
      </Suspense>
      {absence === null ? null : (
        <WishForm
          absence={absence}
          urgent={!hasFree(dates)}
          onWish={async revisit_wish => {
            await send('PUT /api/residents/revisit_wish', { body: { revisit_wish, ...answeredBy() } }, { errors: 'caller' })
            await revalidate()
          }}
        />
      )}
      <Gap>
        <Read>{own.can_change_date ? 'ご希望の日がないときは、お電話ください。' : '変更をご希望の方は、お電話ください。'}</Read>
      </Gap>
      <CallButton note={`${own.room.name}号室　管理番号 ${own.construction.manage_no ?? '―'}`} />
      <Gap>
        <ButtonLink kind="secondary" wide to={paths.resident_top()}>
          {own.can_change_date && absence === null ? '変更せずに戻る' : 'トップへ戻る'}
        </ButtonLink>
      </Gap>
    </>
  )
}

/** How many changes are left and until when, and what follows the last (practice §2). */
const termsOf = (own: AnswerOf<'GET /api/residents/construction'>): string[] => {
  const { left, until, isLast } = ownChangeTerms(own)
  return [left, left !== null && isLast ? 'この変更のあとは、お電話での受付になります。' : null, until].filter(term => term !== null)
}

/** After the deadline: what whoever answers the telephone will ask for. */
const ReadOut = ({ own: { construction, room, assign } }: { own: AnswerOf<'GET /api/residents/construction'> }) => (
  <Paper className={styles.readout} aria-label="お電話でお伝えいただくこと">
    <Read>
      <h2>お電話でお伝えいただくこと</h2>
      <FactList>
        <div>
          <dt>管理番号</dt>
          <dd>{construction.manage_no ?? '―'}</dd>
        </div>
        <div>
          <dt>お部屋</dt>
          <dd>{`${construction.building_name} ${room.name}号室`}</dd>
        </div>
        {assign === null ? null : (
          <div>
            <dt>今の日程</dt>
            <dd>{placeText(assign)}</dd>
          </div>
        )}
      </FactList>
    </Read>
  </Paper>
)
