import { constructionLabels, constructionSections, securityEquipmentLabels, securityEquipments } from '@toguchi/domain/constructions/labels'
import { FormGrid } from '../../ui/form/FormFoot.tsx'
import { NumberField } from '../../ui/form/fields/NumberField.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { TextareaField } from '../../ui/form/fields/TextareaField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { StackedFieldset } from '../../ui/form/FieldParts.ts'

/** Time per dwelling, equipment, and whom to call. */
export const OthersSection = ({ readOnly }: { readOnly: boolean }) => (
  <Section title={constructionSections.others} name="others">
    <StackedFieldset disabled={readOnly}>
      <FormGrid>
        <NumberField name="time_per_unit" label={constructionLabels.time_per_unit} max={9999} unit="分" width={120} />
        <SelectField
          name="security_equipment"
          label={constructionLabels.security_equipment}
          options={securityEquipments.map(value => ({ value, label: securityEquipmentLabels[value] }))}
        />
        <TextField name="emergency_phone_number" label={constructionLabels.emergency_phone_number} type="tel" inputMode="tel" />
        <TextareaField name="special_report_default" label={constructionLabels.special_report_default} rows={2} maxLength={1000} />
      </FormGrid>
    </StackedFieldset>
  </Section>
)
