import { mobilePattern } from '@toguchi/domain/messages/mobile'

/**
 * How a message reaches the resident `res` of a query, once for all who ask (D-02, D-35): by mail, else by LINE where they linked it, else
 * by short message to a mobile number where a carrier takes them, else on paper. Whoever chose 「メール・携帯電話を使わない」 is told on
 * paper, whatever the office knows; a number that answered 停止, or that was typed and not proven (D-33), gets no short message. `$1` is the client.
 */

/** SQL: the address a mail reaches; null when none. */
export const mailAddress = 'case when res.no_messages_since is null then res.email end'

/** SQL: whom a message by LINE reaches, where the client's official account is on; null when nobody. */
export const lineUser = `case when res.no_messages_since is null then (select ll.line_user_id from line_links ll
      join line_channels lch on lch.client_id = $1 and lch.is_on where ll.client_id = $1 and ll.resident_id = res.id) end`

/** SQL: the number a short message reaches; null when none. `sms` is whether there is a carrier. */
export const mobileNumber = (sms: boolean): string =>
  sms
    ? `case when res.no_messages_since is null and not res.phone_unproven and res.phone ~ '${mobilePattern}'
        and not exists (select from sms_opt_outs so where so.client_id = $1 and so.phone = res.phone) then res.phone end`
    : 'null::text'

/** SQL: mail, line, sms or paper. */
export const contactChannel = (sms: boolean): string =>
  `case when ${mailAddress} is not null then 'mail' when ${lineUser} is not null then 'line'
    when ${mobileNumber(sms)} is not null then 'sms' else 'paper' end`

/** SQL: the ways of a message that arrive by themselves, the better one first. */
export const contactChannels = (sms: boolean): string =>
  `array_remove(array[case when ${mailAddress} is not null then 'mail' end, case when ${lineUser} is not null then 'line' end,
    case when ${mobileNumber(sms)} is not null then 'sms' end], null)`
