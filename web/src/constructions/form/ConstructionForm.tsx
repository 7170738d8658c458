import type { Day } from '@toguchi/domain/calendar/day'
import type { FormType } from '@toguchi/domain/constructions/labels'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { invalidate } from '../../platform/api/api.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Form } from '../../ui/form/Form.tsx'
import type { Refusal } from '../../ui/form/field-errors.ts'
import { FormFoot } from '../../ui/form/FormFoot.tsx'
import { ConstructionInfoSection } from './ConstructionInfoSection.tsx'
import type { Construction, ConstructionValues } from './form-values.ts'
import { LimitsSection } from './LimitsSection.tsx'
import { OptionsSection } from './OptionsSection.tsx'
import { OthersSection } from './OthersSection.tsx'
import { useCompanyModals } from '../overall-schedule/company-modals.tsx'
import { OverallScheduleSection } from '../overall-schedule/OverallScheduleSection.tsx'
import { PhotographySection } from './PhotographySection.tsx'
import { RemarksSection } from './RemarksSection.tsx'
import { RepresentativeSection, useSupplierModal } from './RepresentativeSection.tsx'
import { SignboardSection } from './SignboardSection.tsx'

interface Props {
  formType: FormType
  /** `new` while the construction has no id (spec §2). */
  mode: 'new' | 'edit'
  initial: ConstructionValues
  /** What was entered already and is not saved yet. */
  entered?: ConstructionValues | null
  today: Day
  /** The construction as it is; its names stand in for what is on no list any more. */
  construction?: Construction | null
  /** Craftsmen change the assignment and nothing else (G-CON-24). */
  assignmentOnly?: boolean
  offersOptions: boolean
  error: Refusal | null
  pending: boolean
  onSubmit: (values: ConstructionValues) => void
  submit: string
  cancelTo: string
}

/** The construction form: the sections of its form type, in the order of the specification (spec §2, G-CON-03). */
export const ConstructionForm = (props: Props) => {
  const {
    formType,
    mode,
    initial,
    entered = null,
    today,
    construction = null,
    assignmentOnly = false,
    offersOptions,
    error,
    pending,
    onSubmit,
    submit,
    cancelTo,
  } = props
  const form = useForm<ConstructionValues>({ defaultValues: initial })
  useEffect(() => {
    if (entered !== null) form.reset(entered, { keepDefaultValues: true })
  }, [entered, form])
  const supplier = useSupplierModal(async id => {
    await invalidate(['GET /api/suppliers', 'GET /api/suppliers/:id'])
    form.setValue('supplier_id', id, { shouldDirty: true })
  })
  const companies = useCompanyModals(form)
  const shows = (type: FormType) => formType === 'all' || formType === type
  const readOnly = assignmentOnly
  return (
    <div data-mode={mode} data-form-type={formType}>
      <Form form={form} resource="construction" error={error} onSubmit={onSubmit}>
        {shows('construction_info') ? <ConstructionInfoSection readOnly={readOnly} /> : null}
        {shows('overall_schedule') ? <OverallScheduleSection today={today} readOnly={readOnly} onAdd={companies.add} /> : null}
        {shows('representative') ? (
          <RepresentativeSection today={today} readOnly={readOnly} construction={construction} onSupplier={supplier.open} />
        ) : null}
        {shows('photography_places') ? (
          <div data-section="photography_places">
            <SignboardSection readOnly={readOnly} construction={construction} />
            <PhotographySection area="common" readOnly={readOnly} />
            <PhotographySection area="private" readOnly={readOnly} />
          </div>
        ) : null}
        {shows('options') ? <OptionsSection readOnly={readOnly} offered={offersOptions} /> : null}
        {shows('construction_info') ? (
          <>
            <OthersSection readOnly={readOnly} />
            <LimitsSection readOnly={readOnly} />
            <RemarksSection readOnly={readOnly} />
          </>
        ) : null}
        <FormFoot>
          <ButtonLink to={cancelTo}>キャンセル</ButtonLink>
          <Button kind="primary" type="submit" disabled={pending}>
            {submit}
          </Button>
        </FormFoot>
      </Form>
      {supplier.modal}
      {companies.modal}
    </div>
  )
}
