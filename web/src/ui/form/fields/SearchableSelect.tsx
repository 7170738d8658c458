import { Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'

/**
 * A long list that typing narrows; its code comes when the first one is shown. What is typed is dropped when something was chosen,
 * also where the choice is passed on at once and the field stays empty.
 */
export const SearchableSelect = ({ value, onChange, data, ...props }: SelectProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  const label = (data ?? []).flatMap(each => (typeof each === 'object' && 'value' in each && each.value === value ? [each.label] : []))[0]
  return (
    <Select
      {...props}
      {...(data === undefined ? {} : { data })}
      value={value ?? null}
      searchable
      searchValue={typed ?? label ?? ''}
      onSearchChange={setTyped}
      onChange={(next, option) => {
        setTyped(null)
        onChange?.(next, option)
      }}
      onDropdownClose={() => setTyped(null)}
      errorProps={{ hidden: true }}
    />
  )
}
