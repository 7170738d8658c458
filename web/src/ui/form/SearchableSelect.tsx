import { Select, type SelectProps } from '@mantine/core'

/** A long list that typing narrows; its code comes when the first one is shown. */
export const SearchableSelect = (props: SelectProps) => <Select {...props} searchable errorProps={{ hidden: true }} />
