import type { WishedDay } from '@toguchi/domain/rooms/absence'
import { lazy, Suspense, useState } from 'react'
import { toast } from '../../platform/toast.ts'
import { Button } from '../../ui/plain/Button.tsx'
import { Card } from '../../ui/plain/Card.tsx'
import type { Wish } from './Wished.tsx'
import { Gap } from '../parts/Gap.ts'

/** Fetched when it is begun, or was (STYLE 12). */
const Wished = lazy(async () => ({ default: (await import('./Wished.tsx')).Wished }))
const WishFields = lazy(async () => ({ default: (await import('./WishFields.tsx')).WishFields }))

export interface NewWish {
  wishes: WishedDay[]
  phone: string | null
  note: string | null
}

interface Props {
  absence: { wish: Wish | null; needs_phone: boolean; wish_days: readonly string[] }
  /** No frame is left: this is what there is. */
  urgent: boolean
  onWish: (wish: NewWish) => Promise<void>
}

/** Days that would suit, where none of the free frames does: somebody calls about them (D-34). */
export const WishForm = ({ absence: { wish, needs_phone, wish_days }, urgent, onWish }: Props) => {
  const [open, setOpen] = useState(urgent && wish === null)
  if (!open)
    return (
      <Gap as="section">
        {wish === null ? null : (
          <Suspense>
            <Wished wish={wish} />
          </Suspense>
        )}
        <Button kind="secondary" wide onClick={() => setOpen(true)}>
          {wish === null ? '合う日時がないときは、ご希望の日を伝える' : 'ご希望の日を変える'}
        </Button>
      </Gap>
    )
  return (
    <Card title="ご希望の日">
      <p>
        {urgent ? '今は空いている日時がありません。ご希望の日を教えてください。' : 'ご希望の日を教えてください。'}
        担当者がお電話して、日時を決めます。
      </p>
      <Suspense>
        <WishFields
          days={wish_days}
          needsPhone={needs_phone}
          onWish={async wished => {
            await onWish(wished)
            setOpen(false)
            toast.success('ご希望を承りました。')
          }}
        />
      </Suspense>
    </Card>
  )
}
