import { Invitation } from './Invitation.tsx'
import { WaitingAddress } from './WaitingAddress.tsx'

interface Account {
  id: number
  email: string
  unconfirmed_email: string | null
  email_needs_consent: boolean
  email_changes_at: string | null
  is_opened: boolean
}

/** A write to an account by its id. */
export interface AccountWrite {
  isPending: boolean
  mutate: (input: { params: { id: number } }) => void
}

interface Props {
  account: Account
  /** The invitation once more. */
  invitation: AccountWrite
  /** The confirmation of another address once more. */
  again: AccountWrite
  withdrawal: AccountWrite
}

/** What is on its way to a person by mail, on the page of their account, whoever keeps it. */
export const AccountMails = ({ account, invitation, again, withdrawal }: Props) => {
  const input = { params: { id: account.id } }
  if (account.unconfirmed_email !== null)
    return (
      <WaitingAddress
        address={account.unconfirmed_email}
        needsConsent={account.email_needs_consent}
        changesAt={account.email_changes_at}
        busy={again.isPending || withdrawal.isPending}
        onAgain={() => again.mutate(input)}
        onWithdraw={() => withdrawal.mutate(input)}
      />
    )
  return account.is_opened ? null : <Invitation email={account.email} busy={invitation.isPending} onSend={() => invitation.mutate(input)} />
}
