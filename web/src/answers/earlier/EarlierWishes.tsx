import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { formatDayLong, formatDayShort, formatInstant, formatTimeFrame } from '@toguchi/domain/calendar/day'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { partOnDemand } from '../../platform/late-part.ts'
import { spokenFor } from '../../acting-for/acting-for.tsx'
import { type AnswerOf, q, useApiMutation } from '../../platform/api/api.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx'
import { Help } from '../../ui/form/FieldParts.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { wishReads } from './earlier-wish-reads.ts'
import styles from '../RoomAnswers.module.css'

/** Fetched when it is begun (STYLE 12). */
const EarlierWishModal = partOnDemand(async () => (await import('./EarlierWishModal.tsx')).EarlierWishModal)

interface Props {
  construction_id: number
  /** Of this room alone, where one can be written down and changed. */
  room?: { id: number; name: string }
  /** Who is on the line: what is written down and ended was said on the telephone. */
  caller?: string
}

type Wish = AnswerOf<'GET /api/constructions/:construction_id/earlier_wishes'>['earlier_wishes'][number]

/** Who asked to hear of an earlier frame, in that order, and what is kept for whom (decision 064); nothing where nobody did or could. */
export const EarlierWishes = ({ construction_id, room, caller }: Props) => {
  const { data } = useQuery(q('GET /api/constructions/:construction_id/earlier_wishes', { params: { construction_id } }, { silent: true }))
  const possible = useQuery({
    ...q(
      'GET /api/constructions/:construction_id/rooms/:room_id/earlier_wish',
      { params: { construction_id, room_id: room?.id ?? 0 } },
      { silent: true },
    ),
    enabled: room !== undefined,
  }).data
  const [writing, setWriting] = useState(false)
  const wishes = (data?.earlier_wishes ?? []).filter(wish => room === undefined || wish.room_id === room.id)
  const days = possible?.why_no_wish === null ? possible.wish_days : []
  if (wishes.length === 0 && days.length === 0) return null
  return (
    <Section
      title="早い枠の希望"
      name="earlier-wishes"
      actions={
        days.length === 0 ? null : (
          <Button size="small" icon="edit" onClick={() => setWriting(true)}>
            {wishes.length === 0 ? '希望を登録' : '日を変更'}
          </Button>
        )
      }
    >
      <Help>より早い枠が空くと、申込みの順に1戸ずつ案内し、返事があるまで枠を取り置きます。</Help>
      <ul className={styles.list}>
        {wishes.map(wish => (
          <WishRow key={wish.room_id} {...{ construction_id, wish, caller }} named={room === undefined} />
        ))}
      </ul>
      {writing && room !== undefined ? (
        <Suspense>
          <EarlierWishModal {...{ construction_id, room, days, caller }} chosen={possible?.dates ?? []} onClose={() => setWriting(false)} />
        </Suspense>
      ) : null}
    </Section>
  )
}

interface RowProps {
  construction_id: number
  wish: Wish
  named: boolean
  caller: string | undefined
}

const WishRow = ({ construction_id, wish, named, caller }: RowProps) => {
  const { offer } = wish
  const params = { construction_id, room_id: wish.room_id }
  const [dialog, ask] = useConfirm()
  const endOffer = useApiMutation('DELETE /api/constructions/:construction_id/rooms/:room_id/earlier_offer', { invalidates: wishReads })
  const endWish = useApiMutation('DELETE /api/constructions/:construction_id/rooms/:room_id/earlier_wish', { invalidates: wishReads })
  const confirm = async (text: string, title: string, run: () => void) => {
    if (await ask({ title, text, confirm: '終了する', danger: true })) run()
  }
  return (
    <li>
      {dialog}
      <time dateTime={wish.wished_at}>{formatInstant(new Date(wish.wished_at))}</time>
      <span>
        {named ? `${addressedRoom(wish.room_name)}　` : ''}
        早くできる日：{wish.dates.map(formatDayShort).join('、')}
        {wish.date === null ? '' : `（今の工事日 ${formatDayShort(wish.date)}）`}
      </span>
      {offer === null ? null : (
        <p>
          <Badge tone="amber">案内中</Badge> {formatDayLong(offer.date)} {formatTimeFrame(offer.start_at, offer.end_at)}　
          {formatInstant(new Date(offer.answer_until))}まで取り置き
          {wish.contact === null ? '　連絡先がないため、お電話か書面でご案内ください。' : ''}
        </p>
      )}
      {offer === null ? null : (
        <Button
          size="small"
          disabled={endOffer.isPending}
          onClick={() =>
            void confirm('取り置いた枠を空けます。居住者の希望は残ります。', 'この枠の案内を終了しますか？', () =>
              endOffer.mutate({ params }),
            )
          }
        >
          案内を終了
        </Button>
      )}
      <Button
        size="small"
        kind="quiet"
        disabled={endWish.isPending}
        onClick={() =>
          void confirm('早い枠が空いても、この部屋には案内しません。', `${addressedRoom(wish.room_name)}の希望を終了しますか？`, () =>
            endWish.mutate({ params, body: caller === undefined ? {} : { acting_for: spokenFor({ channel: 'tel', caller }) } }),
          )
        }
      >
        希望を終了
      </Button>
    </li>
  )
}
