import type { MasterConflict } from '@toguchi/domain/masters/contract'
import { conflictPlace } from '@toguchi/domain/masters/labels'
import { useState } from 'react'
import { get, useFormContext } from 'react-hook-form'
import { Alert } from '../ui/Alert.ts'
import { CheckLabel, CheckRow, Fieldset } from '../ui/form/FieldParts.ts'
import { Stack, Subhead } from '../ui/layout/Layout.ts'
import { formPath } from './two-writers.ts'

interface Props {
  conflicts: readonly MasterConflict[]
  /** The form's values as the other person saved them. */
  now: unknown
}

/** What another person changed meanwhile in the same place; each is chosen here, and nothing is saved before the next 保存 (decision 086). */
export const ChangedByBoth = ({ conflicts, now }: Props) => (
  <Alert role="alert">
    <Stack>
      <p>同じ項目をほかの人が変更したため、まだ保存していません。どちらにするかを選び、もう一度保存してください。</p>
      {conflicts.map(conflict => (
        <Chosen key={conflict.path.join('.')} conflict={conflict} now={now} />
      ))}
    </Stack>
  </Alert>
)

const Chosen = ({ conflict, now }: { conflict: MasterConflict; now: unknown }) => {
  const { getValues, setValue } = useFormContext()
  const [chosen, setChosen] = useState<'own' | 'other'>('own')
  const [own] = useState<unknown>(() => getValues(formPath(getValues(), conflict.path)))
  const choose = (side: 'own' | 'other') => {
    setChosen(side)
    const value: unknown = side === 'own' ? own : get(now, formPath(now, conflict.path))
    setValue(formPath(getValues(), conflict.path), value, { shouldDirty: true })
  }
  const side = (name: 'own' | 'other', text: string) => (
    <CheckLabel>
      <input type="radio" name={conflict.path.join('.')} checked={chosen === name} onChange={() => choose(name)} />
      {text}
    </CheckLabel>
  )
  return (
    <Fieldset>
      <Subhead as="legend">{conflictPlace(conflict)}</Subhead>
      <CheckRow>
        {side('own', `あなたの入力「${conflict.sent ?? 'なし'}」を残す`)}
        {side('other', `ほかの人の入力「${conflict.current ?? 'なし'}」にする`)}
      </CheckRow>
    </Fieldset>
  )
}
