import { mobilePattern } from '@toguchi/domain/messages/mobile'

/**
 * How a message reaches the resident `res` of a query, once for all who ask (D-02, D-35): by mail, else by short message to a mobile
 * number where a carrier takes them, else on paper. Whoever chose 「メール・携帯電話を使わない」 is told on paper, whatever the office
 * knows; a number that answered 停止, or that was typed and not proven (D-33), gets no short message.
 */

/** SQL: the address a mail reaches; null when none. */
export const mailAddress = 'case when res.no_messages_since is null then res.email end'

/**
 * SQL: the number a short message reaches; null when none. `sms` is whether there is a carrier; `$1` is the client.
 */
export const mobileNumber = (sms: boolean): string =>
  sms
    ? `case when res.no_messages_since is null and not res.phone_unproven and res.phone ~ '${mobilePattern}'
        and not exists (select from sms_opt_outs so where so.client_id = $1 and so.phone = res.phone) then res.phone end`
    : 'null::text'

/** SQL: mail, sms or paper. */
export const contactChannel = (sms: boolean): string =>
  `case when ${mailAddress} is not null then 'mail' when ${mobileNumber(sms)} is not null then 'sms' else 'paper' end`

/** SQL: the ways of a message that arrive by themselves, the better one first. */
export const contactChannels = (sms: boolean): string =>
  `array_remove(array[case when ${mailAddress} is not null then 'mail' end, case when ${mobileNumber(sms)} is not null then 'sms' end], null)`
