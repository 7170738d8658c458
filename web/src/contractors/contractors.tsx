// Front door of the contractors: a company or a person that a construction needs is added where it is missing.
import { MasterModal } from '../masters/masters.tsx'
import { contractors } from './contractors-master.tsx'
import { craftsmen } from './craftsmen-master.tsx'

interface Props<Row> {
  opened: boolean
  onClose: () => void
  onSaved: (row: Row) => unknown
}

export interface AddedContractor {
  id: number
  name: string
  primary_contractor_id: number | null
}
export const ContractorModal = (props: Props<AddedContractor>) => <MasterModal master={contractors} {...props} />

/** Somebody who works for the contractor. */
export const CraftsmanModal = ({ contractorId, ...props }: Props<{ id: number; name: string }> & { contractorId: number }) => (
  <MasterModal master={craftsmen} within={{ contractor_id: String(contractorId) }} {...props} />
)
