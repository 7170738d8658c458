/**
 * The texts of every shell: page titles, the error catalogue, common buttons; what only staff read is in office/ja.ts, residents' in
 * residents/ja.ts. A page's own words stand
 * in the page.
 */
export const texts = {
  'app.name': 'トグチ',
  'app.title': '{page} | {app}',

  'error.server': 'サーバーエラーが発生しました。しばらく経ってから再度お試しください。',
  'error.connection': '通信できませんでした。電波のよい場所でもう一度お試しください。',
  'error.server_heading': 'サーバーエラーが発生しました',
  'error.server_help': 'しばらく経ってから再度お試しください。保存済みの内容は失われていません。',
  'error.part':
    '画面の一部を読み込めませんでした。入力した内容は残っています。電波が戻ると表示します。それでも表示されないときは、入力した内容を控えてから画面を開き直してください。',
  'error.unknown': 'エラーが発生しました。',
  'error.gone': '対象が見つかりません。他の人が削除した可能性があります。画面を開き直してご確認ください。',
  'error.pressed_before': '押した操作は、画面が新しい内容に変わったため、行われませんでした。内容を確かめて、もう一度操作してください。',
  'error.not_found_heading': 'ページが見つかりません',
  'error.not_found_help': 'アドレスが正しくないか、ページが移動または削除された可能性があります。',
  'error.home': 'トップページへ戻る',
  'error.status': 'エラーコード {status}',
  'error.signed_out': 'ログアウトされたため、保存していません。ログインし直して、もう一度保存してください。',
  'error.disowned':
    'ほかのタブで別のアカウントがログインしたため、この画面からは保存できません。入力した内容を控えてから、画面を開き直してください。',
  'error.session_timeout': 'セッションがタイムアウトしました。もう一度ログインしてください。',
  'error.contract_ended':
    'この企業のご契約は終了しました。ログインしてご利用いただくことはできません。ご不明な点は、システム管理者へお問い合わせください。',
  'error.contract_ended_resident':
    'この企業のご契約は終了しました。ログインしてご利用いただくことはできません。ご不明な点は、工事会社へお問い合わせください。',
  'error.no_schema': '企業が選択されていません。',

  'shell.skip': '本文へ移動',
  'shell.menu': 'メニュー',
  'shell.close': '閉じる',
  'shell.mypage': 'マイページ',
  'shell.logout': 'ログアウト',
  'shell.switch_client': '企業を切り替える',
  'shell.terms': '利用規約',
  'shell.privacy_policy': 'プライバシーポリシー',
  'shell.legal_notice': '特定商取引法に基づく表記',
  'shell.loading': '読み込んでいます',
  'shell.notices': 'お知らせ',
  'shell.to_home': '{name}のトップへ',

  'page.login': 'ログイン',
  'page.admins_login': '管理者ログイン',
  'page.operators_login': 'オペレーターログイン',
  'page.login_id_reminder': 'ログインIDを忘れた方',
  'page.login_id_reminder_show': 'ログインIDの送信',
  'page.password_reminder': 'パスワードを忘れた方',
  'page.password_reminder_edit': 'パスワードの再設定',
  'page.email_confirmed': 'メールアドレスの確認',
  'page.email_consent': 'メールアドレスの変更',
  'page.craftsman_link': '招待',
  'page.sign_in_link': 'SMS・メールでログイン',
  'page.change_password': 'パスワードの設定',
  'page.download_app': 'スマートフォンで使う',
  'page.terms': '利用規約',
  'page.privacy_policy': 'プライバシーポリシー',
  'page.legal_notice': '特定商取引法に基づく表記',
  'page.not_found': 'ページが見つかりません',
} as const
