import { constructionLabels, constructionSections } from '@toguchi/domain/constructions/labels'
import { TextareaField } from '../ui/form/TextareaField.tsx'
import { Section } from '../ui/Section.tsx'

/** Free words about the construction. */
export const RemarksSection = ({ readOnly }: { readOnly: boolean }) => (
  <Section title={constructionSections.remarks} name="remarks">
    <fieldset className="k-fieldset k-stack" disabled={readOnly}>
      <TextareaField name="remarks" label={constructionLabels.remarks} hideLabel rows={4} maxLength={1000} />
    </fieldset>
  </Section>
)
