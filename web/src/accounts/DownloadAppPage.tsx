import { useConfiguration } from '../platform/session/configuration.ts'
import { ButtonAnchor, ButtonLink } from '../ui/plain/Button.tsx'
import { Card, Title } from '../ui/plain/Card.tsx'
import { paths } from '../site/paths.ts'
import { QrCode } from '../ui/files/QrCode.tsx'
import { Rows } from '../ui/plain/form/Rows.ts'

/** Leads a craftsman's phone to the application: the stores where there is an app, else this same site on the home screen. */
export const DownloadAppPage = () => {
  const app = useConfiguration()?.craftsman_app
  const stores = [
    { name: 'iPhone（App Store）', url: app?.ios_url ?? '' },
    { name: 'Android（Google Play）', url: app?.android_url ?? '' },
  ].filter(({ url }) => url.startsWith('https://'))
  return (
    <Rows>
      <Title>スマートフォンで使う</Title>
      {stores.map(({ name, url }) => (
        <Card key={name} title={name}>
          <QrCode text={url} label={`${name}のQRコード`} />
          <ButtonAnchor href={url}>ダウンロードページを開く</ButtonAnchor>
        </Card>
      ))}
      <Card title="ホーム画面に追加する">
        <QrCode text={`${location.origin}${paths.login()}`} label="ログイン画面のQRコード" />
        <ol style={{ paddingLeft: '1.4em' }}>
          <li>スマートフォンのカメラで、上のQRコードを読み取ります。</li>
          <li>ログインします。</li>
          <li>iPhoneは共有ボタンから、Androidはブラウザのメニューから「ホーム画面に追加」を選びます。</li>
        </ol>
        <ButtonLink to={paths.constructions()} kind="secondary">
          あとで
        </ButtonLink>
      </Card>
    </Rows>
  )
}
