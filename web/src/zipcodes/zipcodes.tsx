import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { ApiError, send } from '../platform/api/api.ts'
import { toast } from '../platform/toast.ts'
import { Button } from '../ui/Button.tsx'
import { useFormState } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'
import { FieldBox, Help } from '../ui/form/FieldParts.ts'

interface Props {
  /** The fields of the form that take the code and the address. */
  zipcode: string
  address: string
  zipcodeLabel: string
  addressLabel: string
  required?: boolean
}

/** A postal code that fills the address; several towns of one code are offered to choose from (D-08). */
export const ZipcodeAndAddress = ({ zipcode, address, zipcodeLabel, addressLabel, required = false }: Props) => {
  const { getValues, setValue } = useFormContext()
  const { edited } = useFormState()
  const [choice, setChoice] = useState<string[]>([])
  const fillIn = (town: string) => {
    setValue(address, town, { shouldDirty: true })
    edited(zipcode)
    edited(address)
    setChoice([])
    document.querySelector<HTMLInputElement>(`[data-field="${address}"] input`)?.focus()
  }
  const lookUp = async () => {
    try {
      const answer = await send(
        'GET /api/zipcodes/:zipcode',
        { params: { zipcode: String(getValues(zipcode)) } },
        { silent: true, errors: 'caller' },
      )
      if (answer.addresses.length > 1) setChoice(answer.addresses)
      else fillIn(answer.address)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setChoice([])
      toast.failure(error.fullMessages[0] ?? '住所が見つかりませんでした。')
    }
  }
  return (
    <>
      <TextField
        name={zipcode}
        label={zipcodeLabel}
        inputMode="numeric"
        autoComplete="postal-code"
        placeholder="123-4567"
        after={<Button onClick={() => void lookUp()}>住所検索</Button>}
      />
      <TextField name={address} label={addressLabel} required={required} wide autoComplete="street-address" />
      {choice.length === 0 ? null : (
        <FieldBox data-span="all" role="group" aria-label="該当する町域">
          <Help>町域がいくつかあります。選んでください。</Help>
          <div style={{ display: 'flex', flexWrap: 'wrap', gap: 6 }}>
            {choice.map(town => (
              <Button key={town} size="small" onClick={() => fillIn(town)}>
                {town}
              </Button>
            ))}
          </div>
        </FieldBox>
      )}
    </>
  )
}
