import { confirmed, stateTexts } from '../platform/outbox/outbox.ts'
import { useStore } from '../platform/use-store.ts'
import { groupOf } from '../room-reads/room-reads.ts'
import styles from './Deliveries.module.css'
import type { Album, Sending } from './upload-photo.ts'

interface Props {
  album: Album
  sending: readonly Sending[]
  /** Numbers alone, where there is no room for what becomes of them. */
  brief?: boolean
}

/** Where the photos of this page are: on the device, on their way, or with the server. */
export const Deliveries = ({ album, sending, brief = false }: Props) => {
  const arrived = useStore(confirmed).filter(({ key, group }) => key === `POST ${album.api}` && group === groupOf(album.params)).length
  const count = (state: Sending['request']['state']) => sending.filter(({ request }) => request.state === state).length
  const kept = count('kept')
  const parts = [
    ...(['keeping', 'unkept', 'kept', 'sending', 'refused'] as const).map(state => [count(state), stateTexts[state]] as const),
    [arrived, 'サーバーで確認済'] as const,
  ]
  const said = parts.filter(([number]) => number > 0)
  if (said.length === 0) return null
  return (
    <div role="status" data-testid="deliveries">
      <p className={styles.said}>{said.map(([number, text]) => `${text} ${number}枚`).join('　')}</p>
      {kept > 0 && !brief ? <p className={styles.way}>電波がつながると自動で送信します。このページを閉じても失われません。</p> : null}
    </div>
  )
}
