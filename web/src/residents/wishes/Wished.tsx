import { callByText, type WishedDay, wishesText } from '@toguchi/domain/rooms/absence'
import { Notice } from '../../ui/plain/Notice.tsx'

export interface Wish {
  wishes: readonly WishedDay[]
  call_by: string
}

/** What was wished for, and by when somebody calls. */
export const Wished = ({ wish: { wishes, call_by } }: { wish: Wish }) => (
  <Notice kind="success">
    <p>ご希望を承りました。</p>
    <p>
      <strong>{wishesText(wishes)}</strong>
    </p>
    <p>{callByText(call_by)}</p>
  </Notice>
)
