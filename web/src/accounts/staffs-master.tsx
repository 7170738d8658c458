import { accountLabels, displayFormatLabels, displayFormats, userTypeLabels, type DisplayFormat } from '@toguchi/domain/accounts/labels'
import { canGrantStaffRights, canKeepStaff, canRegisterStaffs, ownAccountText } from '@toguchi/domain/accounts/staffs-policy'
import { formatInstant } from '@toguchi/domain/calendar/day'
import { useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { paths } from '../site/paths.ts'
import { type Master, masterPages } from '../masters/masters.tsx'
import { useActor } from '../platform/session/actor.ts'
import { type AnswerOf, q, queryClient, useApiMutation } from '../platform/api/api.ts'
import { knownUser } from '../platform/session/session.ts'
import { SpreadsheetButtons } from '../spreadsheets/spreadsheets.tsx'
import { CheckField } from '../ui/form/fields/CheckField.tsx'
import { FormGrid } from '../ui/form/FormFoot.tsx'
import { RadioField } from '../ui/form/fields/RadioField.tsx'
import { SelectField } from '../ui/form/fields/SelectField.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'
import { AccountLock, LockBadge } from './AccountLock.tsx'
import { AccountMails } from './AccountMails.tsx'
import { ResetSecondFactor } from './second-factor/ResetSecondFactor.tsx'
import { changeOfAddressHelp } from './WaitingAddress.tsx'
import { Help } from '../ui/form/FieldParts.ts'

type Staff = AnswerOf<'GET /api/staffs/:id'>['staff']
interface Values {
  type: 'Staff_Admin' | 'Staff'
  name: string
  email: string
  phone: string
  login_id: string
  department_id: number | null
  default_display_format: DisplayFormat
  can_register_staff: boolean
}

const staffs: Master<Staff, Values> = {
  noun: 'スタッフ',
  api: () => '/api/staffs',
  plural: 'staffs',
  singular: 'staff',
  listTo: paths.staffs,
  detailTo: ({ id }) => paths.staff(id),
  name: ({ name }) => name,
  columns: [
    {
      key: 'name',
      head: accountLabels.name,
      sort: 'name',
      cell: ({ name, locked_until }) => (
        <>
          {name} <LockBadge until={locked_until} />
        </>
      ),
    },
    { key: 'type', head: accountLabels.type, sort: 'type', cell: ({ type }) => userTypeLabels[type] },
    { key: 'department', head: accountLabels.department_id, sort: 'department', cell: ({ department }) => department?.name },
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
  Tools: ({ shown }) => <SpreadsheetButtons kind="staffs" shown={shown} />,
  sortable: ['type', 'name', 'email', 'login_id', 'department', 'last_sign_in_at'],
  blank: () => ({
    type: 'Staff',
    name: '',
    email: '',
    phone: '',
    login_id: '',
    department_id: null,
    default_display_format: 'list',
    can_register_staff: false,
  }),
  values: ({ type, name, email, phone, login_id, department_id, default_display_format, can_register_staff }) => ({
    type,
    name,
    email,
    phone: phone ?? '',
    login_id,
    department_id,
    default_display_format,
    can_register_staff,
  }),
  Fields: ({ row }) => <StaffFields isNew={row === null} />,
  Below: ({ row }) => (
    <>
      <LockOfStaff staff={row} />
      <StaffMails staff={row} />
      <SecondFactorOfStaff staff={row} />
    </>
  ),
  canCreate: canRegisterStaffs,
  canChange: canKeepStaff,
  canDelete: canKeepStaff,
  whyNotDelete: ({ id }) => (isOwn(id) ? ownAccountText : null),
}

const isOwn = (id: number): boolean => {
  const user = knownUser()
  return user !== null && (user.role_id === 2 || user.role_id === 3) && user.id === id
}

/** For who guessed wrong too often; who keeps the account is told of it by the server alone. */
const LockOfStaff = ({ staff }: { staff: Staff }) => {
  const lift = useApiMutation('DELETE /api/staffs/:id/lock', {
    invalidates: ['GET /api/staffs'],
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [`GET /api/staffs/${staff.id}`] }),
  })
  return isOwn(staff.id) ? null : <AccountLock account={staff} lift={lift} />
}

