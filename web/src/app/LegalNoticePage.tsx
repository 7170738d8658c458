import { useConfiguration } from '../platform/configuration.ts'
import { t } from '../platform/i18n.ts'
import '../ui/plain/plain.css'

/** 特定商取引法に基づく表記 for optional works that residents buy (D-16). */
export const LegalNoticePage = () => {
  const settings = useConfiguration()
  const phone = settings?.call_center_phone ?? ''
  return (
    <article className="plain-prose">
      <h1>特定商取引法に基づく表記</h1>
      <p>居住者の皆さまが {settings?.app_name ?? t('app.name')} でお申し込みになるオプション工事についての表記です。</p>
      <dl>
        <dt>販売業者</dt>
        <dd>工事のご案内に記載の工事会社。所在地と代表者名は、ご請求があれば遅滞なく電子メールまたは書面でお知らせします。</dd>
        <dt>お問い合わせ</dt>
        <dd>{phone === '' ? '工事のご案内に記載の電話番号' : <a href={`tel:${phone.replaceAll('-', '')}`}>{phone}</a>}</dd>
        <dt>販売価格</dt>
        <dd>オプションの申込画面に、消費税を含む価格を表示します。</dd>
        <dt>価格以外の費用</dt>
        <dd>インターネット接続の通信料は、お客様のご負担です。</dd>
        <dt>支払方法</dt>
        <dd>クレジットカード、コンビニエンスストア、現金、工事当日の集金のうち、申込画面に表示する方法</dd>
        <dt>支払時期</dt>
        <dd>クレジットカードは申込時、コンビニエンスストアは申込画面に表示する支払期限まで、現金と当日の集金は工事の当日</dd>
        <dt>工事の時期</dt>
        <dd>お申込み後、居住者ページに表示する工事日に行います。</dd>
        <dt>取消しと返金</dt>
        <dd>
          居住者ページの申込履歴から、工事の前にキャンセルを申請できます。承認後、クレジットカードは決済を取り消し、コンビニエンスストアと現金はご指定の口座へ返金します。施工の不具合は、無償で手直しします。
        </dd>
      </dl>
    </article>
  )
}
