import { type ItemKind, itemKindLabels, itemKinds, masterLabels } from '@toguchi/domain/masters/labels'
import { useFormContext, useWatch } from 'react-hook-form'
import { EditableTable } from '../../ui/form/EditableTable.tsx'
import { CheckLabel, FieldBox, Help, Label } from '../../ui/form/FieldParts.ts'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { TextareaField } from '../../ui/form/fields/TextareaField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { useFormState } from '../../ui/form/Form.tsx'
import { FieldError } from '../../ui/form/FormField.tsx'
import styles from './CompletionReportFields.module.css'

interface UnitValues {
  id?: number
  name: string
  is_default: boolean
  _destroy: boolean
}
interface ItemValues {
  id?: number
  name: string
  kind: ItemKind
  unit_name: string
  required: boolean
  _destroy: boolean
  completion_report_item_units_attributes: UnitValues[]
}
export interface ReportValues {
  name: string
  remarks: string
  completion_report_items_attributes: ItemValues[]
  /** Moving and removing a row are changes, too. */
  touched: boolean
}

/** Of a row that is removed only its id is sent: what else was typed into it no longer matters. */
export const withoutDestroyed = <Row extends { id?: number; _destroy: boolean }>(row: Row): Row | { id?: number; _destroy: true } =>
  row._destroy ? { ...(row.id === undefined ? {} : { id: row.id }), _destroy: true } : row

const itemsName = 'completion_report_items_attributes'
/** What an item is begun with: most answers are one of these. */
const usualUnits = () => ['良', '否'].map((name, at): UnitValues => ({ name, is_default: at === 0, _destroy: false }))

/** A report: its items and, under each, the answers to choose from; both in the order of their user. */
export const CompletionReportFields = () => (
  <>
    <TextField<ReportValues> name="name" label={masterLabels.name} required maxLength={50} />
    <TextareaField<ReportValues> name="remarks" label={masterLabels.remarks} rows={2} maxLength={1000} />
    <FieldBox data-field="completion_report_items">
      <Label as="span">報告項目</Label>
      <EditableTable<ItemValues>
        name={itemsName}
        sortable="報告項目"
        headings="spoken"
        phone="minmax(0, 1fr) auto auto"
        columns={[
          {
            field: 'name',
            heading: masterLabels['completion_report_items[].name'],
            required: true,
            phoneLine: true,
            cell: cell => <TextField {...cell} maxLength={50} placeholder="項目名（例：親機の動作）" />,
          },
          {
            field: 'kind',
            heading: masterLabels['completion_report_items[].kind'],
            width: '110px',
            cell: cell => <SelectField {...cell} required options={itemKinds.map(value => ({ value, label: itemKindLabels[value] }))} />,
          },
          {
            field: 'required',
            heading: masterLabels['completion_report_items[].required'],
            width: 'auto',
            cell: ({ label }, { at }, rowName) => <RequiredCheck at={at} label={label} rowName={rowName} />,
          },
        ]}
        rowName={({ name }, place) => name || `${place + 1}番目の項目`}
        onRows={useTouch()}
        below={({ at }) => <Asked item={at} />}
        empty="項目はまだありません。職人は完了時に、項目ごとに選択・数値・文字で報告します。"
        add={{
          label: '項目を追加',
          row: () => ({
            name: '',
            kind: 'choice',
            unit_name: '',
            required: true,
            _destroy: false,
            completion_report_item_units_attributes: usualUnits(),
          }),
        }}
        testId="report-item"
      />
    </FieldBox>
  </>
)

/** Whether the room cannot be completed without an answer. */
const RequiredCheck = ({ at, label, rowName }: { at: number; label: string; rowName: string }) => {
  const { register } = useFormContext<ReportValues>()
  return (
    <CheckLabel className={styles.required}>
      <input type="checkbox" {...register(`${itemsName}.${at}.required`)} aria-label={`${rowName}を必須にする`} />
      {label}
    </CheckLabel>
  )
}

/** What an item asks: a choice its answers, a number its unit, a text nothing. */
const Asked = ({ item }: { item: number }) => {
  const kind = useWatch<ReportValues, `completion_report_items_attributes.${number}.kind`>({ name: `${itemsName}.${item}.kind` })
  if (kind === 'choice') return <Units item={item} />
  return (
    <div className={styles.units}>
      {kind === 'number' ? (
        <TextField
          name={`${itemsName}.${item}.unit_name`}
          label={masterLabels['completion_report_items[].unit_name']}
          required
          maxLength={10}
          placeholder="MΩ・V・Ωなど"
        />
      ) : (
        <Help>製造番号などの文字を記入します。</Help>
      )}
    </div>
  )
}

/** The answers of one item. One of them at most is the default; choosing another takes it over (G-REP-06). */
const Units = ({ item }: { item: number }) => {
  const unitsName = `${itemsName}.${item}.completion_report_item_units_attributes` as const
  const { getValues, setValue, register } = useFormContext<ReportValues>()
  const { edited } = useFormState()
  const setDefault = (chosen: number, on: boolean) => {
    edited(unitsName)
    for (const at of getValues(unitsName).keys()) setValue(`${unitsName}.${at}.is_default`, on && at === chosen, { shouldDirty: true })
  }
  return (
    <div className={styles.units}>
      <EditableTable<UnitValues>
        name={unitsName}
        sortable="選択肢"
        headings="spoken"
        phone="minmax(0, 1fr) auto"
        columns={[
          {
            field: 'name',
            heading: masterLabels['completion_report_items[].completion_report_item_units[].name'],
            required: true,
            phoneLine: true,
            cell: cell => <TextField {...cell} maxLength={50} placeholder="選択肢（例：良）" />,
          },
          {
            field: 'is_default',
            heading: '初期値',
            width: 'auto',
            cell: ({ label }, { at, row }, rowName) => (
              <CheckLabel>
                <input
                  type="checkbox"
                  {...register(`${unitsName}.${at}.is_default`)}
                  aria-label={`${rowName}を初期値にする`}
                  checked={row.is_default}
                  onChange={event => setDefault(at, event.target.checked)}
                />
                {label}
              </CheckLabel>
            ),
          },
        ]}
        rowName={({ name }, place) => name || `${place + 1}番目の選択肢`}
        destroyed={row => ({ ...row, is_default: false })}
        onRows={useTouch()}
        foot={<FieldError name={unitsName} label="選択肢" />}
        add={{ label: '選択肢を追加', quiet: true, row: () => ({ name: '', is_default: false, _destroy: false }) }}
      />
    </div>
  )
}

/** Rows that changed their places have errors that stand at the wrong ones, and a form that has something to save. */
const useTouch = () => {
  const { setValue } = useFormContext<ReportValues>()
  const { edited } = useFormState()
  return () => {
    edited(itemsName, 'with rows')
    setValue('touched', true, { shouldDirty: true })
  }
}
