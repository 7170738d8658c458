import { constructionLabels, constructionSections } from '@toguchi/domain/constructions/labels'
import { TextareaField } from '../../ui/form/fields/TextareaField.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { StackedFieldset } from '../../ui/form/FieldParts.ts'

/** Free words about the construction. */
export const RemarksSection = ({ readOnly }: { readOnly: boolean }) => (
  <Section title={constructionSections.remarks} name="remarks">
    <StackedFieldset disabled={readOnly}>
      <TextareaField name="remarks" label={constructionLabels.remarks} hideLabel rows={4} maxLength={1000} />
    </StackedFieldset>
  </Section>
)
