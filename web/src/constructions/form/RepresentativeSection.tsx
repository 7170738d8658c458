import type { Day } from '@toguchi/domain/calendar/day'
import { splitAddresses } from '@toguchi/domain/clients/events'
import { constructionLabels, constructionSections } from '@toguchi/domain/constructions/labels'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { SupplierModal } from '../../masters/masters.tsx'
import { q } from '../../platform/api/api.ts'
import { Button } from '../../ui/Button.tsx'
import { DateField } from '../../ui/form/fields/DateField.tsx'
import { FormGrid } from '../../ui/form/FormFoot.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { TagsField } from '../../ui/form/fields/TagsField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import type { Construction, ConstructionValues } from './form-values.ts'
import { withChosen } from './with-chosen.ts'
import { StackedFieldset } from '../../ui/form/FieldParts.ts'
import { Actions } from '../../ui/layout/Layout.ts'
import styles from './RepresentativeSection.module.css'

interface Props {
  today: Day
  /** Craftsmen may not ask for the lists: they see what is chosen already. */
  readOnly: boolean
  construction: Construction | null
  /** Opens the supplier's modal, which stands outside of this form: a form holds no form. */
  onSupplier: (open: number | 'new') => void
}

/** Supplier with its people, the own staff, and who signs the contract (spec §2). */
export const RepresentativeSection = ({ today, readOnly, construction, onSupplier }: Props) => {
  const { control, setValue } = useFormContext<ConstructionValues>()
  const supplierId = useWatch({ control, name: 'supplier_id' })
  const enabled = !readOnly
  const suppliers = useQuery({ ...q('GET /api/suppliers', { query: { exclude_pagination: true } }, { silent: true }), enabled })
  const staffs = useQuery({ ...q('GET /api/staffs', { query: { exclude_pagination: true } }, { silent: true }), enabled })
  const supplier = useQuery({
    ...q('GET /api/suppliers/:id', { params: { id: supplierId ?? 0 } }, { silent: true }),
    enabled: enabled && supplierId !== null,
  })
  const people = (staffs.data?.staffs ?? []).map(({ id, name, department }) => ({
    value: id,
    label: department === null ? name : `${name}（${department.name}）`,
  }))
  const named = (list: readonly { id: number; name: string }[] | undefined) =>
    (list ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const persons = supplierId === null ? [] : named(supplier.data?.supplier.supplier_staffs)
  const choices = {
    suppliers: withChosen(named(suppliers.data?.suppliers), construction?.supplier_id, construction?.supplier_name),
    persons:
      supplierId === construction?.supplier_id
        ? withChosen(persons, construction?.supplier_staff_id, construction?.supplier_staff_name)
        : persons,
    sales: withChosen(people, construction?.sales_staff_id, construction?.sales_representative),
    construction: withChosen(people, construction?.construction_staff_id, construction?.construction_representative),
  }
  return (
    <Section title={constructionSections.representative} name="representative">
      <StackedFieldset disabled={readOnly}>
        <FormGrid>
          <div className={styles.supplier}>
            <SelectField
              name="supplier_id"
              label={constructionLabels.supplier_id}
              required
              options={choices.suppliers}
              onChoose={() => setValue('supplier_staff_id', null, { shouldDirty: true })}
            />
            <Actions>
              <Button size="small" icon="plus" onClick={() => onSupplier('new')}>
                取引先を追加
              </Button>
              <Button
                size="small"
                icon="edit"
                reason={supplierId === null ? '取引先を選択してください' : null}
                onClick={() => supplierId !== null && onSupplier(supplierId)}
              >
                編集
              </Button>
            </Actions>
          </div>
          <SelectField
            name="supplier_staff_id"
            label={constructionLabels.supplier_staff_id}
            disabled={supplierId === null}
            placeholder={supplierId === null ? '取引先を選択してください' : '選択してください'}
            options={choices.persons}
          />
          <SelectField name="sales_staff_id" label={constructionLabels.sales_staff_id} required options={choices.sales} />
          <SelectField
            name="construction_staff_id"
            label={constructionLabels.construction_staff_id}
            options={choices.construction}
            help="未選択の場合、居住者には企業設定の表示名が表示されます。"
          />
          <TextField name="contract_representative" label={constructionLabels.contract_representative} maxLength={100} />
          <TextField name="contract_representative_address" label={constructionLabels.contract_representative_address} maxLength={255} />
          <TextField name="owners_association" label={constructionLabels.owners_association} maxLength={100} />
          <DateField name="owners_association_decided_on" label={constructionLabels.owners_association_decided_on} today={today} />
          <TagsField
            name="board_addresses"
            label={constructionLabels.board_addresses}
            partLabel="メールアドレス"
            inputMode="email"
            split={splitAddresses}
            disabled={readOnly}
            help="理事会報告書をメールで送る先です。10件まで登録できます。"
          />
          <TextField
            name="prime_contractor"
            label={constructionLabels.prime_contractor}
            maxLength={100}
            help="電子小黒板・完了報告書・完成図書に表示されます。"
          />
        </FormGrid>
      </StackedFieldset>
    </Section>
  )
}

/** The modal beside the form; a supplier that was saved there is chosen. */
export const useSupplierModal = (choose: (id: number) => void) => {
  const [open, setOpen] = useState<number | 'new' | null>(null)
  return { open: setOpen, modal: <SupplierModal open={open} onClose={() => setOpen(null)} onSaved={choose} /> }
}
