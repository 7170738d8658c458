import { channelsOf, linkChannelLabels } from '@toguchi/domain/accounts/craftsman-links'
import { craftsmanLabels } from '@toguchi/domain/contractors/labels'
import { foldTelephone } from '@toguchi/domain/text/telephone'
import { useWatch } from 'react-hook-form'
import { changeOfAddressHelp } from '../accounts/accounts.tsx'
import { useConfiguration } from '../platform/session/configuration.ts'
import { RadioField } from '../ui/form/fields/RadioField.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'

/** A mobile number or an address: the link goes to one of them, chosen where both are there (decision 084). */
export const CraftsmanContacts = ({ isNew }: { isNew: boolean }) => {
  const sms = useConfiguration()?.sms ?? false
  const [email, phone] = useWatch<{ email: string; phone: string }, ['email', 'phone']>({ name: ['email', 'phone'] })
  const channels = channelsOf({ email, phone: foldTelephone(phone) }, sms)
  return (
    <>
      <TextField
        name="phone"
        label={craftsmanLabels.phone}
        type="tel"
        inputMode="tel"
        {...(sms ? { help: '携帯電話の番号があれば、メールアドレスはいりません。' } : {})}
      />
      <TextField
        name="email"
        label={craftsmanLabels.email}
        required={!sms}
        type="email"
        inputMode="email"
        {...(isNew ? {} : { help: changeOfAddressHelp })}
      />
      {isNew && channels.length > 1 ? (
        <RadioField
          name="invite_by"
          label={craftsmanLabels.invite_by}
          options={[
            { value: '', label: `${linkChannelLabels.sms}（おすすめ）` },
            { value: 'mail', label: linkChannelLabels.mail },
          ]}
        />
      ) : null}
    </>
  )
}
