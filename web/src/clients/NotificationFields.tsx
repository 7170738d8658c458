import {
  mostAddresses,
  notificationCopies,
  notificationEventLabels,
  notificationEvents,
  type NotificationField,
  notificationFields,
  splitAddresses,
} from '@toguchi/domain/clients/events'
import { clientLabels } from '@toguchi/domain/clients/labels'
import { TagsField } from '../ui/form/fields/TagsField.tsx'
import { Help, Fieldset } from '../ui/form/FieldParts.ts'
import styles from './NotificationFields.module.css'

export type NotificationValues = Record<NotificationField, string[]>

/** What a client's answer says of CC and BCC, as tags; and back, as the server reads them. */
export const notificationValues = (client: Readonly<Record<NotificationField, string>>) =>
  Object.fromEntries(notificationFields.map(field => [field, splitAddresses(client[field])])) as NotificationValues
export const notificationBody = (values: NotificationValues) =>
  Object.fromEntries(notificationFields.map(field => [field, values[field].join(', ')])) as Record<NotificationField, string>

/** CC and BCC of the ten events (G-NOT-02): one line each. */
export const NotificationFields = () => (
  <div className={styles.fields}>
    <Help>宛先（担当者や職人）のほかに送るメールアドレスです。1つの欄に{mostAddresses}件まで登録できます。</Help>
    {notificationEvents.map(event => (
      <Fieldset key={event}>
        <legend>{notificationEventLabels[event]}</legend>
        {notificationCopies.map(copy => (
          <TagsField
            key={copy}
            name={`${event}_${copy}`}
            label={clientLabelOf(event, copy)}
            partLabel="メールアドレス"
            inputMode="email"
            placeholder={copy.toUpperCase()}
            hideLabel
            split={splitAddresses}
          />
        ))}
      </Fieldset>
    ))}
  </div>
)

const clientLabelOf = (event: (typeof notificationEvents)[number], copy: (typeof notificationCopies)[number]): string =>
  (clientLabels as Readonly<Record<string, string>>)[`${event}_${copy}`] ?? copy
