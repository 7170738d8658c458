import { useState } from 'react'
import { type AnswerOf, ApiError, send } from '../../platform/api/request.ts'
import { toast } from '../../platform/toast.ts'
import { Button } from '../../ui/plain/Button.tsx'
import { Card } from '../../ui/plain/Card.tsx'
import { Gap } from '../parts/Gap.ts'
import { momentText } from '../dates/frame.ts'
import { PlaceText } from '../dates/PlaceText.tsx'
import { formatDayLong, formatTimeFrameForResident } from '@toguchi/domain/calendar/day'
import { answeredBy } from '../answering/answering.ts'

interface Props {
  offer: AnswerOf<'GET /api/residents/earlier_wish'>['offer']
  reload: () => Promise<unknown>
}

/** An earlier frame that is kept for this dwelling: taken, or left to the next (decision 064). */
export const EarlierOffer = ({ offer, reload }: Props) => {
  const [busy, setBusy] = useState(false)
  if (offer === null) return null
  const answer = async (said: 'take' | 'keep') => {
    setBusy(true)
    try {
      const { message } = await send('POST /api/residents/earlier_offers/:id/answer', {
        params: { id: offer.id },
        body: { answer: said, ...answeredBy() },
      })
      toast.success(message)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    // Done or ended meanwhile: the page says what holds.
    await reload()
    setBusy(false)
  }
  return (
    <Gap as="section" aria-label="空いた早い日時">
      <Card title="早い日時が空きました">
        <p>
          <strong>
            <PlaceText place={`${formatDayLong(offer.date)} ${formatTimeFrameForResident(offer.start_at, offer.end_at)}`} />
          </strong>
        </p>
        <p>{`${momentText(offer.answer_until)}まで、この日時をお取りしています。お返事がないときは、今の工事日のままです。`}</p>
        <Button wide disabled={busy} onClick={() => void answer('take')}>
          この日時に変更する
        </Button>
        <Button kind="secondary" wide disabled={busy} onClick={() => void answer('keep')}>
          今のままでよい
        </Button>
      </Card>
    </Gap>
  )
}
