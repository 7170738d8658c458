import { clientLabels } from '@toguchi/domain/clients/labels'
import { type RoundingRule, roundingRuleLabels, roundingRules } from '@toguchi/domain/money/tax'
import { usualContactHours } from '@toguchi/domain/messages/call-center'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useFormContext, useWatch } from 'react-hook-form'
import { type AnswerOf, q, queryClient, useApiMutation } from '../platform/api/api.ts'
import { changedFields } from '../platform/changed-fields.ts'
import { SaleSettings } from '../orders/orders.tsx'
import { paths } from '../site/paths.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { CheckField } from '../ui/form/fields/CheckField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { FormFoot, FormGrid } from '../ui/form/FormFoot.tsx'
import { SelectField } from '../ui/form/fields/SelectField.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'
import { Help } from '../ui/form/FieldParts.ts'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { LineSettings } from './LineSettings.tsx'
import { LogoField, logoFile, type LogoValues } from './LogoField.tsx'
import { notificationBody, NotificationFields, type NotificationValues, notificationValues } from './NotificationFields.tsx'
import { RoundingExample } from './RoundingExample.tsx'
import { showLogo } from './show-logo.ts'

type Company = AnswerOf<'GET /api/settings'>['client']
interface Values extends LogoValues, NotificationValues {
  name_abbreviation: string
  use_cash_payment: boolean
  rounding_rule: RoundingRule
  construction_staff_default_display_name: string
  second_factor_required: boolean
  contact_phone: string
  contact_hours: string
}

const settings = q('GET /api/settings')
export const loader = () => queryClient.ensureQueryData(settings)

const bodyOf = (values: Values) => ({
  name_abbreviation: values.name_abbreviation,
  use_cash_payment: values.use_cash_payment,
  rounding_rule: values.rounding_rule,
  construction_staff_default_display_name: values.construction_staff_default_display_name,
  second_factor_required: values.second_factor_required,
  contact_phone: values.contact_phone,
  contact_hours: values.contact_hours,
  ...(values.remove_logo ? { remove_logo: true } : {}),
  ...notificationBody(values),
})

/** What a company sets for itself (G-MAS-09). */
export const SettingsPage = () => {
  const { data } = useQuery(settings)
  if (data === undefined) return null
  return (
    <>
      <PageHead title="設定" note={data.client.name} />
      {/* The form begins anew with what the server made of it; what is being written in the seller's stays. */}
      <ClientSettings key={JSON.stringify(data.client)} client={data.client} />
      <Section
        title="利用規約・プライバシーポリシー"
        name="legal-texts"
        actions={
          <ButtonLink to={paths.legal_texts()} icon="edit">
            文章と版
          </ButtonLink>
        }
      >
        <Help>居住者ページに表示する文章を、版ごとに管理します。自社の版を公開するまでは、標準の文章を表示します。</Help>
      </Section>
      <LineSettings />
      <SaleSettings />
    </>
  )
}

const ClientSettings = ({ client }: { client: Company }) => {
  const [laidOut] = useState<Values>(() => ({
    logo: [],
    remove_logo: false,
    name_abbreviation: client.name_abbreviation ?? '',
    use_cash_payment: client.use_cash_payment,
    rounding_rule: client.rounding_rule,
    construction_staff_default_display_name: client.construction_staff_default_display_name ?? '',
    second_factor_required: client.second_factor_required,
    contact_phone: client.contact_phone ?? '',
    contact_hours: client.contact_hours ?? '',
    ...notificationValues(client),
  }))
  const form = useForm<Values>({ defaultValues: laidOut })
  const save = useApiMutation('PATCH /api/settings', {
    invalidates: ['GET /api/settings', 'GET /api/options', 'GET /api/options/:id'],
    errors: 'caller',
    message: '保存しています…',
    onSuccess: answer => showLogo(answer.client),
  })
  return (
    <Form
      form={form}
      resource="client"
      error={save.error}
      onSubmit={values => save.mutate({ body: { client: changedFields(bodyOf(laidOut), bodyOf(values)) }, files: logoFile(values) })}
    >
      <Section title="会社の表示" name="company">
        <FormGrid>
          <LogoField logo_path={client.logo_path} />
          <TextField name="name_abbreviation" label={clientLabels.name_abbreviation} maxLength={100} />
          <TextField
            name="construction_staff_default_display_name"
            label={clientLabels.construction_staff_default_display_name}
            help="工事担当者の名前の代わりに居住者へ表示する名称です。"
            maxLength={100}
          />
        </FormGrid>
      </Section>
      <Section
        title="書面（案内状・ポスター・不在票）"
        name="letters"
        actions={
          <ButtonLink to={paths.letter_texts('information')} icon="edit">
            書面の文章
          </ButtonLink>
        }
      >
        <FormGrid>
          <TextField
            name="contact_phone"
            label={clientLabels.contact_phone}
            type="tel"
            inputMode="tel"
            help="空欄のときは、コールセンターの番号を印刷します。"
          />
          <TextField name="contact_hours" label={clientLabels.contact_hours} placeholder={usualContactHours} maxLength={60} />
        </FormGrid>
      </Section>
      <Section title="支払いと金額" name="money">
        <FormGrid>
          <CheckField
            name="use_cash_payment"
            label={clientLabels.use_cash_payment}
            help="現金のお支払い場所を入力した工事で、居住者がオプションの支払方法に現金を選べるようになります。"
          />
          <SelectField
            name="rounding_rule"
            label={clientLabels.rounding_rule}
            required
            options={roundingRules.map(value => ({ value, label: roundingRuleLabels[value] }))}
          />
          <Example />
        </FormGrid>
      </Section>
      <SecondFactorOfStaff />
      <Section title="通知メールのCC・BCC" name="notifications">
        <NotificationFields />
      </Section>
      <FormFoot>
        <Button kind="primary" type="submit" disabled={save.isPending}>
          保存する
        </Button>
      </FormFoot>
    </Form>
  )
}

/** Where second factors are asked for at all (D-39). */
const SecondFactorOfStaff = () => {
  const { data } = useQuery(q('GET /api/users/me/second_factor', {}, { silent: true }))
  if (!data?.offered) return null
  return (
    <Section title="ログイン" name="second-factor">
      <CheckField
        name="second_factor_required"
        label={clientLabels.second_factor_required}
        help="必須にすると、まだ設定していないスタッフ（ご自身を含む）はログアウトされ、次のログインのときに認証アプリを設定します。協力会社の職人は対象外です。"
      />
    </Section>
  )
}

const Example = () => {
  const { control } = useFormContext<Values>()
  return <RoundingExample rule={useWatch({ control, name: 'rounding_rule' })} />
}
