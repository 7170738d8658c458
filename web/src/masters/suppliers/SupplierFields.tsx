import { inUseText, masterLabels } from '@toguchi/domain/masters/labels'
import { useFormContext } from 'react-hook-form'
import { EditableTable } from '../../ui/form/EditableTable.tsx'
import { FieldBox, Label } from '../../ui/form/FieldParts.ts'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { FormGrid } from '../../ui/form/FormFoot.tsx'

interface SupplierStaff {
  id?: number
  name: string
  can_delete: boolean
  _destroy: boolean
}

export interface SupplierValues {
  name: string
  address: string
  representative_phone: string
  supplier_staffs_attributes: SupplierStaff[]
  /** Removing a row is a change, too. */
  touched: boolean
}

/** A supplier and the people there. A person on a construction stays; a removed one is sent as destroyed, in its place. */
export const SupplierFields = () => {
  const { setValue } = useFormContext<SupplierValues>()
  return (
    <>
      <TextField<SupplierValues> name="name" label={masterLabels.name} required maxLength={100} />
      <FormGrid>
        <TextField<SupplierValues> name="address" label={masterLabels.address} maxLength={255} />
        <TextField<SupplierValues> name="representative_phone" label={masterLabels.representative_phone} type="tel" inputMode="tel" />
      </FormGrid>
      <FieldBox data-field="supplier_staffs">
        <Label as="span">担当者</Label>
        <EditableTable<SupplierStaff>
          name="supplier_staffs_attributes"
          headings="spoken"
          columns={[
            {
              field: 'name',
              heading: masterLabels['supplier_staffs[].name'],
              required: true,
              cell: cell => <TextField {...cell} maxLength={100} placeholder="氏名" />,
            },
          ]}
          rowName={({ name }) => name || '担当者'}
          keep={({ can_delete }) => (can_delete ? null : inUseText)}
          // A name that was emptied first must not keep the row from going.
          destroyed={(row, first) => ({ ...row, name: row.name || first.name })}
          onRows={() => setValue('touched', true, { shouldDirty: true })}
          empty="担当者はまだ登録されていません。"
          add={{ label: '担当者を追加', row: () => ({ name: '', can_delete: true, _destroy: false }) }}
        />
      </FieldBox>
    </>
  )
}
