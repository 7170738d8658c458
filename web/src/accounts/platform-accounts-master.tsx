import { accountLabels } from '@toguchi/domain/accounts/labels'
import { canKeepPlatformAccounts } from '@toguchi/domain/accounts/platform-accounts-policy'
import { ownAccountText } from '@toguchi/domain/accounts/staffs-policy'
import { formatInstant } from '@toguchi/domain/calendar/day'
import { paths } from '../site/paths.ts'
import { type Master, masterPages } from '../masters/masters.tsx'
import { type AnswerOf, queryClient, useApiMutation } from '../platform/api/api.ts'
import { useActor } from '../platform/session/actor.ts'
import { knownUser } from '../platform/session/session.ts'
import { Badge } from '../ui/Badge.tsx'
import { FormGrid } from '../ui/form/FormFoot.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'
import { Help } from '../ui/form/FieldParts.ts'
import { AccountLock, LockBadge } from './AccountLock.tsx'
import { AccountMails } from './AccountMails.tsx'
import { ResetSecondFactor } from './second-factor/ResetSecondFactor.tsx'
import { changeOfAddressHelp } from './WaitingAddress.tsx'

type Account = AnswerOf<'GET /api/admins/:id'>['admin']
type Kind = 'admin' | 'operator'
interface Values {
  name: string
  email: string
  phone: string
  login_id: string
}

const placesOf = {
  admin: { noun: '管理者', listTo: paths.admin_admins, to: paths.admin_admin, role_id: 1 },
  operator: { noun: 'オペレーター', listTo: paths.admin_operators, to: paths.admin_operator, role_id: 5 },
} as const

const isOwn = (kind: Kind, id: number): boolean => {
  const user = knownUser()
  return user !== null && user.role_id === placesOf[kind].role_id && user.id === id
}

/** Admins and operators of the platform, kept alike (G-ADM-09). */
const masterOf = (kind: Kind): Master<Account, Values> => ({
  noun: placesOf[kind].noun,
  api: () => `/api/${kind}s`,
  plural: `${kind}s`,
  singular: kind,
  listTo: placesOf[kind].listTo,
  detailTo: ({ id }) => placesOf[kind].to(id),
  name: ({ name }) => name,
  columns: [
    {
      key: 'name',
      head: accountLabels.name,
      sort: 'name',
      cell: ({ name, locked_until, is_opened }) => (
        <>
          {name} <LockBadge until={locked_until} /> {is_opened ? null : <Badge tone="amber">招待中</Badge>}
        </>
      ),
    },
    { key: 'login_id', head: accountLabels.login_id, sort: 'login_id', cell: ({ login_id }) => login_id },
    { key: 'email', head: accountLabels.email, sort: 'email', cell: ({ email }) => email },
    {
      key: 'last_sign_in_at',
      head: '最終ログイン',
      sort: 'last_sign_in_at',
      nowrap: true,
      cell: ({ last_sign_in_at }) => (last_sign_in_at === null ? '未ログイン' : formatInstant(new Date(last_sign_in_at))),
    },
  ],
  sortable: ['id', 'name', 'email', 'login_id', 'last_sign_in_at', 'created_at'],
  blank: () => ({ name: '', email: '', phone: '', login_id: '' }),
  values: ({ name, email, phone, login_id }) => ({ name, email, phone: phone ?? '', login_id }),
  Fields: ({ row }) => <AccountFields kind={kind} row={row} />,
  Below: ({ row }) => (
    <>
      <LockOfAccount kind={kind} account={row} />
      <MailsOfAccount kind={kind} account={row} />
      <SecondFactorOfAccount kind={kind} account={row} />
    </>
  ),
  canCreate: canKeepPlatformAccounts,
  whyNotDelete: ({ id }) => (isOwn(kind, id) ? ownAccountText : null),
})

/** The own address and login id are changed on the own page, with the current password. */
const AccountFields = ({ kind, row }: { kind: Kind; row: Account | null }) => {
  const own = row !== null && isOwn(kind, row.id)
  const ofOwn = own ? { disabled: true, help: 'ご自身のものは、マイページで変更します。' } : {}
  return (
    <>
      <FormGrid>
        <TextField<Values> name="name" label={accountLabels.name} required maxLength={100} />
        <TextField<Values> name="login_id" label={accountLabels.login_id} required help="半角英数字と . _ - の4〜32文字" {...ofOwn} />
        <TextField<Values>
          name="email"
          label={accountLabels.email}
          required
          type="email"
          inputMode="email"
          {...(row === null ? {} : { help: changeOfAddressHelp })}
          {...ofOwn}
        />
        <TextField<Values> name="phone" label={accountLabels.phone} type="tel" inputMode="tel" />
      </FormGrid>
      {row === null ? <Help>登録すると、ログインIDとパスワード設定用のURL（7日間有効）がメールで届きます。</Help> : null}
    </>
  )
}

interface Part {
  kind: Kind
  account: Account
}

/** What a change makes stale: the list, and the account's own page. */
const changed = (kind: Kind, id: number) => ({
  invalidates: [kind === 'admin' ? 'GET /api/admins' : 'GET /api/operators'] as const,
  onSuccess: () => queryClient.invalidateQueries({ queryKey: [`GET /api/${kind}s/${id}`] }),
})

const LockOfAccount = ({ kind, account }: Part) => {
  const lift = useApiMutation(
    kind === 'admin' ? 'DELETE /api/admins/:id/lock' : 'DELETE /api/operators/:id/lock',
    changed(kind, account.id),
  )
  return isOwn(kind, account.id) ? null : <AccountLock account={account} lift={lift} />
}

/** What is on its way to the person by mail. */
const MailsOfAccount = ({ kind, account }: Part) => {
  const isAdmin = kind === 'admin'
  const sending = { invalidates: [], message: '送信しています…' }
  const invitation = useApiMutation(isAdmin ? 'POST /api/admins/:id/invitation' : 'POST /api/operators/:id/invitation', sending)
  const again = useApiMutation(isAdmin ? 'POST /api/admins/:id/email_confirmation' : 'POST /api/operators/:id/email_confirmation', sending)
  const withdrawal = useApiMutation(
    isAdmin ? 'DELETE /api/admins/:id/email_confirmation' : 'DELETE /api/operators/:id/email_confirmation',
    changed(kind, account.id),
  )
  return <AccountMails account={account} invitation={invitation} again={again} withdrawal={withdrawal} />
}

const SecondFactorOfAccount = ({ kind, account: { id, name, second_factor_enabled } }: Part) => {
  const mayReset = canKeepPlatformAccounts(useActor())
  const reset = useApiMutation(
    kind === 'admin' ? 'DELETE /api/admins/:id/second_factor' : 'DELETE /api/operators/:id/second_factor',
    changed(kind, id),
  )
  return second_factor_enabled && mayReset && !isOwn(kind, id) ? (
    <ResetSecondFactor name={name} busy={reset.isPending} onReset={() => reset.mutate({ params: { id } })} />
  ) : null
}

export const adminPages = masterPages(masterOf('admin'))
export const operatorPages = masterPages(masterOf('operator'))
