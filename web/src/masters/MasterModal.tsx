import type { FieldValues } from 'react-hook-form'
import type { Params } from 'react-router'
import { Modal } from '../ui/dialog/Modal.tsx'
import type { Master, MasterRow } from './master.ts'
import { MasterForm } from './MasterForm.tsx'

interface Props<Row extends MasterRow, Values extends FieldValues> {
  master: Master<Row, Values>
  opened: boolean
  onClose: () => void
  onSaved: (row: Row) => unknown
  /** What the row belongs to, where the page's address does not say it. */
  within?: Params<string>
}

/** Adds a row of a master without leaving the form that needs it. */
export const MasterModal = <Row extends MasterRow, Values extends FieldValues>({
  master,
  opened,
  onClose,
  onSaved,
  ...within
}: Props<Row, Values>) => (
  <Modal opened={opened} onClose={onClose} title={`${master.noun}を追加`} testId={`${master.singular}-modal`}>
    <MasterForm
      master={master}
      row={null}
      {...within}
      onSaved={row => {
        onClose()
        return onSaved(row)
      }}
    />
  </Modal>
)
