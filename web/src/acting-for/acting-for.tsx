import { answerLabels } from '@toguchi/domain/answers/labels'
import { SelectField } from '../ui/form/fields/SelectField.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'

export const channels = [
  { value: 'tel', label: '電話' },
  { value: 'paper', label: '書面' },
  { value: 'mail', label: 'メール' },
  { value: 'visit', label: '訪問' },
  { value: 'other', label: 'その他' },
] as const
export type Channel = (typeof channels)[number]['value']

export interface ActingFor {
  channel: Channel | null
  caller: string
}

/** How the resident reached us and who it was: kept in the timeline (D-22). Without a channel the change is the office's own. */
export const ActingForFields = () => (
  <>
    <SelectField name="channel" label={answerLabels.channel} options={channels} placeholder="居住者からの連絡ではない" />
    <TextField name="caller" label={answerLabels.caller} placeholder="ご本人、配偶者 など" />
  </>
)

/** The same where it is always a resident who reached us. */
export const ContactFields = () => (
  <>
    <SelectField name="channel" label={answerLabels.channel} required options={channels} />
    <TextField name="caller" label={answerLabels.caller} placeholder="ご本人、配偶者 など" maxLength={100} />
  </>
)

/** The body's `acting_for`, when somebody was spoken for. */
export const actingForOf = ({ channel, caller }: ActingFor) => (channel === null ? {} : { acting_for: spokenFor({ channel, caller }) })

/** `acting_for` of a body that always has it. */
export const spokenFor = ({ channel, caller }: { channel: Channel; caller: string }) => ({
  channel,
  ...(caller === '' ? {} : { caller }),
})
