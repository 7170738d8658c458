import { presenceLabels } from '@toguchi/domain/rooms/presence'
import type { RoomDetail } from '../../room-reads/room-reads.ts'
import { TelephoneLink } from '../../ui/TelephoneLink.tsx'

/** 本人, or who opens the door instead. */
export const PresenceText = ({ presence }: { presence: NonNullable<RoomDetail['presence']> }) => (
  <>
    {presenceLabels[presence.presence_method]}
    {presence.proxy_name === null
      ? null
      : `　${presence.proxy_name} 様${presence.proxy_relation === null ? '' : `（${presence.proxy_relation}）`}　`}
    {presence.proxy_phone === null ? null : <TelephoneLink phone={presence.proxy_phone} />}
  </>
)
