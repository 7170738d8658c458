import { contractorLabels } from '@toguchi/domain/contractors/labels'
import { FormGrid } from '../ui/form/FormFoot.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'

export interface ContractorValues {
  name: string
  representative_name: string
  address: string
}

/** What is known of any contractor, primary or not. */
export const ContractorFields = () => (
  <FormGrid>
    <TextField<ContractorValues> name="name" label={contractorLabels.name} required maxLength={100} />
    <TextField<ContractorValues> name="representative_name" label={contractorLabels.representative_name} maxLength={100} />
    <TextField<ContractorValues> name="address" label={contractorLabels.address} maxLength={255} wide />
  </FormGrid>
)
