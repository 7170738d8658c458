import {
  constructionLabels,
  constructionSections,
  electronicSignboardTypeLabels,
  electronicSignboardTypes,
} from '@toguchi/domain/constructions/labels'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { paths } from '../../site/paths.ts'
import { FormGrid } from '../../ui/form/FormFoot.tsx'
import { RadioField } from '../../ui/form/fields/RadioField.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { everySignboardContractor } from '../signboard-contractors.ts'
import type { Construction, ConstructionValues } from './form-values.ts'
import { withChosen } from './with-chosen.ts'
import { StackedFieldset } from '../../ui/form/FieldParts.ts'

/** Whether photos carry the board, where on the picture it lies, and whose name stands on it. */
export const SignboardSection = ({ readOnly, construction }: { readOnly: boolean; construction: Construction | null }) => {
  const { control, getValues, setValue } = useFormContext<ConstructionValues>()
  const used = useWatch({ control, name: 'use_electronic_signboard' })
  const { data: contractors } = useQuery(everySignboardContractor)
  const only = contractors?.length === 1 ? contractors[0]?.id : undefined
  useEffect(() => {
    // Nothing to choose between; it is no change of somebody's that leaving would lose.
    if (!readOnly && used && only !== undefined && getValues('electronic_signboard_contractor_id') === null)
      setValue('electronic_signboard_contractor_id', only)
  }, [readOnly, used, only, getValues, setValue])
  return (
    <Section title={constructionSections.electronic_signboard} name="electronic_signboard">
      <StackedFieldset disabled={readOnly}>
        <FormGrid>
          <RadioField
            name="use_electronic_signboard"
            label={constructionLabels.use_electronic_signboard}
            options={[
              { value: true, label: '使用する' },
              { value: false, label: '使用しない' },
            ]}
          />
          {used ? (
            <>
              <SelectField
                name="electronic_signboard_type"
                label={constructionLabels.electronic_signboard_type}
                required
                options={electronicSignboardTypes.map(value => ({ value, label: electronicSignboardTypeLabels[value] }))}
              />
              <SelectField
                name="electronic_signboard_contractor_id"
                label={constructionLabels.electronic_signboard_contractor_id}
                required
                help={
                  contractors?.length === 0 ? (
                    <>
                      黒板用施工者が登録されていません。<Link to={paths.electronic_signboard_contractors()}>マスタ画面で登録</Link>
                      してください。
                    </>
                  ) : undefined
                }
                options={withChosen(
                  (contractors ?? []).map(({ id, name }) => ({ value: id, label: name })),
                  construction?.electronic_signboard_contractor_id,
                  construction?.electronic_signboard_contractor_name,
                )}
              />
            </>
          ) : null}
        </FormGrid>
      </StackedFieldset>
    </Section>
  )
}
