import { constructionLabels, constructionSections, constructionTypeLabels, constructionTypes } from '@toguchi/domain/constructions/labels'
import { FormGrid } from '../../ui/form/FormFoot.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { StackedFieldset } from '../../ui/form/FieldParts.ts'

/** What the construction is called and what kind it is: one of the three sections of its step (`sectionsOf`), beside others and remarks. */
export const ConstructionInfoSection = ({ readOnly }: { readOnly: boolean }) => (
  <Section title={constructionSections.construction_info} name="construction_info">
    <StackedFieldset disabled={readOnly}>
      <FormGrid>
        <TextField name="manage_no" label={constructionLabels.manage_no} required maxLength={30} />
        <TextField name="name" label={constructionLabels.name} required maxLength={100} />
        <SelectField
          name="construction_type"
          label={constructionLabels.construction_type}
          options={constructionTypes.map(value => ({ value, label: constructionTypeLabels[value] }))}
        />
      </FormGrid>
    </StackedFieldset>
  </Section>
)
