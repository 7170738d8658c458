import type { MasterConflict } from '@toguchi/domain/masters/contract'
import { useState } from 'react'
import { useForm, type DefaultValues, type FieldValues } from 'react-hook-form'
import { type Params, useParams } from 'react-router'
import type { ApiError } from '../platform/api/api.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/form/Form.tsx'
import { ModalCancel, ModalFoot } from '../ui/dialog/Modal.tsx'
import { ChangedByBoth } from './ChangedByBoth.tsx'
import { type Master, type MasterRow, useMasterWrite } from './master.ts'
import { changedByBoth, overNow } from './two-writers.ts'
import { StackedFieldset } from '../ui/form/FieldParts.ts'

interface Props<Row extends MasterRow, Values extends FieldValues> {
  master: Master<Row, Values>
  /** Null for a new row. */
  row: Row | null
  onSaved: (row: Row) => unknown
  /** What the row belongs to, where the page's address does not say it. */
  within?: Params<string>
  /** Shows the fields and lets nobody change them. */
  readOnly?: boolean
}

/** The form of a master, new or existing; in a modal and on the detail the same. */
export const MasterForm = <Row extends MasterRow, Values extends FieldValues>({
  master,
  row,
  onSaved,
  within,
  readOnly = false,
}: Props<Row, Values>) => {
  const shown = useParams()
  const address = within ?? shown
  // What stood there when it was laid out: of that it is seen what was changed here.
  const [read, setRead] = useState(() => (row === null ? master.blank(address) : master.values(row)))
  const [conflicts, setConflicts] = useState<readonly MasterConflict[]>([])
  const form = useForm<Values>({ defaultValues: read as DefaultValues<Values> })
  const write = useMasterWrite(master, address, onSaved)
  const layOver = (error: ApiError) => {
    const both = changedByBoth(error, master.singular)
    if (both === null) return
    const now = master.values(both.row as Row)
    form.reset(overNow(read, form.getValues(), now), { keepDefaultValues: true })
    setRead(now)
    setConflicts(both.conflicts)
    write.reset()
  }
  const { Fields } = master
  return (
    <Form
      form={form}
      resource={master.resource ?? master.singular}
      error={write.error}
      onSubmit={values =>
        write.mutate(row === null ? { method: 'POST', values } : { method: 'PATCH', id: row.id, values, before: read }, {
          onError: layOver,
        })
      }
    >
      <StackedFieldset disabled={readOnly}>
        <Fields row={row} />
        {conflicts.length === 0 ? null : <ChangedByBoth key={JSON.stringify(conflicts)} conflicts={conflicts} now={read} />}
      </StackedFieldset>
      {readOnly ? null : (
        <ModalFoot>
          <ModalCancel />
          <Button kind="primary" type="submit" disabled={write.isPending}>
            {row === null ? '登録する' : '保存する'}
          </Button>
        </ModalFoot>
      )}
    </Form>
  )
}
