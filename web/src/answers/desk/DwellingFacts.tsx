import { formatTelephone } from '@toguchi/domain/text/telephone'
import { answerLabels } from '@toguchi/domain/answers/labels'
import { formatDayLong } from '@toguchi/domain/calendar/day'
import { presenceLabels } from '@toguchi/domain/rooms/presence'
import { receptionStatusLabels } from '@toguchi/domain/rooms/labels'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { Facts } from '../../ui/layout/Facts.tsx'
import type { Desk } from '../answer-reads.ts'

/** The resident typed it, and nobody has answered a code there: it says nothing of who calls. */
const Unproven = ({ children }: { children: ReactNode }) => (
  <>
    {children} <Badge tone="amber">未確認</Badge>
  </>
)

/** What there is something to say about. */
const filledIn = (facts: readonly (readonly [label: string, value: string | null | undefined])[]) => facts.filter(([, value]) => value)

/** What is known of the dwelling, beside the talk about its date. */
export const DwellingFacts = ({ desk: { room, construction, resident, presence } }: { desk: Desk }) => (
  <Facts
    facts={[
      ['工事', `${construction.name ?? ''}（${construction.manage_no ?? '管理番号なし'}）`],
      ['居住者', resident?.name ?? '未登録'],
      ...filledIn([[answerLabels['resident.name_kana'], resident?.name_kana]]),
      [
        '電話番号',
        resident?.phone_unproven ? (
          <Unproven key="phone">{formatTelephone(resident.phone ?? '')}</Unproven>
        ) : (
          resident?.phone && formatTelephone(resident.phone)
        ),
      ],
      ['受付状況', receptionStatusLabels[room.reception_status_en]],
      ['居住者ページ', resident?.uses_page ? '利用中' : '未利用'],
      ...(resident?.unproven_phone
        ? [['新しい電話番号', <Unproven key="new">{formatTelephone(resident.unproven_phone)}</Unproven>] as const]
        : []),
      ...filledIn([
        ['メール', resident?.email],
        [
          answerLabels['presence.presence_method'],
          presence && `${presenceLabels[presence.presence_method]}${presence.proxy_name === null ? '' : `（${presence.proxy_name}）`}`,
        ],
        ['変更の締切', construction.schedule_change_end_on && formatDayLong(construction.schedule_change_end_on)],
      ]),
    ]}
  />
)
