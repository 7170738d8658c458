import { useSearchParams } from 'react-router'

/** Sets values of the address without a step in the history; the usual value leaves no trace. */
export const useSearchChoice = () => {
  const [, setSearch] = useSearchParams()
  return (values: Readonly<Record<string, string | null>>) =>
    setSearch(
      search => {
        for (const [name, value] of Object.entries(values)) {
          if (value === null) search.delete(name)
          else search.set(name, value)
        }
        return search
      },
      { replace: true, preventScrollReset: true },
    )
}
