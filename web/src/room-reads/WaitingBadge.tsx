import { outbox } from '../platform/outbox/outgoing.ts'
import { useStore } from '../platform/use-store.ts'
import { Badge } from '../ui/Badge.tsx'
import { useOwnClient } from './collections.ts'

/** What a craftsman did at the door without a network, by the endpoint that will hear of it. */
const tasks: Readonly<Record<string, string>> = {
  'POST /api/constructions/:construction_id/rooms/:room_id/completion': '完了',
  'POST /api/constructions/:construction_id/rooms/:room_id/absence': '不在',
}

/** What this device still has to tell the server about a room (feature 16). */
export const WaitingBadge = ({ room_id }: { room_id: number }) => {
  const client = useOwnClient()
  const waiting = useStore(outbox).find(each => each.key in tasks && each.client === client && each.params['room_id'] === room_id)
  if (waiting === undefined) return null
  return waiting.state === 'refused' ? (
    <Badge tone="red">{tasks[waiting.key]} 送信できません</Badge>
  ) : (
    <Badge tone="amber">{`${tasks[waiting.key]} ${waiting.awaited === true ? '送信中' : '送信待ち'}`}</Badge>
  )
}
