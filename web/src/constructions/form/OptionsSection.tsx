import { constructionLabels, constructionSections, duplicateOptionText, notShownText } from '@toguchi/domain/constructions/labels'
import { formatYen, priceInTax } from '@toguchi/domain/money/tax'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { q } from '../../platform/api/api.ts'
import { IconButton } from '../../ui/Button.tsx'
import { CheckField } from '../../ui/form/fields/CheckField.tsx'
import { Choice } from '../../ui/form/fields/Choice.tsx'
import { FieldError } from '../../ui/form/FormField.tsx'
import { useRowFocus } from '../../ui/form/row-focus.ts'
import { useRows } from '../../ui/form/use-rows.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { allTimings, type ConstructionValues, type OptionRow } from './form-values.ts'
import { TimingChecks } from './TimingChecks.tsx'
import { Help, StackedFieldset, FieldBox, Label, ErrorText } from '../../ui/form/FieldParts.ts'
import styles from './OptionsSection.module.css'
import { ChosenRows } from './ChosenRows.ts'

interface Props {
  readOnly: boolean
  /** Whether the client company offers optional works at all (G-CON-14). */
  offered: boolean
}

const name = 'constructions_options_attributes'

/** What residents may buy here, at the price of the master when it was added (G-ORD-17); none twice by name (spec §5). */
export const OptionsSection = ({ readOnly, offered }: Props) => {
  const id = useId()
  const [refused, setRefused] = useState(false)
  const { control } = useFormContext<ConstructionValues>()
  const { rows, append, removeAt } = useRows<OptionRow>(name)
  const focus = useRowFocus(rows.length)
  const accepts = useWatch({ control, name: 'use_optional_construction' })
  const { data } = useQuery(q('GET /api/options', { query: { exclude_pagination: true } }, { silent: true }))
  const add = (chosen: string | number | null) => {
    const option = data?.options.find(each => each.id === chosen)
    if (option === undefined) return
    const twice = rows.some(({ row }) => row.option_name === option.name)
    setRefused(twice)
    if (twice) return
    focus.added()
    append({ option_id: option.id, option_name: option.name, price: option.price, ...allTimings, _destroy: false })
  }
  if (!offered)
    return (
      <Section title={constructionSections.options} name="options">
        <Help>この企業ではオプション工事を利用できません。</Help>
      </Section>
    )
  return (
    <Section title={constructionSections.options} name="options">
      <StackedFieldset disabled={readOnly}>
        <CheckField name="use_optional_construction" label="居住者のオプション申込みを受け付ける" />
        <CheckField name="use_payment" label={`${constructionLabels.use_payment}（クレジットカード・コンビニ）を使う`} />
        {accepts ? null : (
          <Help role="status" data-testid="options-not-shown">
            {notShownText}
          </Help>
        )}
        <ChosenRows>
          {rows.map(({ key, at, row }, place) => (
            <li key={key} {...focus.row}>
              <FieldBox>
                <Label as="span">オプション</Label>
                <strong>{row.option_name}</strong>
                <FieldError name={`${name}.${at}.option_id`} label="オプション" />
              </FieldBox>
              <FieldBox>
                <Label as="span">{constructionLabels['constructions_options[].price']}</Label>
                <span>{formatYen(row.price)}</span>
              </FieldBox>
              <FieldBox>
                <Label as="span">税込</Label>
                <span>{data === undefined ? '―' : formatYen(priceInTax(row.price, data.rounding_rule))}</span>
              </FieldBox>
              <TimingChecks name={`${name}.${at}`} />
              <IconButton
                icon="trash"
                label={`${row.option_name}を削除`}
                onClick={() => {
                  focus.removed(place)
                  removeAt(at)
                }}
              />
            </li>
          ))}
        </ChosenRows>
        <FieldBox>
          <Label htmlFor={id}>オプションを追加</Label>
          <div {...focus.adder} className={styles.adder}>
            <Choice
              input={{ id, name: 'option_to_add' }}
              value={null}
              options={(data?.options ?? []).map(option => ({ value: option.id, label: `${option.name}（${formatYen(option.price)}）` }))}
              onChoose={add}
            />
          </div>
          {refused ? <ErrorText role="alert">{duplicateOptionText}</ErrorText> : null}
        </FieldBox>
      </StackedFieldset>
    </Section>
  )
}
