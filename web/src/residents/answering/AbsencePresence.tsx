import { consents, needsConsent, type PresenceAnswer, type PresenceMethod, presenceProblems } from '@toguchi/domain/rooms/presence'
import { residentLabels } from '@toguchi/domain/residents/labels'
import { useState } from 'react'
import { ApiError } from '../../platform/api/request.ts'
import { Button } from '../../ui/plain/Button.tsx'
import { CheckField } from '../../ui/plain/form/CheckField.tsx'
import { Choices } from '../../ui/plain/form/Choices.tsx'
import { Field } from '../../ui/plain/form/Field.tsx'
import { PlainForm, type Values } from '../../ui/plain/form/PlainForm.tsx'
import { presenceOptions } from './presence-options.tsx'

interface Choice {
  methods: readonly PresenceMethod[]
  keyHandover: string
  chosen: PresenceAnswer | null
  onChoose: (answer: PresenceAnswer) => void
}

/** Who opens the door: kept until a frame is taken, and sent with it. */
export const AbsencePresence = ({ methods, keyHandover, chosen, onChoose }: Choice) => {
  const [method, setMethod] = useState<PresenceMethod | null>(chosen?.presence_method ?? null)
  const submit = (values: Values) => {
    if (method === null) return Promise.resolve()
    const answer: PresenceAnswer = {
      presence_method: method,
      ...(method === 'proxy'
        ? { proxy_name: values['proxy_name']?.trim() || null, proxy_phone: values['proxy_phone']?.trim() || null }
        : {}),
      ...(needsConsent(method) ? { consent: values['consent'] === '1' } : {}),
    }
    const problems = presenceProblems(answer)
    if (problems !== null) return Promise.reject(new ApiError(422, { errors: { ...problems, full_messages: [] } }))
    onChoose(answer)
    return Promise.resolve()
  }
  return (
    <PlainForm keepAs="presence" onSubmit={submit}>
      <Choices
        name="presence_method"
        label="当日はどなたがお迎えになりますか"
        named={residentLabels.presence_method}
        options={presenceOptions(methods, keyHandover)}
        onChange={value => setMethod(methods.find(one => one === value) ?? null)}
      />
      {method === 'proxy' ? (
        <>
          <Field name="proxy_name" label={residentLabels.proxy_name} required />
          <Field name="proxy_phone" label={residentLabels.proxy_phone} type="tel" inputMode="tel" required />
        </>
      ) : null}
      {method !== null && needsConsent(method) ? (
        <CheckField key={method} name="consent" label={residentLabels.consent}>
          {consents[method]}
        </CheckField>
      ) : null}
      {method === null ? null : (
        <Button kind="secondary" type="submit" wide>
          {chosen?.presence_method === method ? 'この方法でお伺いします' : 'この方法にする'}
        </Button>
      )}
    </PlainForm>
  )
}
