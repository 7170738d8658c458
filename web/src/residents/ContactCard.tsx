import { loginPath } from '@toguchi/domain/residents/login-path'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../app/paths.ts'
import { type AnswerOf, ApiError } from '../platform/request.ts'
import { toast } from '../platform/toast.ts'
import { Button } from '../ui/plain/Button.tsx'
import { Choices } from '../ui/plain/Choices.tsx'
import { Field } from '../ui/plain/Field.tsx'
import { PlainForm } from '../ui/plain/PlainForm.tsx'
import { Read } from '../ui/plain/Read.tsx'
import { askForConfirmation } from './confirmation.ts'
import './residents.css'

export type Resident = AnswerOf<'GET /api/residents/me'>['resident']

const ways = [
  { value: 'email', label: 'メールで受け取る' },
  { value: 'phone', label: '携帯電話のSMSで受け取る' },
] as const

/** The address of the page that asks for the six digits. */
const confirmationPath = ({ client, construction, room }: Resident) =>
  paths.resident_confirmation_code(client.uuid, construction.uuid, room.uuid)

/** お知らせの送り先: offered once the date is settled, and never needed (D-33). */
export const ContactCard = ({ resident }: { resident: Resident }) => {
  const [open, setOpen] = useState(false)
  const [way, setWay] = useState(resident.email === null && resident.phone !== null ? 'phone' : 'email')
  const navigate = useNavigate()
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
            toast.success(await askForConfirmation(resident.room.uuid, way === 'email' ? { email: given } : { phone: given }))
            await navigate(confirmationPath(resident))
          }}
        >
          <Choices name="contact" label="送り先" options={ways} defaultValue={way} onChange={setWay} />
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
