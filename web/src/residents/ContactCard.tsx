import { isMobile } from '@toguchi/domain/messages/mobile'
import { loginPath } from '@toguchi/domain/residents/login-path'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../app/paths.ts'
import { useConfiguration } from '../platform/configuration.ts'
import { type AnswerOf, ApiError, send } from '../platform/request.ts'
import { Button, ButtonLink } from '../ui/plain/Button.tsx'
import { Choices } from '../ui/plain/Choices.tsx'
import { Field } from '../ui/plain/Field.tsx'
import { PlainForm } from '../ui/plain/PlainForm.tsx'
import { Read } from '../ui/plain/Read.tsx'
import type { Contact } from './confirmation.ts'
import { proveOwnContact } from './UnprovenContact.tsx'
import './residents.css'

export type Resident = AnswerOf<'GET /api/residents/me'>['resident']

const ways = [
  { value: 'email', label: 'メールで受け取る' },
  { value: 'phone', label: '携帯電話のSMSで受け取る' },
] as const

/** Whether messages reach an address, or a mobile number, that was proven or that the office wrote down. */
export const isReached = ({ email, email_proven, phone, phone_proven }: Resident): boolean =>
  (email !== null && email_proven) || (phone !== null && phone_proven && isMobile(phone))

/** Keeps a contact as typed, unless it waits there already, and has the six digits sent to it; returns the page that asks for them. */
const offer = async (resident: Resident, contact: Contact): Promise<string> => {
  const { resident: saved } = await send('PATCH /api/residents/me', { body: { resident: contact } }, { errors: 'caller' })
  return proveOwnContact(saved, contact)
}

/** お知らせの送り先: offered once the date is settled, and never needed (D-33). */
export const ContactCard = ({ resident }: { resident: Resident }) => {
  const [open, setOpen] = useState(false)
  const [way, setWay] = useState(resident.email === null && resident.phone !== null ? 'phone' : 'email')
  const navigate = useNavigate()
  const sms = useConfiguration()?.sms === true
  const unproven = resident.email !== null && !resident.email_proven
  return (
    <section className="plain-card r-contact" aria-label="お知らせの送り先">
      <Read>
        <h2>お知らせの送り先</h2>
        <p>
          {unproven
            ? '送り先がまだ確認できていません。確認コードを受け取ってください。'
            : '工事の前の日に、メールか携帯電話にお知らせできます。なくてもかまいません。'}
        </p>
      </Read>
      {open ? (
        <PlainForm
          onSubmit={async ({ email = '', phone = '' }) => {
            const given = (way === 'email' ? email : phone).trim()
            if (given === '') throw new ApiError(422, { errors: { [way]: ['を入力してください'], full_messages: [] } })
            if (way === 'phone' && !isMobile(given.normalize('NFKC').replaceAll(/[^0-9]/g, '')))
              throw new ApiError(422, { errors: { phone: ['は携帯電話の番号を入力してください'], full_messages: [] } })
            await navigate(await offer(resident, way === 'email' ? { email: given } : { phone: given }))
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
      ) : resident.login_id !== null ? (
        // Another address needs the current password where there is one (decision 020).
        <ButtonLink kind="secondary" wide to={paths.resident_edit()}>
          送り先を登録する
        </ButtonLink>
      ) : (
        <Button kind="secondary" wide onClick={() => setOpen(true)}>
          送り先を登録する
        </Button>
      )}
    </section>
  )
}

/** Where a resident signs in with a login. */
export const loginOf = ({ client, construction, room }: Resident): string =>
  loginPath({ client_uuid: client.uuid, construction_uuid: construction.uuid, room_uuid: room.uuid })
