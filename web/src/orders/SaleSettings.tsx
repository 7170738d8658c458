import { orderLabels } from '@toguchi/domain/orders/labels'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type AnswerOf, q, useApiMutation } from '../platform/api/api.ts'
import { changedFields } from '../platform/changed-fields.ts'
import { Alert } from '../ui/Alert.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/form/Form.tsx'
import { FormFoot, FormGrid } from '../ui/form/FormFoot.tsx'
import { NumberField } from '../ui/form/fields/NumberField.tsx'
import { TextareaField } from '../ui/form/fields/TextareaField.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { Help } from '../ui/form/FieldParts.ts'

type Settings = AnswerOf<'GET /api/sale_settings'>['sale_settings']
type Values = { [K in keyof Settings]: Settings[K] extends number ? number : string }

const settings = q('GET /api/sale_settings')

/** What a company sets as a seller, with its rules of payment and retention (D-09, D-12, D-16). */
export const SaleSettings = () => {
  const { data } = useQuery(settings)
  return data === undefined ? null : <SaleSettingsForm key={JSON.stringify(data)} settings={data.sale_settings} />
}

const valuesOf = (saved: Settings): Values => ({
  konbini_days: saved.konbini_days,
  own_date_change_limit: saved.own_date_change_limit,
  retention_months: saved.retention_months,
  invoice_registration_number: saved.invoice_registration_number ?? '',
  seller_name: saved.seller_name ?? '',
  seller_representative: saved.seller_representative ?? '',
  seller_address: saved.seller_address ?? '',
  seller_phone: saved.seller_phone ?? '',
  seller_email: saved.seller_email ?? '',
  additional_fees: saved.additional_fees ?? '',
  payment_terms: saved.payment_terms ?? '',
  delivery_terms: saved.delivery_terms ?? '',
  cancellation_terms: saved.cancellation_terms ?? '',
})

const SaleSettingsForm = ({ settings: saved }: { settings: Settings }) => {
  const [laidOut] = useState(() => valuesOf(saved))
  const form = useForm<Values>({ defaultValues: laidOut })
  const save = useApiMutation('PATCH /api/sale_settings', { invalidates: ['GET /api/sale_settings'], errors: 'caller' })
  return (
    <Form
      form={form}
      resource="sale_settings"
      error={save.error}
      onSubmit={values => save.mutate({ body: { sale_settings: changedFields(laidOut, values) } })}
    >
      <Section title="販売者としての表示（特定商取引法・領収書）" name="seller">
        <Help>空欄の項目は、会社の登録内容か一般的な文面で表示します。</Help>
        {saved.invoice_registration_number === null ? (
          <Alert>
            登録番号が入力されていません。このままでは、領収書は適格請求書（インボイス）になりません。登録している会社は入力してください。
          </Alert>
        ) : null}
        <FormGrid>
          <TextField name="seller_name" label={orderLabels.seller_name} maxLength={100} />
          <TextField name="seller_representative" label={orderLabels.seller_representative} maxLength={100} />
          <TextField name="seller_address" label={orderLabels.seller_address} maxLength={200} wide />
          <TextField name="seller_phone" label={orderLabels.seller_phone} />
          <TextField name="seller_email" label={orderLabels.seller_email} maxLength={254} />
          <TextField
            name="invoice_registration_number"
            label={orderLabels.invoice_registration_number}
            help="T と数字13桁。領収書に載ります。"
            maxLength={20}
          />
          <TextareaField name="additional_fees" label={orderLabels.additional_fees} wide />
          <TextareaField name="payment_terms" label={orderLabels.payment_terms} wide />
          <TextareaField name="delivery_terms" label={orderLabels.delivery_terms} wide />
          <TextareaField name="cancellation_terms" label={orderLabels.cancellation_terms} wide />
        </FormGrid>
      </Section>
      <Section title="期限と保存期間" name="periods">
        <FormGrid>
          <NumberField name="konbini_days" label={orderLabels.konbini_days} required help="申込日から数えます（1〜59日）。" />
          <NumberField
            name="own_date_change_limit"
            label={orderLabels.own_date_change_limit}
            required
            help="0回にすると電話での受付のみになります。"
          />
          <NumberField
            name="retention_months"
            label={orderLabels.retention_months}
            required
            help="完了確定から数えます。過ぎると居住者の個人情報を消去します（3〜120か月）。"
          />
        </FormGrid>
      </Section>
      <FormFoot>
        <Button kind="primary" type="submit" disabled={save.isPending}>
          販売者の設定を保存する
        </Button>
      </FormFoot>
    </Form>
  )
}
