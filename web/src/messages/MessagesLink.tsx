import { useQuery } from '@tanstack/react-query'
import { paths } from '../site/paths.ts'
import { Badge } from '../ui/Badge.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { countsOf } from './message-reads.ts'

/** The way to 送信状況, with the number of messages that were given up and that nobody has settled. */
export const MessagesLink = ({ construction_id }: { construction_id: number }) => {
  const failed = useQuery(countsOf(construction_id)).data?.counts.failed ?? 0
  return (
    <ButtonLink to={`${paths.messages(construction_id)}${failed === 0 ? '' : '?state=failed'}`} icon="bell">
      送信状況
      {failed === 0 ? null : <Badge tone="red">送信できず {failed}件</Badge>}
    </ButtonLink>
  )
}
