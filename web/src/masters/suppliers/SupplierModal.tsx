import { useQuery } from '@tanstack/react-query'
import { q } from '../../platform/api/api.ts'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { MasterForm } from '../MasterForm.tsx'
import { suppliers } from './suppliers.tsx'

interface Props {
  /** A supplier's id to change it, `new` to add one, null while closed. */
  open: number | 'new' | null
  onClose: () => void
  /** The supplier that was saved. */
  onSaved: (id: number) => unknown
}

/** Adds or changes a supplier without leaving the construction form (spec §2). */
export const SupplierModal = ({ open, onClose, onSaved }: Props) => {
  const { data } = useQuery({ ...q('GET /api/suppliers/:id', { params: { id: Number(open) } }), enabled: typeof open === 'number' })
  const row = open === 'new' ? null : data?.supplier.id === open ? data.supplier : undefined
  return (
    <Modal opened={open !== null} onClose={onClose} title={open === 'new' ? '取引先を追加' : '取引先を編集'} testId="supplier-modal">
      {row === undefined ? null : (
        <MasterForm
          key={row?.id ?? 'new'}
          master={suppliers}
          row={row}
          onSaved={({ id }) => {
            onClose()
            return onSaved(id)
          }}
        />
      )}
    </Modal>
  )
}
