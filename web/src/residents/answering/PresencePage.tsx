import { residentLabels } from '@toguchi/domain/residents/labels'
import { consents, needsConsent, type PresenceMethod, presenceProblems } from '@toguchi/domain/rooms/presence'
import { useState } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import { paths } from '../../site/paths.ts'
import { ApiError, send } from '../../platform/api/request.ts'
import { toast } from '../../platform/toast.ts'
import { Button, ButtonLink } from '../../ui/plain/Button.tsx'
import { Card, Title } from '../../ui/plain/Card.tsx'
import { CheckField } from '../../ui/plain/form/CheckField.tsx'
import { Choices } from '../../ui/plain/form/Choices.tsx'
import { Field } from '../../ui/plain/form/Field.tsx'
import { Notice } from '../../ui/plain/Notice.tsx'
import { PlainForm, type Values } from '../../ui/plain/form/PlainForm.tsx'
import { Read } from '../../ui/plain/Read.tsx'
import { answeredBy } from './answering.ts'
import { CallButton } from '../CallButton.tsx'
import { placeText } from '../dates/frame.ts'
import { keepingLast } from '../keeping-last.ts'
import { PlaceText } from '../dates/PlaceText.tsx'
import { CurrentAnswer } from './CurrentAnswer.ts'
import { Gap } from '../parts/Gap.ts'
import { presenceOptions } from './presence-options.tsx'

export const loader = keepingLast(options => send('GET /api/residents/construction', {}, options))

/** Who opens the door (practice §2): one question, and what belongs to its answer. */
export const PresencePage = () => {
  const { presence, presence_methods, assign, can_change_presence, why_no_presence_change, construction, room } =
    useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<PresenceMethod | null>(presence?.presence_method ?? null)

  const submit = async (values: Values) => {
    if (chosen === null) throw refusal({ presence_method: ['を選択してください'] })
    const answer = {
      presence_method: chosen,
      ...(chosen === 'proxy'
        ? {
            proxy_name: values['proxy_name']?.trim() || null,
            proxy_relation: values['proxy_relation']?.trim() || null,
            proxy_phone: values['proxy_phone']?.trim() || null,
          }
        : {}),
      ...(needsConsent(chosen) ? { consent: values['consent'] === '1' } : {}),
    }
    const problems = presenceProblems(answer)
    if (problems !== null) throw refusal(problems)
    const { message } = await send('PUT /api/residents/presence', { body: { presence: answer, ...answeredBy() } }, { errors: 'caller' })
    await navigate(paths.resident_top())
    toast.success(message)
  }

  return (
    <>
      <Title>在宅方法</Title>
      {assign === null ? null : (
        <CurrentAnswer>
          <Read>
            工事日
            <strong>
              <PlaceText place={placeText(assign)} />
            </strong>
          </Read>
        </CurrentAnswer>
      )}
      {can_change_presence ? (
        <Card>
          <PlainForm keepAs="presence" onSubmit={submit}>
            <Choices
              name="presence_method"
              label="当日はどなたがお迎えになりますか"
              named={residentLabels.presence_method}
              required
              options={presenceOptions(presence_methods, construction.key_handover)}
              {...(presence === null ? {} : { defaultValue: presence.presence_method })}
              onChange={value => setChosen(presence_methods.find(method => method === value) ?? null)}
            />
            {chosen === 'proxy' ? (
              <>
                <Field name="proxy_name" label={residentLabels.proxy_name} required defaultValue={presence?.proxy_name ?? ''} />
                <Field
                  name="proxy_relation"
                  label={residentLabels.proxy_relation}
                  placeholder="長女、管理人 など"
                  defaultValue={presence?.proxy_relation ?? ''}
                />
                <Field
                  name="proxy_phone"
                  label={residentLabels.proxy_phone}
                  type="tel"
                  inputMode="tel"
                  required
                  defaultValue={presence?.proxy_phone ?? ''}
                />
              </>
            ) : null}
            {chosen !== null && needsConsent(chosen) ? (
              <CheckField
                key={chosen}
                name="consent"
                label={residentLabels.consent}
                defaultChecked={presence?.presence_method === chosen && presence.consented_at !== null}
              >
                {consents[chosen]}
              </CheckField>
            ) : null}
            <Button type="submit" wide>
              この方法に決める
            </Button>
          </PlainForm>
        </Card>
      ) : (
        <Notice kind="warning">{why_no_presence_change}</Notice>
      )}
      <CallButton note={`${room.name}号室　管理番号 ${construction.manage_no ?? '―'}`} />
      <Gap>
        <ButtonLink kind="secondary" wide to={paths.resident_top()}>
          トップへ戻る
        </ButtonLink>
      </Gap>
    </>
  )
}

const refusal = (fields: Readonly<Record<string, readonly string[]>>) => new ApiError(422, { errors: { ...fields, full_messages: [] } })
