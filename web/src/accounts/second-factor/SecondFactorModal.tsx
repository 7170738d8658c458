import { secondFactorLabels } from '@toguchi/domain/accounts/second-factor'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type AnswerOf, q, useApiMutation } from '../../platform/api/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/form/Form.tsx'
import type { Refusal } from '../../ui/form/field-errors.ts'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { Modal, ModalCancel, ModalFoot, ModalGuard } from '../../ui/dialog/Modal.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import type { SecondFactorTask } from './SecondFactorSection.tsx'
import { SecretToScan } from './SecretToScan.tsx'
import { Stack } from '../../ui/layout/Layout.ts'
import { Help } from '../../ui/form/FieldParts.ts'

interface Props {
  task: SecondFactorTask
  enabled: boolean
  onClose: () => void
}

type Begun = AnswerOf<'POST /api/users/me/second_factor'>
const state = ['GET /api/users/me/second_factor'] as const
const sessions = ['GET /api/users/me/sessions'] as const

const titles = {
  enrol: { false: '二段階認証を有効にする', true: '認証アプリを変更する' },
  recovery_codes: { false: '', true: 'リカバリーコードを作り直す' },
  remove: { false: '', true: '二段階認証を無効にする' },
} as const
const verbs = { enrol: '次へ', recovery_codes: '作り直す', remove: '無効にする' } as const

/** Proof first, then the application and its first code, then the recovery codes: each task goes as far as it needs. */
export const SecondFactorModal = ({ task, enabled, onClose }: Props) => {
  // As it was when the task began: the state is fetched anew while the codes are still being read.
  const [title] = useState(titles[task][`${enabled}`])
  const [begun, setBegun] = useState<Begun | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <Modal opened onClose={onClose} title={title}>
      {codes !== null ? (
        <Codes codes={codes} onClose={onClose} />
      ) : begun !== null ? (
        <FirstCode begun={begun} onCodes={setCodes} />
      ) : (
        <Proof task={task} enabled={enabled} onBegun={setBegun} onCodes={setCodes} onClose={onClose} />
      )}
    </Modal>
  )
}

interface ProofProps extends Props {
  onBegun: (begun: Begun) => void
  onCodes: (codes: readonly string[]) => void
}

const Proof = ({ task, enabled, onBegun, onCodes, onClose }: ProofProps) => {
  const form = useForm({ defaultValues: { current_password: '', otp: '' } })
  const enrolment = useApiMutation('POST /api/users/me/second_factor', { invalidates: [], errors: 'caller', onSuccess: onBegun })
  const renewal = useApiMutation('POST /api/users/me/second_factor/recovery_codes', {
    invalidates: state,
    errors: 'caller',
    onSuccess: ({ recovery_codes }) => onCodes(recovery_codes),
  })
  const removal = useApiMutation('POST /api/users/me/second_factor/removal', { invalidates: state, errors: 'caller', onSuccess: onClose })
  const call = { enrol: enrolment, recovery_codes: renewal, remove: removal }[task]
  const submit = ({ current_password, otp }: { current_password: string; otp: string }) => {
    if (task === 'enrol') enrolment.mutate({ body: { current_password, ...(enabled ? { otp } : {}) } })
    else if (task === 'recovery_codes') renewal.mutate({ body: { current_password, otp } })
    else removal.mutate({ body: { current_password, otp } })
  }
  return (
    <Form form={form} error={call.error} onSubmit={submit} guard={false}>
      <Stack>
        <TextField
          name="current_password"
          label={secondFactorLabels.current_password}
          type="password"
          autoComplete="current-password"
          required
        />
        {enabled ? <CodeField help="認証アプリを使えないときは、リカバリーコードを入力してください。" /> : null}
      </Stack>
      <ModalFoot>
        <ModalCancel />
        <Button kind={task === 'remove' ? 'danger' : 'primary'} type="submit" disabled={call.isPending}>
          {verbs[task]}
        </Button>
      </ModalFoot>
    </Form>
  )
}

const CodeField = ({ help }: { help?: string }) => (
  <TextField
    name="otp"
    label={secondFactorLabels.otp}
    inputMode={help === undefined ? 'numeric' : 'text'}
    autoComplete="one-time-code"
    required
    {...(help === undefined ? {} : { help })}
  />
)

const FirstCode = ({ begun, onCodes }: { begun: Begun; onCodes: (codes: readonly string[]) => void }) => {
  const form = useForm({ defaultValues: { otp: '' } })
  const confirmation = useApiMutation('POST /api/users/me/second_factor/confirmation', {
    invalidates: [...state, ...sessions],
    errors: 'caller',
    onSuccess: ({ recovery_codes }) => onCodes(recovery_codes),
  })
  const error: Refusal | null = confirmation.error
  return (
    <Form form={form} error={error} onSubmit={body => confirmation.mutate({ body })} guard={false}>
      <Stack ref={focusFirst}>
        <p>スマートフォンの認証アプリ（Google Authenticatorなど）でQRコードを読み取り、表示された6桁のコードを入力してください。</p>
        <SecretToScan {...begun} />
        <CodeField />
        <Help>有効にすると、ほかの端末ではログアウトされます。</Help>
      </Stack>
      <ModalFoot>
        <ModalCancel />
        <Button kind="primary" type="submit" disabled={confirmation.isPending}>
          有効にする
        </Button>
      </ModalFoot>
    </Form>
  )
}

/** What had the focus went with the step before. */
const focusFirst = (step: HTMLElement | null): void => step?.querySelector<HTMLElement>('input, [tabindex]')?.focus()

const Codes = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => {
  const { data } = useQuery(q('GET /api/users/me'))
  return (
    <>
      {/* Shown this once: only the button below ends it without a question. */}
      <ModalGuard watching />
      <Stack ref={focusFirst}>
        <h3 tabIndex={-1}>リカバリーコード</h3>
        <RecoveryCodes
          codes={codes}
          account={data?.user.login_id ?? ''}
          button={(label, press) => (
            <Button key={label} onClick={press}>
              {label}
            </Button>
          )}
        />
      </Stack>
      <ModalFoot>
        <Button kind="primary" onClick={onClose}>
          保管したので閉じる
        </Button>
      </ModalFoot>
    </>
  )
}
