import { notificationFields } from '@toguchi/domain/clients/events'
import { clientLabels, clientStatuses, clientStatusLabels, type ClientStatus } from '@toguchi/domain/clients/labels'
import { canManageClients } from '@toguchi/domain/clients/policy'
import { type RoundingRule, roundingRuleLabels, roundingRules } from '@toguchi/domain/money/tax'
import { usualContactHours } from '@toguchi/domain/messages/call-center'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../site/paths.ts'
import { type Master, masterPages } from '../masters/masters.tsx'
import { type AnswerOf, q, queryClient, useApiMutation } from '../platform/api/api.ts'
import { Button } from '../ui/Button.tsx'
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx'
import { Facts } from '../ui/layout/Facts.tsx'
import { CheckField } from '../ui/form/fields/CheckField.tsx'
import { FormGrid } from '../ui/form/FormFoot.tsx'
import { SelectField } from '../ui/form/fields/SelectField.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { Ending } from './Ending.tsx'
import { FirstFields, type FirstValues, firstValues } from './FirstFields.tsx'
import { Readiness } from './readiness/Readiness.tsx'
import { LogoField, logoFile, type LogoValues } from './LogoField.tsx'
import { notificationBody, NotificationFields, type NotificationValues, notificationValues } from './NotificationFields.tsx'
import { showLogo } from './show-logo.ts'
import { Subhead, Details } from '../ui/layout/Layout.ts'
import { Help } from '../ui/form/FieldParts.ts'

type Client = AnswerOf<'GET /api/clients/:id'>['client']

interface Values extends LogoValues, FirstValues {
  contact_phone: string
  contact_hours: string
  cd: string
  name: string
  name_abbreviation: string
  address: string
  representative_name: string
  representative_email: string
  representative_phone: string
  admin_id: number | null
  use_optional_construction: boolean
  use_cash_payment: boolean
  rounding_rule: RoundingRule
  construction_staff_default_display_name: string
  staff_admin: { name: string; email: string; login_id: string }
}

const clients: Master<Client, Values & Partial<NotificationValues>> = {
  noun: '企業',
  api: () => '/api/clients',
  plural: 'clients',
  singular: 'client',
  listTo: paths.admin_clients,
  detailTo: ({ id }) => paths.admin_client(id),
  name: ({ name }) => name,
  columns: [
    { key: 'cd', head: clientLabels.cd, sort: 'cd', nowrap: true, cell: ({ cd }) => cd },
    { key: 'name', head: clientLabels.name, sort: 'name', cell: ({ name }) => name },
    { key: 'status', head: clientLabels.status, sort: 'status', cell: ({ status }) => clientStatusLabels[status as ClientStatus] },
    { key: 'buildings', head: '物件', sort: 'buildings_count', align: 'right', cell: row => row.buildings_count.toLocaleString() },
    { key: 'rooms', head: '部屋', sort: 'rooms_count', align: 'right', cell: row => row.rooms_count.toLocaleString() },
    { key: 'users', head: 'スタッフ', sort: 'users_count', align: 'right', cell: row => row.users_count.toLocaleString() },
    { key: 'craftsmen', head: '職人', sort: 'craftsmen_count', align: 'right', cell: row => row.craftsmen_count.toLocaleString() },
    { key: 'residents', head: '居住者', sort: 'residents_count', align: 'right', cell: row => row.residents_count.toLocaleString() },
  ],
  sortable: ['cd', 'name', 'status', 'buildings_count', 'rooms_count', 'users_count', 'craftsmen_count', 'residents_count'],
  filters: [
    { name: 'status', label: clientLabels.status, options: clientStatuses.map(value => ({ value, label: clientStatusLabels[value] })) },
  ],
  blank: () => ({
    cd: '',
    name: '',
    name_abbreviation: '',
    address: '',
    representative_name: '',
    representative_email: '',
    representative_phone: '',
    admin_id: null,
    use_optional_construction: true,
    use_cash_payment: false,
    rounding_rule: 'round_down',
    construction_staff_default_display_name: '',
    staff_admin: { name: '', email: '', login_id: '' },
    contact_phone: '',
    contact_hours: '',
    ...firstValues(),
    logo: [],
    remove_logo: false,
  }),
  values: row => ({
    cd: row.cd,
    name: row.name,
    name_abbreviation: row.name_abbreviation ?? '',
    address: row.address ?? '',
    representative_name: row.representative_name ?? '',
    representative_email: row.representative_email ?? '',
    representative_phone: row.representative_phone ?? '',
    admin_id: row.admin?.id ?? null,
    use_optional_construction: row.use_optional_construction,
    use_cash_payment: row.use_cash_payment,
    rounding_rule: row.rounding_rule,
    construction_staff_default_display_name: row.construction_staff_default_display_name ?? '',
    staff_admin: { name: '', email: '', login_id: '' },
    contact_phone: row.contact_phone ?? '',
    contact_hours: row.contact_hours ?? '',
    ...firstValues(),
    logo: [],
    remove_logo: false,
    ...notificationValues(row),
  }),
  // The code never changes (G-ADM-05), and the first administrator is named once.
  body: ({ staff_admin, sale_settings, terms, letter_texts, logo: _logo, remove_logo, ...client }) => {
    const removal = remove_logo ? { remove_logo } : {}
    const { cd, ...details } = client
    return isExisting(details)
      ? { ...details, ...notificationBody(details), ...removal }
      : { cd, ...details, staff_admin, sale_settings, terms, letter_texts }
  },
  files: logoFile,
  saved: showLogo,
  Fields: ({ row }) => (
    <>
      <FormGrid>
        <LogoField logo_path={row?.logo_path ?? null} />
        {row === null ? (
          <TextField<Values> name="cd" label={clientLabels.cd} required help="半角英小文字と数字の3〜8文字。あとから変更できません" />
        ) : null}
        <TextField<Values> name="name" label={clientLabels.name} required />
        <TextField<Values> name="name_abbreviation" label={clientLabels.name_abbreviation} />
        <TextField<Values> name="address" label={clientLabels.address} wide />
        <TextField<Values> name="representative_name" label={clientLabels.representative_name} />
        <TextField<Values> name="representative_email" label={clientLabels.representative_email} type="email" />
        <TextField<Values> name="representative_phone" label={clientLabels.representative_phone} type="tel" inputMode="tel" />
        <SalesField client={row} />
        <SelectField<Values>
          name="rounding_rule"
          label={clientLabels.rounding_rule}
          required
          options={roundingRules.map(value => ({ value, label: roundingRuleLabels[value] }))}
        />
        <TextField<Values> name="construction_staff_default_display_name" label={clientLabels.construction_staff_default_display_name} />
        <TextField<Values>
          name="contact_phone"
          label={clientLabels.contact_phone}
          type="tel"
          inputMode="tel"
          help="書面に印刷します。空欄のときは、コールセンターの番号を印刷します。"
        />
        <TextField<Values> name="contact_hours" label={clientLabels.contact_hours} placeholder={usualContactHours} maxLength={60} />
        <CheckField<Values> name="use_optional_construction" label={clientLabels.use_optional_construction} />
        <CheckField<Values> name="use_cash_payment" label={clientLabels.use_cash_payment} />
      </FormGrid>
      {row === null ? (
        <>
          <Subhead>最初の企業管理者</Subhead>
          <Help>このメールアドレスに、パスワードを設定するためのURLを送ります。</Help>
          <FormGrid>
            <TextField<Values> name="staff_admin.name" label={clientLabels['staff_admin.name']} required />
            <TextField<Values>
              name="staff_admin.login_id"
              label={clientLabels['staff_admin.login_id']}
              required
              help="半角英数字と . _ - の4〜32文字"
            />
            <TextField<Values> name="staff_admin.email" label={clientLabels['staff_admin.email']} type="email" required />
          </FormGrid>
          <FirstFields />
        </>
      ) : (
        <Details>
          <summary>通知メールのCC・BCC</summary>
          <NotificationFields />
        </Details>
      )}
    </>
  ),
  formWidth: 960,
  Below: ({ row }) => (
    <>
      <Readiness client={row} />
      <Contract client={row} />
      <Ending client={row} />
    </>
  ),
  canCreate: canManageClients,
  lost: ({ users_count, craftsmen_count }) =>
    `スタッフ${users_count.toLocaleString()}人、職人${craftsmen_count.toLocaleString()}人は、ログインできなくなります。企業の情報は、契約終了時の期間が過ぎると消去されます。画面からは元に戻せません。`,
  whyNotDelete: row => (row.buildings_count > 0 ? '物件が登録されているため削除できません。' : null),
}

