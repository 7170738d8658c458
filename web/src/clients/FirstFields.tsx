import { firstLetterTextLabels, longestFirstText, termLabels, usualTerms } from '@toguchi/domain/client-terms/labels'
import { orderLabels } from '@toguchi/domain/orders/labels'
import { Help } from '../ui/form/FieldParts.ts'
import { FormGrid } from '../ui/form/FormFoot.tsx'
import { NumberField } from '../ui/form/fields/NumberField.tsx'
import { SelectField } from '../ui/form/fields/SelectField.tsx'
import { TextareaField } from '../ui/form/fields/TextareaField.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'
import { Subhead } from '../ui/layout/Layout.ts'

const sellerNames = [
  'seller_name',
  'seller_representative',
  'seller_address',
  'seller_phone',
  'seller_email',
  'invoice_registration_number',
  'additional_fees',
  'payment_terms',
  'delivery_terms',
  'cancellation_terms',
] as const

/** What is set of a company at its registration, and at places of its own afterwards. */
export interface FirstValues {
  sale_settings: Record<(typeof sellerNames)[number], string> & { retention_months: number }
  terms: { erasure_months: number; accounting_years: number; records_years: number }
  letter_texts: { entry: string; closing: string }
}

export const firstValues = (): FirstValues => ({
  sale_settings: {
    ...(Object.fromEntries(sellerNames.map(name => [name, ''])) as Record<(typeof sellerNames)[number], string>),
    retention_months: 12,
  },
  terms: { ...usualTerms },
  letter_texts: { entry: '', closing: '' },
})

/** The rest of what a first construction needs: the words of the letters, the seller, how long what is kept (decision 048). */
export const FirstFields = () => (
  <>
    <Subhead>書面の文章</Subhead>
    <Help>
      案内状などに共通する文章です。空欄のときは標準の文章で印刷します。ほかの文章と仕上がりは、登録のあと「導入の状況」から確認できます。
    </Help>
    <FormGrid>
      <TextareaField<FirstValues>
        name="letter_texts.entry"
        label={firstLetterTextLabels.entry}
        maxLength={longestFirstText}
        help="案内状・再案内・決定案内に印刷します。"
        wide
      />
      <TextareaField<FirstValues>
        name="letter_texts.closing"
        label={firstLetterTextLabels.closing}
        maxLength={longestFirstText}
        help="すべての書面の最後に印刷します。"
        wide
      />
    </FormGrid>
    <Subhead>特定商取引法の表記</Subhead>
    <Help>空欄の項目は、会社の登録内容か一般的な文面で表示します。</Help>
    <FormGrid>
      <TextField<FirstValues> name="sale_settings.seller_name" label={orderLabels.seller_name} maxLength={100} />
      <TextField<FirstValues> name="sale_settings.seller_representative" label={orderLabels.seller_representative} maxLength={100} />
      <TextField<FirstValues> name="sale_settings.seller_address" label={orderLabels.seller_address} maxLength={200} wide />
      <TextField<FirstValues> name="sale_settings.seller_phone" label={orderLabels.seller_phone} type="tel" inputMode="tel" />
      <TextField<FirstValues> name="sale_settings.seller_email" label={orderLabels.seller_email} maxLength={254} />
      <TextField<FirstValues>
        name="sale_settings.invoice_registration_number"
        label={orderLabels.invoice_registration_number}
        help="T と数字13桁。領収書に載ります。"
        maxLength={20}
      />
      <TextareaField<FirstValues> name="sale_settings.additional_fees" label={orderLabels.additional_fees} wide />
      <TextareaField<FirstValues> name="sale_settings.payment_terms" label={orderLabels.payment_terms} wide />
      <TextareaField<FirstValues> name="sale_settings.delivery_terms" label={orderLabels.delivery_terms} wide />
      <TextareaField<FirstValues> name="sale_settings.cancellation_terms" label={orderLabels.cancellation_terms} wide />
    </FormGrid>
    <Subhead>保存期間</Subhead>
    <FormGrid>
      <NumberField<FirstValues>
        name="sale_settings.retention_months"
        label={orderLabels.retention_months}
        min={3}
        max={120}
        required
        help="完了確定から数えます（3〜120か月）。"
      />
      <TermFields prefix="terms." />
    </FormGrid>
  </>
)

/** How long what is kept after the end of the contract. `prefix` is where the form has it. */
export const TermFields = ({ prefix }: { prefix: '' | 'terms.' }) => (
  <>
    <NumberField name={`${prefix}erasure_months`} label={termLabels.erasure_months} min={1} max={36} required help="1〜36か月。" />
    <SelectField
      name={`${prefix}accounting_years`}
      label={termLabels.accounting_years}
      required
      options={[
        { value: 7, label: '7年' },
        { value: 10, label: '10年' },
      ]}
    />
    <NumberField
      name={`${prefix}records_years`}
      label={termLabels.records_years}
      min={10}
      max={30}
      required
      help="建設業法により10年以上（10〜30年）。"
    />
  </>
)
