import { masterLabels } from '@toguchi/domain/masters/labels'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { Button, IconButton } from '../../ui/Button.tsx'
import { FieldError } from '../../ui/form/FormField.tsx'
import { useFormState } from '../../ui/form/Form.tsx'
import { TextareaField } from '../../ui/form/fields/TextareaField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { SortableList } from '../../ui/table/SortableList.tsx'
import { FieldBox, Label, Help, CheckLabel } from '../../ui/form/FieldParts.ts'
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
export const CompletionReportFields = () => {
  const { control } = useFormContext<ReportValues>()
  const { fields, append, remove, update, move } = useFieldArray({ control, name: itemsName, keyName: 'key' })
  const items = useWatch({ control, name: itemsName })
  const touch = useTouch()
  const visible = fields.flatMap(({ key }, at) => (items[at]?._destroy === false ? [{ key, at }] : []))
  const removeAt = (at: number) => {
    const item = items[at]
    if (item === undefined) return
    if (item.id === undefined) remove(at)
    else update(at, { ...item, _destroy: true })
    touch()
  }
  const nameOf = (at: number, place: number) => items[at]?.name || `${place + 1}番目の項目`
  return (
    <>
      <TextField name="name" label={masterLabels.name} required maxLength={50} />
      <TextareaField name="remarks" label={masterLabels.remarks} rows={2} maxLength={1000} />
      <FieldBox data-field="completion_report_items">
        <Label as="span">報告項目</Label>
        {visible.length === 0 ? <Help>項目はまだありません。職人は完了時に、項目ごとに選択肢から1つを選んで報告します。</Help> : null}
        <SortableList
          label="報告項目"
          rows={visible}
          rowKey={({ key }) => key}
          name={({ at }, place) => nameOf(at, place)}
          onMove={(from, to) => {
            const [one, other] = [visible[from], visible[to]]
            if (one === undefined || other === undefined) return
            move(one.at, other.at)
            touch()
          }}
        >
          {({ at }, place) => (
            <div className={styles.item} data-testid="report-item">
              <div className={styles.line}>
                <TextField
                  name={`${itemsName}.${at}.name`}
                  label={masterLabels['completion_report_items[].name']}
                  hideLabel
                  required
                  maxLength={50}
                  placeholder="項目名（例：親機の動作）"
                />
                <IconButton icon="trash" label={`${nameOf(at, place)}を削除`} onClick={() => removeAt(at)} />
              </div>
              <Units at={at} />
            </div>
          )}
        </SortableList>
        <div>
          <Button
            size="small"
            icon="plus"
            onClick={() => {
              append({ name: '', _destroy: false, completion_report_item_units_attributes: usualUnits() })
            }}
          >
            項目を追加
          </Button>
        </div>
      </FieldBox>
    </>
  )
}

/** The answers of one item. One of them at most is the default; choosing another takes it over (G-REP-06). */
const Units = ({ at: item }: { at: number }) => {
  const unitsName = `${itemsName}.${item}.completion_report_item_units_attributes` as const
  const { control, setValue, register } = useFormContext<ReportValues>()
  const { edited } = useFormState()
  const { fields, append, remove, update, move } = useFieldArray({ control, name: unitsName, keyName: 'key' })
  const units = useWatch({ control, name: unitsName })
  const touch = useTouch()
  const visible = fields.flatMap(({ key }, at) => (units[at]?._destroy === false ? [{ key, at }] : []))
  const removeAt = (at: number) => {
    const unit = units[at]
    if (unit === undefined) return
    if (unit.id === undefined) remove(at)
    else update(at, { ...unit, is_default: false, _destroy: true })
    touch()
  }
  const setDefault = (chosen: number, on: boolean) => {
    edited(unitsName)
    for (const at of units.keys()) setValue(`${unitsName}.${at}.is_default`, on && at === chosen, { shouldDirty: true })
  }
  const nameOf = (at: number, place: number) => units[at]?.name || `${place + 1}番目の選択肢`
  return (
    <div className={styles.units}>
      <SortableList
        label="選択肢"
        rows={visible}
        rowKey={({ key }) => key}
        name={({ at }, place) => nameOf(at, place)}
        onMove={(from, to) => {
          const [one, other] = [visible[from], visible[to]]
          if (one === undefined || other === undefined) return
          move(one.at, other.at)
          touch()
        }}
      >
        {({ at }, place) => (
          <div className={styles.line}>
            <TextField
              name={`${unitsName}.${at}.name`}
              label={masterLabels['completion_report_items[].completion_report_item_units[].name']}
              hideLabel
              required
              maxLength={50}
              placeholder="選択肢（例：良）"
            />
            <CheckLabel>
              <input
                type="checkbox"
                {...register(`${unitsName}.${at}.is_default`)}
                aria-label={`${nameOf(at, place)}を初期値にする`}
                checked={units[at]?.is_default ?? false}
                onChange={event => setDefault(at, event.target.checked)}
              />
              初期値
            </CheckLabel>
            <IconButton icon="trash" label={`${nameOf(at, place)}を削除`} onClick={() => removeAt(at)} />
          </div>
        )}
      </SortableList>
      <FieldError name={unitsName} label="選択肢" />
      <div>
        <Button size="small" kind="quiet" icon="plus" onClick={() => append({ name: '', is_default: false, _destroy: false })}>
          選択肢を追加
        </Button>
      </div>
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
