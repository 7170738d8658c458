import { constructionLabels, constructionSections } from '@toguchi/domain/constructions/labels'
import { useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { q } from '../../platform/api/api.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { CheckField } from '../../ui/form/fields/CheckField.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { useRowFocus } from '../../ui/form/row-focus.ts'
import { useRows } from '../../ui/form/use-rows.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { blankPlace, type ConstructionValues, type PlaceRow } from './form-values.ts'
import { TimingChecks } from './TimingChecks.tsx'
import { StackedFieldset, Help } from '../../ui/form/FieldParts.ts'
import { ChosenRows } from './ChosenRows.ts'

interface Props {
  area: 'common' | 'private'
  readOnly: boolean
}

/** What is photographed in one area: places of the master or free input, no place twice, the last row stays (spec §5). */
export const PhotographySection = ({ area, readOnly }: Props) => {
  const name = `${area}_photography_places_attributes` as const
  const use = `use_${area}_photo` as const
  const { control } = useFormContext<ConstructionValues>()
  const { rows, append, removeAt } = useRows<PlaceRow>(name)
  const used = useWatch({ control, name: use })
  const { data } = useQuery(q('GET /api/photography_places', { query: { exclude_pagination: true } }, { silent: true }))
  const focus = useRowFocus(rows.length)
  const placeIds = new Set(rows.map(({ row }) => row.photography_place_id))
  const nameOf = ({ photography_place_id: id, free_input }: PlaceRow) =>
    id === 'free' ? free_input : data?.photography_places.find(place => place.id === id)?.name
  return (
    <Section title={constructionSections[`${area}_photography_places`]} name={`${area}_photography_places`}>
      <StackedFieldset disabled={readOnly}>
        <CheckField name={use} label={`${constructionLabels[use]}を行う`} />
        {used ? (
          <>
            <ChosenRows>
              {rows.map(({ key, at, row }, place) => (
                <li key={key} {...focus.row}>
                  <SelectField
                    name={`${name}.${at}.photography_place_id`}
                    label="撮影箇所"
                    clearable={false}
                    searchable={false}
                    placeholder="撮影箇所を選択"
                    options={[
                      { value: 'free', label: '自由入力' },
                      ...(data?.photography_places ?? []).map(place => ({
                        value: place.id,
                        label: place.name,
                        disabled: placeIds.has(place.id) && row.photography_place_id !== place.id,
                      })),
                    ]}
                  />
                  {row.photography_place_id === 'free' ? (
                    <TextField name={`${name}.${at}.free_input`} label="自由入力" maxLength={50} />
                  ) : null}
                  <TimingChecks name={`${name}.${at}`} />
                  {area === 'common' ? <TextField name={`${name}.${at}.remarks`} label="備考" maxLength={1000} /> : null}
                  {rows.length > 1 ? (
                    <IconButton
                      icon="trash"
                      label={`${nameOf(row) || `${place + 1}番目の撮影箇所`}を削除`}
                      onClick={() => {
                        focus.removed(place)
                        removeAt(at)
                      }}
                    />
                  ) : null}
                </li>
              ))}
            </ChosenRows>
            <div {...focus.adder}>
              <Button
                size="small"
                icon="plus"
                onClick={() => {
                  focus.added()
                  append(blankPlace())
                }}
              >
                撮影箇所を追加
              </Button>
            </div>
          </>
        ) : (
          <Help>保存すると撮影箇所は空になります。撮影済みの写真は残ります。</Help>
        )}
      </StackedFieldset>
    </Section>
  )
}
