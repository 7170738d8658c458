import type { FormEvent, ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { DayFilter } from './DayFilter.tsx'
import { MonthFilter } from './MonthFilter.tsx'
import { useListState } from './list-state.ts'
import { Toolbar, Spacer } from '../layout/Layout.ts'
import { FilterLabel } from '../form/FieldParts.ts'
import { Input, Select } from '../form/Control.ts'

export interface Filter {
  name: string
  label: string
  /** A choice; without options it is text. */
  options?: readonly { value: string; label: string }[]
  type?: 'text' | 'date' | 'month'
  /** Pixels. */
  width?: number
}

interface Props {
  filters: readonly Filter[]
  /** Beside the filters, to the right. */
  end?: ReactNode
}

/** Filters of a list, kept in the address: a choice takes effect at once, text on Enter or 検索. */
export const FilterBar = ({ filters, end }: Props) => {
  const [state, change] = useListState()
  const apply = (form: HTMLFormElement) => {
    const values = Object.fromEntries(
      [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.trim()]] : [])),
    )
    change({ filters: { ...state.filters, ...values } })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    apply(event.currentTarget)
  }
  const any = filters.some(({ name }) => state.filters[name] !== undefined)
  return (
    // A new address may bring other values: going back must show them.
    <Toolbar as="form" role="search" key={JSON.stringify(state.filters)} onSubmit={submit}>
      {filters.map(({ name, label, options, type = 'text', width }) =>
        type === 'date' ? (
          <DayFilter key={name} name={name} label={label} value={state.filters[name] ?? ''} />
        ) : type === 'month' ? (
          <MonthFilter key={name} name={name} label={label} value={state.filters[name] ?? ''} />
        ) : (
          <FilterLabel key={name} {...(width === undefined ? {} : { style: { width } })}>
            {label}
            {options === undefined ? (
              <Input name={name} defaultValue={state.filters[name] ?? ''} />
            ) : (
              <Select
                // Options that come later must show the choice of the address.
                key={options.length}
                name={name}
                defaultValue={state.filters[name] ?? ''}
                onChange={event => event.currentTarget.form && apply(event.currentTarget.form)}
              >
                <option value="">すべて</option>
                {options.map(option => (
                  <option key={option.value} value={option.value}>
                    {option.label}
                  </option>
                ))}
              </Select>
            )}
          </FilterLabel>
        ),
      )}
      <Button type="submit" icon="search">
        検索
      </Button>
      {any ? (
        <Button kind="quiet" onClick={() => change({ filters: without(state.filters, filters) })}>
          条件を消す
        </Button>
      ) : null}
      {end === undefined ? null : (
        <>
          <Spacer />
          {end}
        </>
      )}
    </Toolbar>
  )
}

const without = (set: Readonly<Record<string, string>>, filters: readonly Filter[]) =>
  Object.fromEntries(Object.entries(set).filter(([name]) => !filters.some(filter => filter.name === name)))
