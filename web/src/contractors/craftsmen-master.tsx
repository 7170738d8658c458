import { formatTelephone } from '@toguchi/domain/text/telephone'
import { assignedText, craftsmanLabels } from '@toguchi/domain/contractors/labels'
import { canUseContractors } from '@toguchi/domain/contractors/policy'
import { formatInstant } from '@toguchi/domain/calendar/day'
import type { LinkChannel } from '@toguchi/domain/accounts/craftsman-links'
import { AccountLock, AccountMails, LockBadge } from '../accounts/accounts.tsx'
import { paths } from '../site/paths.ts'
import { CraftsmanInvitation, invitationText } from './CraftsmanInvitation.tsx'
import { CraftsmanContacts } from './CraftsmanContacts.tsx'
import type { Master } from '../masters/masters.tsx'
import { useActor } from '../platform/session/actor.ts'
import { type AnswerOf, queryClient, useApiMutation } from '../platform/api/api.ts'
import { SpreadsheetButtons } from '../spreadsheets/spreadsheets.tsx'
import { FormGrid } from '../ui/form/FormFoot.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'
import { Help } from '../ui/form/FieldParts.ts'

type Craftsman = AnswerOf<'GET /api/craftsmans/:id'>['craftsman']
interface Values {
  contractor_id: number
  name: string
  email: string
  phone: string
  login_id: string
  invite_by: LinkChannel | ''
}

/** What is on its way to the person by mail. */
const CraftsmanMails = ({ craftsman }: { craftsman: Craftsman }) => {
  const [again, withdrawal] = [
    useApiMutation('POST /api/craftsmans/:id/email_confirmation', { invalidates: [], message: '送信しています…' }),
    useApiMutation('DELETE /api/craftsmans/:id/email_confirmation', {
      invalidates: ['GET /api/craftsmans'],
      onSuccess: () => queryClient.invalidateQueries({ queryKey: [`GET /api/craftsmans/${craftsman.id}`] }),
    }),
  ]
  if (craftsman.unconfirmed_email !== null || craftsman.is_opened)
    return (
      <AccountMails account={{ ...craftsman, email: craftsman.email ?? '' }} invitation={again} again={again} withdrawal={withdrawal} />
    )
  return <CraftsmanInvitation craftsman={craftsman} />
}

/** For who guessed wrong too often. */
const LockOfCraftsman = ({ craftsman }: { craftsman: Craftsman }) => {
  const actor = useActor()
  const lift = useApiMutation('DELETE /api/craftsmans/:id/lock', {
    invalidates: ['GET /api/craftsmans'],
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [`GET /api/craftsmans/${craftsman.id}`] }),
  })
  return actor.kind === 'craftsman' ? null : <AccountLock account={craftsman} lift={lift} />
}

export const craftsmen: Master<Craftsman, Values> = {
  noun: '職人',
  api: () => '/api/craftsmans',
  plural: 'craftsmans',
  singular: 'craftsman',
  listTo: ({ contractor_id }) => paths.craftsmans(Number(contractor_id)),
  detailTo: ({ id }, { contractor_id }) => paths.craftsman(Number(contractor_id), id),
  listBack: (actor, { contractor_id }) =>
    actor.kind === 'craftsman' ? null : { to: paths.contractor(Number(contractor_id)), label: '協力会社詳細' },
  name: ({ name }) => name,
  columns: [
    {
      key: 'name',
      head: craftsmanLabels.name,
      sort: 'name',
      cell: ({ name, locked_until }) => (
        <>
          {name} <LockBadge until={locked_until} />
        </>
      ),
    },
    { key: 'contractor', head: craftsmanLabels.contractor_id, sort: 'contractor_name', cell: row => row.contractor_name },
    { key: 'login_id', head: craftsmanLabels.login_id, sort: 'login_id', cell: ({ login_id }) => login_id },
    { key: 'email', head: craftsmanLabels.email, sort: 'email', cell: ({ email }) => email },
    { key: 'phone', head: craftsmanLabels.phone, sort: 'phone', nowrap: true, cell: ({ phone }) => phone && formatTelephone(phone) },
    {
      key: 'last_sign_in_at',
      head: '最終ログイン・招待',
      sort: 'last_sign_in_at',
      nowrap: true,
      cell: ({ last_sign_in_at, ...row }) => (last_sign_in_at === null ? invitationText(row) : formatInstant(new Date(last_sign_in_at))),
    },
  ],
  Tools: ({ shown }) => <SpreadsheetButtons kind="craftsmans" shown={shown} />,
  sortable: ['name', 'email', 'phone', 'login_id', 'last_sign_in_at', 'contractor_name'],
  within: ({ contractor_id }) => ({ contractor_id: contractor_id ?? '' }),
  blank: ({ contractor_id }) => ({ contractor_id: Number(contractor_id), name: '', email: '', phone: '', login_id: '', invite_by: '' }),
  values: ({ contractor_id, name, email, phone, login_id }) => ({
    contractor_id,
    name,
    email: email ?? '',
    phone: phone ?? '',
    login_id,
    invite_by: '',
  }),
  body: ({ invite_by, ...values }) => (invite_by === '' ? values : { ...values, invite_by }),
  Fields: ({ row }) => (
    <>
      <FormGrid>
        <TextField<Values> name="name" label={craftsmanLabels.name} required maxLength={100} />
        <TextField<Values> name="login_id" label={craftsmanLabels.login_id} required help="半角英数字と . _ - の4〜32文字" />
        <CraftsmanContacts isNew={row === null} />
      </FormGrid>
      {row === null ? <Help>登録すると、はじめるためのリンク（7日間有効）が届きます。パスワードはいりません。</Help> : null}
    </>
  ),
  Below: ({ row }) => (
    <>
      <LockOfCraftsman craftsman={row} />
      <CraftsmanMails craftsman={row} />
    </>
  ),
  canCreate: canUseContractors,
  whyNotDelete: ({ can_delete }) => (can_delete ? null : assignedText),
}
