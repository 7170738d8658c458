import { codeOf, messageOf } from '../platform/http/error-code.ts'

/** How Node and OpenSSL say that they do not know who signed a certificate: by a code, or, where only the message came through, by its words. */
const untrusted =
  /SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT|self[- ]signed certificate|unable to (verify the first|get (local )?issuer) certificate/i

export const isOfUnknownAuthority = (error: unknown): boolean => untrusted.test(`${codeOf(error)} ${messageOf(error)}`)

/** Why a connection failed, and what to do where nobody knows the certificate's authority. Node answers with an empty message when every address of a host refused. */
export const reasonOf = (error: unknown): string => {
  const reason = messageOf(error) || codeOf(error) || String(error)
  return isOfUnknownAuthority(error)
    ? `${reason}。証明書の認証局を確認できません。自前の認証局のときは、その証明書のファイルを NODE_EXTRA_CA_CERTS で指定してください`
    : reason
}
