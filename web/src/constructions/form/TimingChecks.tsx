import { photoTimingLabels, photoTimings, type PhotoTiming } from '@toguchi/domain/photos/labels'
import { useController } from 'react-hook-form'
import { railsName } from '../../ui/form/field-errors.ts'
import { useFormState } from '../../ui/form/Form.tsx'
import { GroupFrame, useField } from '../../ui/form/FormField.tsx'
import { CheckRow, CheckLabel } from '../../ui/form/FieldParts.ts'

/** When photos are taken: before, during and after the work, at least once (G-PHO-06). `name` is the row's path. */
export const TimingChecks = ({ name }: { name: string }) => {
  // The server tells a row without any timing at its first one.
  const first = `${name}.${photoTimings[0]}`
  const field = useField({ name: first, label: '撮影時期' })
  return (
    <GroupFrame id={field.id} name={first} label="撮影時期" errors={field.errors}>
      <CheckRow>
        {photoTimings.map(timing => (
          <TimingCheck key={timing} path={`${name}.${timing}`} timing={timing} edited={field.edited} />
        ))}
      </CheckRow>
    </GroupFrame>
  )
}

const TimingCheck = ({ path, timing, edited }: { path: string; timing: PhotoTiming; edited: () => void }) => {
  const { resource } = useFormState()
  const { field } = useController({ name: path })
  return (
    <CheckLabel>
      <input
        type="checkbox"
        name={railsName(resource, path)}
        checked={field.value === true}
        onBlur={field.onBlur}
        onChange={event => {
          edited()
          field.onChange(event.target.checked)
        }}
      />
      {photoTimingLabels[timing]}
    </CheckLabel>
  )
}
