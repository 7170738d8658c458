import { isMobile } from '@toguchi/domain/messages/mobile'
import { foldTelephone } from '@toguchi/domain/text/telephone'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useConfiguration } from '../../platform/session/configuration.ts'
import { ApiError } from '../../platform/api/request.ts'
import { Button } from '../../ui/plain/Button.tsx'
import { Choices } from '../../ui/plain/form/Choices.tsx'
import { Field } from '../../ui/plain/form/Field.tsx'
import { PlainForm } from '../../ui/plain/form/PlainForm.tsx'
import type { Resident } from './own-contact.ts'
import { proveOwnContact } from './UnprovenContact.tsx'

const ways = [
  { value: 'email', label: 'メールで受け取る' },
  { value: 'phone', label: '携帯電話のSMSで受け取る' },
] as const

/** An address or a mobile number, and the six digits sent to it. */
export const ContactForm = ({ resident }: { resident: Resident }) => {
  const [way, setWay] = useState(resident.email === null && resident.phone !== null ? 'phone' : 'email')
  const navigate = useNavigate()
  const sms = useConfiguration()?.sms === true
  return (
    <PlainForm
      keepAs="contact"
      onSubmit={async ({ email = '', phone = '' }) => {
        // Full-width letters and digits are typed on telephones; what is shown and sent is the plain one.
        const contact = (way === 'email' ? email.normalize('NFKC') : foldTelephone(phone)).trim()
        if (contact === '') throw new ApiError(422, { errors: { [way]: ['を入力してください'], full_messages: [] } })
        if (way === 'phone' && !isMobile(contact))
          throw new ApiError(422, { errors: { phone: ['は070・080・090で始まる番号を入力してください'], full_messages: [] } })
        await navigate(await proveOwnContact(resident, way === 'email' ? { email: contact } : { phone: contact }, { typed: true }))
      }}
    >
      <Choices
        name="contact"
        label="送り先"
        options={ways.filter(({ value }) => value !== 'phone' || sms)}
        defaultValue={way}
        onChange={setWay}
      />
      {way === 'email' ? (
        <Field
          key="email"
          name="email"
          label="メールアドレス"
          type="email"
          autoComplete="email"
          inputMode="email"
          required
          defaultValue={resident.email ?? ''}
        />
      ) : (
        <Field
          key="phone"
          name="phone"
          label="携帯電話番号"
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          placeholder="090-1234-5678"
          required
          defaultValue={resident.phone ?? ''}
        />
      )}
      <Button type="submit" wide>
        確認コードを受け取る
      </Button>
    </PlainForm>
  )
}