/** What is on its way to the person by mail. */
const StaffMails = ({ staff }: { staff: Staff }) => {
  const actor = useActor()
  const [invitation, again, withdrawal] = [
    useApiMutation('POST /api/staffs/:id/invitation', { invalidates: [], message: '送信しています…' }),
    useApiMutation('POST /api/staffs/:id/email_confirmation', { invalidates: [], message: '送信しています…' }),
    useApiMutation('DELETE /api/staffs/:id/email_confirmation', {
      invalidates: ['GET /api/staffs'],
      onSuccess: () => queryClient.invalidateQueries({ queryKey: [`GET /api/staffs/${staff.id}`] }),
    }),
  ]
  if (!canKeepStaff(actor, staff)) return null
  return <AccountMails account={staff} invitation={invitation} again={again} withdrawal={withdrawal} />
}

/** For who lost the application and the recovery codes. */
const SecondFactorOfStaff = ({ staff: { id, name, second_factor_enabled } }: { staff: Staff }) => {
  const mayReset = canGrantStaffRights(useActor())
  const reset = useApiMutation('DELETE /api/staffs/:id/second_factor', {
    invalidates: ['GET /api/staffs'],
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [`GET /api/staffs/${id}`] }),
  })
  return second_factor_enabled && mayReset && !isOwn(id) ? (
    <ResetSecondFactor name={name} busy={reset.isPending} onReset={() => reset.mutate({ params: { id } })} />
  ) : null
}

/** Administrators and the right to register are given by administrators alone (G-ACC-17). */
const StaffFields = ({ isNew }: { isNew: boolean }) => {
  const mayGrant = canGrantStaffRights(useActor())
  const { control } = useFormContext<Values>()
  const type = useWatch({ control, name: 'type' })
  const { data } = useQuery(q('GET /api/departments', { query: { exclude_pagination: true } }, { silent: true }))
  return (
    <>
      <FormGrid>
        <TextField<Values> name="name" label={accountLabels.name} required maxLength={100} />
        <TextField<Values> name="login_id" label={accountLabels.login_id} required help="半角英数字と . _ - の4〜32文字" />
        <TextField<Values>
          name="email"
          label={accountLabels.email}
          required
          type="email"
          inputMode="email"
          {...(isNew ? {} : { help: changeOfAddressHelp })}
        />
        <TextField<Values> name="phone" label={accountLabels.phone} type="tel" inputMode="tel" />
        <SelectField<Values>
          name="department_id"
          label={accountLabels.department_id}
          placeholder="なし"
          options={(data?.departments ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
        <RadioField<Values>
          name="type"
          label={accountLabels.type}
          options={(['Staff_Admin', 'Staff'] as const).map(value => ({
            value,
            label: userTypeLabels[value],
            disabled: value === 'Staff_Admin' && !mayGrant,
          }))}
        />
        <RadioField<Values>
          name="default_display_format"
          label={accountLabels.default_display_format}
          options={displayFormats.map(value => ({ value, label: displayFormatLabels[value] }))}
        />
        <CheckField<Values>
          name="can_register_staff"
          label={accountLabels.can_register_staff}
          help="企業一般のスタッフが、ほかの企業一般スタッフを登録・変更できるようにします。"
          disabled={!mayGrant || type === 'Staff_Admin'}
        />
      </FormGrid>
      {isNew ? <Help>登録すると、ログインIDとパスワード設定用のURL（7日間有効）がメールで届きます。</Help> : null}
    </>
  )
}

export const pages = masterPages(staffs)