/** CC and BCC belong to a company that exists. */
const isExisting = (details: object): details is NotificationValues =>
  notificationFields[0] !== undefined && notificationFields[0] in details

/** Who has left stays on the list of the company that names them, and says so. */
const SalesField = ({ client }: { client: Client | null }) => {
  const { data } = useQuery(q('GET /api/admins', { query: { exclude_pagination: true } }, { silent: true }))
  return (
    <SelectField<Values>
      name="admin_id"
      label={clientLabels.admin_id}
      options={[
        ...(data?.admins ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ...(client?.admin?.has_left ? [{ value: client.admin.id, label: `${client.admin.name}（削除済み）` }] : []),
      ]}
    />
  )
}

/** The contract and what there is of the company; ending it shuts its people out at once (G-ADM-08, G-ACC-10). */
const Contract = ({ client }: { client: Client }) => {
  const [dialog, ask] = useConfirm()
  const save = useApiMutation('PATCH /api/clients/:id', {
    invalidates: ['GET /api/clients', 'GET /api/clients/:id/terms'],
    // The page's own company is read under its whole address.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [`GET /api/clients/${client.id}`] }),
  })
  const ends = client.status === 'contracted'
  const change = async () => {
    const sure = await ask({
      title: `企業「${client.name}」の契約を${ends ? '終了' : '再開'}します。よろしいですか？`,
      text: ends
        ? 'この企業のスタッフ・職人・居住者は、ただちにログインできなくなります。データは、下の「契約終了時の取り扱い」の期間が過ぎると消去します。それまでは再開できます。'
        : null,
      confirm: ends ? '契約を終了する' : '契約を再開する',
      danger: ends,
    })
    if (sure) save.mutate({ params: { id: client.id }, body: { client: { status: ends ? 'terminated' : 'contracted' } } })
  }
  return (
    <Section
      title="契約と利用状況"
      actions={
        <Button kind={ends ? 'danger' : 'default'} onClick={() => void change()}>
          {ends ? '契約を終了する' : '契約を再開する'}
        </Button>
      }
    >
      {dialog}
      <Facts
        columns={2}
        facts={[
          [clientLabels.cd, client.cd],
          [clientLabels.status, clientStatusLabels[client.status]],
          ['物件', client.buildings_count.toLocaleString()],
          ['部屋', client.rooms_count.toLocaleString()],
          ['スタッフ', client.users_count.toLocaleString()],
          ['職人', client.craftsmen_count.toLocaleString()],
          ['居住者', client.residents_count.toLocaleString()],
        ]}
      />
    </Section>
  )
}

export const pages = masterPages(clients)
