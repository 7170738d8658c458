import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ContractorModal, CraftsmanModal } from '../../contractors/contractors.tsx'
import { invalidate } from '../../platform/api/api.ts'
import { type ConstructionValues, withContractor } from '../form/form-values.ts'

/** What is missing: a contractor, or somebody of one. */
export type Missing = 'contractor' | { contractorId: number }

const name = 'assigned_contractors_attributes'

/** The modals beside the form, which holds no form itself; who was added there is chosen, and what was typed stays. */
export const useCompanyModals = (form: UseFormReturn<ConstructionValues>) => {
  const [missing, setMissing] = useState<Missing | null>(null)
  const close = () => setMissing(null)
  const choose = (change: (rows: ConstructionValues[typeof name]) => ConstructionValues[typeof name]) =>
    form.setValue(name, change(form.getValues(name)), { shouldDirty: true })
  const contractorId = missing !== null && missing !== 'contractor' ? missing.contractorId : null
  const modal = (
    <>
      <ContractorModal
        opened={missing === 'contractor'}
        onClose={close}
        onSaved={async contractor => {
          await invalidate(['GET /api/contractors'])
          choose(rows => withContractor(rows, contractor))
        }}
      />
      {contractorId === null ? null : (
        <CraftsmanModal
          opened
          contractorId={contractorId}
          onClose={close}
          onSaved={async ({ id, name: called }) => {
            await invalidate(['GET /api/craftsmans'])
            choose(rows =>
              rows.map(row =>
                row.contractor_id === contractorId
                  ? {
                      ...row,
                      craftsman_ids: [...row.craftsman_ids, id],
                      craftsman_names: { ...row.craftsman_names, [id]: called },
                    }
                  : row,
              ),
            )
          }}
        />
      )}
    </>
  )
  return { add: setMissing, modal }
}
