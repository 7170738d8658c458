import { inUseText, masterLabels } from '@toguchi/domain/masters/labels'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { Button, IconButton } from '../../ui/Button.tsx'
import { FormGrid } from '../../ui/form/FormFoot.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { FieldBox, Label, Help } from '../../ui/form/FieldParts.ts'
import styles from './SupplierFields.module.css'

export interface SupplierValues {
  name: string
  address: string
  representative_phone: string
  supplier_staffs_attributes: { id?: number; name: string; can_delete: boolean; _destroy: boolean }[]
  /** Removing a row is a change, too. */
  touched: boolean
}

/** A supplier and the people there. A person on a construction stays; a removed one is sent as destroyed, in its place. */
export const SupplierFields = () => {
  const { control, getValues, setValue } = useFormContext<SupplierValues>()
  const { fields, append, remove, update } = useFieldArray({ control, name: 'supplier_staffs_attributes', keyName: 'key' })
  const people = useWatch({ control, name: 'supplier_staffs_attributes' })
  const removeAt = (at: number) => {
    const person = getValues(`supplier_staffs_attributes.${at}`)
    if (person.id === undefined) remove(at)
    // A name that was emptied first must not keep the row from going.
    else update(at, { ...person, name: person.name || (fields[at]?.name ?? ''), _destroy: true })
    setValue('touched', true, { shouldDirty: true })
  }
  return (
    <>
      <TextField name="name" label={masterLabels.name} required maxLength={100} />
      <FormGrid>
        <TextField name="address" label={masterLabels.address} maxLength={255} />
        <TextField name="representative_phone" label={masterLabels.representative_phone} type="tel" inputMode="tel" />
      </FormGrid>
      <FieldBox data-field="supplier_staffs">
        <Label as="span">担当者</Label>
        {fields.every(({ _destroy }) => _destroy) ? <Help>担当者はまだ登録されていません。</Help> : null}
        {fields.map((person, at) =>
          person._destroy ? null : (
            <div className={styles.person} key={person.key}>
              <TextField
                name={`supplier_staffs_attributes.${at}.name`}
                label={masterLabels['supplier_staffs[].name']}
                hideLabel
                required
                maxLength={100}
                placeholder="氏名"
              />
              {person.can_delete ? (
                <IconButton icon="trash" label={`${people[at]?.name || '担当者'}を削除`} onClick={() => removeAt(at)} />
              ) : (
                <Help as="span">{inUseText}</Help>
              )}
            </div>
          ),
        )}
        <div>
          <Button size="small" icon="plus" onClick={() => append({ name: '', can_delete: true, _destroy: false })}>
            担当者を追加
          </Button>
        </div>
      </FieldBox>
    </>
  )
}
