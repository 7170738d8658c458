import { formatInstant } from '@toguchi/domain/calendar/day'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { Stack, Actions } from '../ui/layout/Layout.ts'
import { Help } from '../ui/form/FieldParts.ts'

interface Props {
  /** The address that waits. */
  address: string
  /** Somebody else than its owner asked for it. */
  needsConsent: boolean
  /** It was answered, and is the account's then. */
  changesAt: string | null
  busy: boolean
  onAgain: () => void
  onWithdraw: () => void
}

export const changeOfAddressHelp =
  '変更すると、新しいアドレスに確認のメールが届き、これまでのアドレスにもお知らせします。利用を始めている方の場合は、ご本人の同意（または確認から24時間）を待って変わります。'

/** What a new address waits for, in words: its mail that was not answered yet, or its owner's say (G-ACC-13, decision 025). */
const whatItWaitsFor = ({ needsConsent, changesAt }: Pick<Props, 'needsConsent' | 'changesAt'>): string => {
  if (changesAt !== null)
    return `新しいアドレスは確認されました。ご本人がマイページか、これまでのアドレスに届いたメールから同意すると変わります。同意も取り消しもされない場合は、${formatInstant(new Date(changesAt))}を過ぎると変わります。`
  if (needsConsent)
    return '新しいアドレスに届いた確認のメールのURL（24時間有効）が開かれ、ご本人がマイページか、これまでのアドレスに届いたメールから同意すると変わります。同意も取り消しもされない場合は、確認から24時間が過ぎると変わります。'
  return '確認のメールのURL（24時間有効）が開かれると、メールアドレスが変わります。'
}

/** A new address is not there before that: until then it can be written to again, or given up. */
export const WaitingAddress = ({ address, needsConsent, changesAt, busy, onAgain, onWithdraw }: Props) => (
  <Section title="メールアドレスの変更" name="waiting-address">
    <Stack>
      <p>
        <Badge tone="amber">{changesAt === null ? '確認待ち' : '本人の同意待ち'}</Badge> {address}
      </p>
      <Help>{whatItWaitsFor({ needsConsent, changesAt })}それまではこれまでのメールアドレスが使われます。</Help>
      <Actions>
        {changesAt === null ? (
          <Button disabled={busy} onClick={onAgain}>
            確認のメールを再送
          </Button>
        ) : null}
        <Button disabled={busy} onClick={onWithdraw}>
          変更を取り消す
        </Button>
      </Actions>
    </Stack>
  </Section>
)
