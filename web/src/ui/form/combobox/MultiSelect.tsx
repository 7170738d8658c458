import { Combobox } from '@base-ui/react/combobox'
import type { Ref } from 'react'
import { Glyph } from '../../icons/Glyph.tsx'
import { inputLook } from '../Control.ts'
import type { ChoiceProps, Option } from '../fields/Choice.tsx'
import { ComboboxEnd, ComboboxList, isOption, keepForm, mostOptions } from './ComboboxList.tsx'
import styles from './Combobox.module.css'

interface Props extends Pick<ChoiceProps, 'input' | 'options' | 'onBlur'> {
  chosen: readonly Option[]
  onChoose: (options: readonly Option[]) => void
  disabled: boolean
  ref: Ref<HTMLInputElement>
}

/** Several of a list that typing narrows; each chosen one can be taken back by itself, by pointer, Backspace or arrow keys and Delete. */
export const MultiSelect = ({ input, chosen, options, onChoose, onBlur, disabled, ref }: Props) => (
  <Combobox.Root<Option, true>
    multiple
    items={options}
    value={[...chosen]}
    isItemEqualToValue={isOption}
    onValueChange={(next, { reason, allowPropagation }) => (reason === 'escape-key' ? allowPropagation() : onChoose(next))}
    autoHighlight
    limit={mostOptions}
    disabled={disabled}
  >
    <Combobox.InputGroup className={styles.field}>
      <Combobox.Chips className={`${inputLook} ${styles.chips}`} aria-invalid={input['aria-invalid']}>
        {chosen.map(option => (
          <Combobox.Chip key={option.value} className={styles.chip} aria-label={option.label}>
            {option.label}
            <Combobox.ChipRemove className={styles.clear} aria-label={`${option.label}を外す`}>
              <Glyph name="close" size={12} />
            </Combobox.ChipRemove>
          </Combobox.Chip>
        ))}
        <Combobox.Input {...input} ref={ref} onBlur={onBlur} onKeyDown={keepForm} />
      </Combobox.Chips>
      <ComboboxEnd clearable />
    </Combobox.InputGroup>
    <ComboboxList />
  </Combobox.Root>
)
