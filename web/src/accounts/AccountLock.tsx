import { lockedText } from '@toguchi/domain/accounts/lock-out'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { Actions, Stack } from '../ui/layout/Layout.ts'
import { Help } from '../ui/form/FieldParts.ts'
import type { AccountWrite } from './AccountMails.tsx'

/** Beside a name: wrong guesses keep the person out until then. */
export const LockBadge = ({ until }: { until: string | null }) =>
  until === null ? null : <Badge tone="red">{lockedText(new Date(until))}</Badge>

interface Props {
  /** Whose it is, as the question names them. */
  name: string
  until: string
  busy: boolean
  onLift: () => void
}

/** Asks whether it was they who called: a lock keeps guessers out, too. */
export const LiftLock = ({ name, until, busy, onLift }: Props) => {
  const [dialog, ask] = useConfirm()
  const askAndLift = async () => {
    const text = '失敗の回数が0に戻り、すぐにもう一度試せるようになります。ご本人からの依頼であることを確かめてください。'
    if (await ask({ title: `${name}のロックを解除しますか？`, text, confirm: '解除する' })) onLift()
  }
  return (
    <Actions as="p">
      {dialog}
      <LockBadge until={until} />
      <Button size="small" disabled={busy} onClick={() => void askAndLift()}>
        ロックを解除
      </Button>
    </Actions>
  )
}

interface AccountLockProps {
  account: { id: number; name: string; locked_until: string | null; lock_liftable: boolean }
  lift: AccountWrite
}

/** On the page of an account, whoever keeps it; a lock that nobody can lift offers nothing to press. */
export const AccountLock = ({ account: { id, name, locked_until, lock_liftable }, lift }: AccountLockProps) =>
  locked_until === null ? null : (
    <Section title="ログインのロック" name="account-lock">
      <Stack>
        <Help>
          {lock_liftable
            ? 'パスワードや確認コードの誤りが続いたため、ログインできません。時間が過ぎると自動で解除されます。'
            : '二段階認証のコードの誤りが続いたため、ログインできません。このロックは、時間が過ぎると自動で解除されます。'}
        </Help>
        {lock_liftable ? (
          <LiftLock name={`${name}さん`} until={locked_until} busy={lift.isPending} onLift={() => lift.mutate({ params: { id } })} />
        ) : (
          <p>
            <LockBadge until={locked_until} />
          </p>
        )}
      </Stack>
    </Section>
  )
