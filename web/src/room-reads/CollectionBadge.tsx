import { Badge } from '../ui/Badge.tsx'
import type { Collecting } from './collections.ts'

/** Money that was taken, and that the server does not know of: nobody takes it a second time. */
export const CollectionBadge = ({ state }: { state: Collecting }) =>
  state === null ? null : state === 'refused' ? (
    <Badge tone="red">集金済み・送信できません</Badge>
  ) : (
    <Badge tone="amber">集金済み・送信待ち</Badge>
  )
