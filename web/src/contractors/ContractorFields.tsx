import { contractorLabels } from '@toguchi/domain/contractors/labels'
import { FormGrid } from '../ui/form/FormFoot.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'

/** What is known of any contractor, primary or not. */
export const ContractorFields = () => (
  <FormGrid>
    <TextField name="name" label={contractorLabels.name} required maxLength={100} />
    <TextField name="representative_name" label={contractorLabels.representative_name} maxLength={100} />
    <TextField name="address" label={contractorLabels.address} maxLength={255} wide />
  </FormGrid>
)
