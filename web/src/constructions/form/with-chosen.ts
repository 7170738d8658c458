interface Choice {
  value: number
  label: string
}

/** The choices with the one that was made before, should it be on the list no more: a supplier or person who has left stays named. */
export const withChosen = (choices: readonly Choice[], id: number | null | undefined, name: string | null | undefined): Choice[] =>
  id === null || id === undefined || choices.some(({ value }) => value === id)
    ? [...choices]
    : [...choices, { value: id, label: name ?? '' }]
