import { Combobox } from '@base-ui/react/combobox'
import { type Ref, useState } from 'react'
import { inputLook } from '../Control.ts'
import type { ChoiceProps, Option } from '../fields/Choice.tsx'
import { ComboboxEnd, ComboboxList, isOption, keepForm, mostOptions } from './ComboboxList.tsx'
import styles from './Combobox.module.css'

interface Props extends Pick<ChoiceProps, 'input' | 'options' | 'onBlur' | 'placeholder'> {
  value: Option | null
  onChoose: (option: Option | null) => void
  clearable: boolean
  disabled: boolean
  ref: Ref<HTMLInputElement> | undefined
}

/**
 * A long list that typing narrows; its code comes when the first one is shown. What is typed is dropped when something was chosen,
 * also where the choice is passed on at once and the field stays empty. Emptying the text takes the choice back only where that is possible.
 */
export const SearchableSelect = ({ input, value, options, onChoose, onBlur, placeholder, clearable, disabled, ref }: Props) => {
  const [typed, setTyped] = useState<string | null>(null)
  const leave = () => {
    setTyped(null)
    onBlur?.()
  }
  return (
    <Combobox.Root<Option>
      items={options}
      value={value}
      isItemEqualToValue={isOption}
      onValueChange={(option, { reason, allowPropagation }) => {
        // Escape belongs to the dialog around the field; it is no way to lose a choice.
        if (reason === 'escape-key') return allowPropagation()
        if (option !== null || clearable) onChoose(option)
      }}
      inputValue={typed ?? value?.label ?? ''}
      onInputValueChange={(text, { reason }) => setTyped(reason === 'input-change' ? text : null)}
      autoHighlight
      limit={mostOptions}
      disabled={disabled}
    >
      <Combobox.InputGroup className={styles.field} data-kit="searchable-select">
        <Combobox.Input {...input} ref={ref} className={inputLook} placeholder={placeholder} onBlur={leave} onKeyDown={keepForm} />
        <ComboboxEnd clearable={clearable} />
      </Combobox.InputGroup>
      <ComboboxList />
    </Combobox.Root>
  )
}
