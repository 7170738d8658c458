import type { ReactNode } from 'react'
import type { RoomDetail } from '../../room-reads/room-reads.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Help } from '../../ui/form/FieldParts.ts'
import { Facts } from '../../ui/layout/Facts.tsx'
import { TelephoneLink } from '../../ui/TelephoneLink.tsx'

/** Who lives there, and how they are reached. */
export const RoomResident = ({ room: { resident } }: { room: RoomDetail }) =>
  resident === null ? (
    <Help>居住者はまだ登録されていません。</Help>
  ) : (
    <Facts
      facts={[
        ['氏名', resident.name],
        ...(resident.name_kana === null ? [] : [['氏名（カナ）', resident.name_kana] as const]),
        ['電話番号', resident.phone === null ? null : <Telephone phone={resident.phone} isUnproven={resident.phone_unproven} />],
        ...(resident.unproven_phone === null
          ? []
          : [['新しい電話番号', <Telephone key="unproven" phone={resident.unproven_phone} isUnproven />] as const]),
        ...(resident.email === null ? [] : [['メールアドレス', resident.email] as const]),
        ...(resident.unproven_email === null
          ? []
          : [
              [
                resident.email === null ? 'メールアドレス' : '新しいメールアドレス',
                <Unproven key="unproven">{resident.unproven_email}</Unproven>,
              ] as const,
            ]),
        ...(resident.no_messages ? [['お知らせ', '送らない（ご本人の希望。紙でお届けします）'] as const] : []),
        ['居住者ページ', resident.uses_page ? '利用中' : '未利用'],
      ]}
    />
  )

const Telephone = ({ phone, isUnproven }: { phone: string; isUnproven: boolean }) => {
  const link = <TelephoneLink phone={phone} />
  return isUnproven ? <Unproven>{link}</Unproven> : link
}

/** The resident typed it, and has not answered the code that is sent there: no message goes to it yet (D-33). */
const Unproven = ({ children }: { children: ReactNode }) => (
  <>
    {children} <Badge tone="amber">未確認</Badge>
  </>
)
