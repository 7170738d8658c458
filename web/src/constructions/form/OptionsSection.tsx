import { constructionLabels, constructionSections, duplicateOptionText, notShownText } from '@toguchi/domain/constructions/labels'
import { formatYen, priceInTax } from '@toguchi/domain/money/tax'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { q } from '../../platform/api/api.ts'
import { IconButton } from '../../ui/Button.tsx'
import { CheckField } from '../../ui/form/fields/CheckField.tsx'
import { Choice } from '../../ui/form/fields/Choice.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { FieldError } from '../../ui/form/FormField.tsx'
import { FormGrid } from '../../ui/form/FormFoot.tsx'
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
  const names = new Set(rows.map(({ row }) => row.option_name))
  const add = (chosen: string | number | null) => {
    const option = data?.options.find(each => each.id === chosen)
    if (option === undefined) return
    const twice = names.has(option.name)
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
        <FormGrid>
          <TextField
            name="cash_place"
            label={constructionLabels.cash_place}
            placeholder="例：管理室・当社窓口"
            maxLength={100}
            help="空欄のあいだは、居住者は現金を選べません（当日のお支払いは選べます）。"
          />
          <TextField name="cash_hours" label={constructionLabels.cash_hours} placeholder="例：平日9時〜17時" maxLength={60} />
        </FormGrid>
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
              options={(data?.options ?? []).map(option => ({ value: option.id, label: choiceText(option, names.has(option.name)) }))}
              onChoose={add}
            />
          </div>
          {refused ? <ErrorText role="alert">{duplicateOptionText}</ErrorText> : null}
        </FieldBox>
      </StackedFieldset>
    </Section>
  )
}

/** What was added stays on the list, where it was looked for, and says so: choosing it again is refused with a sentence (R5-OPT-01). */
const choiceText = ({ name: option, price }: { name: string; price: number }, added: boolean): string =>
  `${option}（${formatYen(price)}）${added ? '　追加済み' : ''}`
