import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/Section.tsx'

interface Props {
  /** The address that waits for its confirmation. */
  address: string
  busy: boolean
  onAgain: () => void
  onWithdraw: () => void
}

/** A new address is not there before its mail was answered: until then it can be written to again, or given up (G-ACC-13). */
export const WaitingAddress = ({ address, busy, onAgain, onWithdraw }: Props) => (
  <Section title="メールアドレスの変更" name="waiting-address">
    <div className="k-stack">
      <p>
        <Badge tone="amber">確認待ち</Badge> {address}
      </p>
      <p className="k-help">
        確認のメールのURL（24時間有効）が開かれると、メールアドレスが変わります。それまではこれまでのメールアドレスが使われます。
      </p>
      <div className="k-actions">
        <Button disabled={busy} onClick={onAgain}>
          確認のメールを再送
        </Button>
        <Button disabled={busy} onClick={onWithdraw}>
          変更を取り消す
        </Button>
      </div>
    </div>
  </Section>
)
