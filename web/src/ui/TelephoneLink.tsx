import { formatTelephone } from '@toguchi/domain/text/telephone'

/** A telephone number as people write it, one tap away. */
export const TelephoneLink = ({ phone }: { phone: string }) => <a href={`tel:${phone.replaceAll('-', '')}`}>{formatTelephone(phone)}</a>
