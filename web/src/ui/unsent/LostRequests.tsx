import { acknowledgeLoss, isOwnAccount } from '../../platform/outbox/outbox.ts'
import type { LostRequest } from '../../platform/outbox/unsent-marks.ts'
import { Alert } from '../Alert.ts'
import { Button } from '../Button.tsx'
import { Actions } from '../layout/Layout.ts'

/** What the browser cleared before it was sent: said plainly, with what it was, so that somebody takes it again. */
export const LostRequests = ({ losses }: { losses: readonly LostRequest[] }) => (
  <Alert role="alert">
    <p>{lostText(losses.length)}</p>
    <ul>
      {losses
        .filter(({ account }) => isOwnAccount(account))
        .map(({ id, title, place = null }) => (
          <li key={id}>{place === null ? title : `${place}　${title}`}</li>
        ))}
    </ul>
    <Actions>
      <Button size="small" onClick={acknowledgeLoss}>
        確認しました
      </Button>
    </Actions>
  </Alert>
)

const lostText = (count: number): string =>
  `この端末に保存していた未送信${count}件が、送信される前に端末から消えました（ブラウザーのデータの消去、または端末の空き容量の不足）。元に戻すことはできません。撮影・登録をやり直してください。`
