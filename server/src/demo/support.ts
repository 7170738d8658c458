import { addDays, instantOf } from '@toguchi/domain/calendar/day'
import type { Town } from './constructions.ts'
import type { Person } from './door.ts'

interface Note {
  /** Days before today, and the time of day. */
  ago: number
  time: string
  by: 'staff' | 'operator'
  through: readonly string[]
  contents: string
  /** Which of the construction's rooms; none for the building as a whole. */
  room?: number
}

const notes: readonly Note[] = [
  {
    ago: 11,
    time: '10:20',
    by: 'staff',
    through: ['訪問'],
    contents: '管理員の福田様と工事掲示の場所を確認。エントランス掲示板とエレベーター内の2か所。掲示期間は工事完了まで。',
  },
  {
    ago: 9,
    time: '18:42',
    by: 'operator',
    through: ['電話'],
    room: 3,
    contents: '奥様より入電。工事当日は在宅だが、乳児がいるため呼び鈴を鳴らさずノックしてほしいとのご希望。担当職人に申し送り済み。',
  },
  {
    ago: 8,
    time: '09:15',
    by: 'operator',
    through: ['電話'],
    room: 12,
    contents: '日程変更のご相談。ご希望は平日午後。空き枠をご案内し、ご家族と相談のうえ折り返しいただくことになった。',
  },
  {
    ago: 8,
    time: '16:50',
    by: 'operator',
    through: ['電話', 'メール'],
    room: 12,
    contents: '折り返しのお電話。変更なしで確定。確認のメールも送付した。',
  },
  {
    ago: 5,
    time: '11:05',
    by: 'staff',
    through: ['書面'],
    contents: '管理組合より、作業車の駐車位置を来客用2番に限定してほしいとの書面を受領。協力会社に周知。',
  },
  {
    ago: 1,
    time: '19:30',
    by: 'operator',
    through: ['電話'],
    room: 27,
    contents:
      '「訪問時間に不在だった、再訪してほしい」とのお電話。インターホンが鳴らなかったとのこと。現場に確認のうえ、明日午前中に折り返す約束。',
  },
]

/** What the office and the call centre noted around a construction, as they would have typed it (G-BLD-07, G-ROOM-17). */
export const noteSupport = async (
  { door, company, today }: Town,
  operator: Person,
  { buildingId, constructionId, rooms }: { buildingId: number; constructionId: number; rooms: readonly { id: number }[] },
): Promise<void> => {
  const { reception_types } = await door.call<{ reception_types: { id: number; name: string }[] }>(
    company.staff,
    'GET',
    '/api/reception_types',
  )
  for (const { ago, time, by, through, contents, room } of notes) {
    door.setNow(instantOf(addDays(today, -ago), time))
    const entry = { contents, reception_type_ids: reception_types.filter(({ name }) => through.includes(name)).map(({ id }) => id) }
    const roomId = room === undefined ? undefined : rooms[room]?.id
    const writer = by === 'staff' ? company.staff : operator
    await (roomId === undefined
      ? door.call(writer, 'POST', `/api/buildings/${buildingId}/building_support_versions`, { building_support_version: entry })
      : door.call(writer, 'POST', `/api/constructions/${constructionId}/rooms/${roomId}/customer_support_versions`, {
          customer_support_version: entry,
        }))
  }
}
