import { inGroups } from '@toguchi/domain/accounts/second-factor'
import { QrCode } from '../../ui/files/QrCode.tsx'
import styles from './SecretToScan.module.css'

/** A secret for an authenticator application: to be read by its camera, or typed where the application is on this very device. */
export const SecretToScan = ({ otpauth_url, secret }: { otpauth_url: string; secret: string }) => (
  <div className={styles.secret}>
    <QrCode text={otpauth_url} label="認証アプリで読み取るQRコード" />
    <p>読み取れないときは、次のキーを認証アプリに入力してください。</p>
    <code aria-label="認証アプリに入力するキー">{inGroups(secret)}</code>
    <p>
      認証アプリがこの端末にあるときは、<a href={otpauth_url}>この端末の認証アプリを開く</a>こともできます。
    </p>
  </div>
)
