import { photoTimingLabels, photoTimings } from '@toguchi/domain/photos/labels'
import { useFormContext } from 'react-hook-form'
import { useFormState } from '../ui/form/Form.tsx'
import { GroupFrame, useField } from '../ui/form/FormField.tsx'
import { railsName } from '../ui/form/field-errors.ts'

/** When photos are taken: before, during and after the work, at least once (G-PHO-06). `name` is the row's path. */
export const TimingChecks = ({ name }: { name: string }) => {
  const { register } = useFormContext()
  const { resource } = useFormState()
  // The server tells a row without any timing at its first one.
  const first = `${name}.${photoTimings[0]}`
  const field = useField(first, '撮影時期', undefined)
  return (
    <GroupFrame id={field.id} name={first} label="撮影時期" errors={field.errors}>
      <div className="k-choices">
        {photoTimings.map(timing => {
          const { onChange, onBlur, ref } = register(`${name}.${timing}`)
          const path = `${name}.${timing}`
          return (
            <label className="k-check" key={timing}>
              <input
                type="checkbox"
                ref={ref}
                name={railsName(resource, path)}
                onBlur={event => void onBlur({ type: 'blur', target: { name: path, value: event.target.value } })}
                onChange={event => {
                  field.edited()
                  void onChange({ type: 'change', target: { name: path, type: 'checkbox', checked: event.target.checked } })
                }}
              />
              {photoTimingLabels[timing]}
            </label>
          )
        })}
      </div>
    </GroupFrame>
  )
}
