import { formatInstant } from '@toguchi/domain/calendar/day'
import { formatYen } from '@toguchi/domain/money/tax'
import type { Platform } from '../platform/platform.ts'
import type { SandboxPayment } from './sandbox-queries.ts'
import { sandboxPath, slipOf } from './sandbox.ts'

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')

const states: Readonly<Record<string, string>> = {
  open: 'お支払い待ち',
  pending: 'コンビニでのお支払い待ち',
  paid: 'お支払い済み',
  failed: '決済に失敗しました',
  expired: '期限切れ',
  canceled: '中止しました',
}

/** The sandbox's hosted page (G-ORD-04): what a payment service would show, without scripts, and how its notification is to travel. */
export const sandboxPage = (platform: Platform, payment: SandboxPayment): string => {
  const { appName } = platform.settings
  const isStore = payment.pay_method === 'webcvs'
  const back = new URL(payment.return_url).pathname
  return `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>お支払い（お試し） | ${escape(appName)}</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="trial">お試し用の決済ページです。実際の請求は行われません。</p>
<h1>${isStore ? 'コンビニ払い' : 'クレジットカード払い'}</h1>
<dl>
<div><dt>お支払い内容</dt><dd>${escape(payment.description)}</dd></div>
<div><dt>金額（税込）</dt><dd class="yen">${formatYen(payment.amount)}</dd></div>
<div><dt>状態</dt><dd>${states[payment.state] ?? payment.state}</dd></div>
${isStore && payment.konbini_expires_at !== null ? slip(platform, payment) : ''}
</dl>
${form(platform, payment)}
<p><a href="${escape(back)}">申込履歴へ戻る</a></p>
</main>
</body>
</html>
`
}

const slip = (platform: Platform, payment: SandboxPayment): string => {
  const { number, confirmation_number, expires_at } = slipOf(platform, payment)
  return `<div><dt>お支払い受付番号</dt><dd class="number">${number ?? ''}</dd></div>
<div><dt>確認番号</dt><dd class="number">${confirmation_number ?? ''}</dd></div>
${expires_at === null ? '' : `<div><dt>お支払い期限</dt><dd>${formatInstant(expires_at)}</dd></div>`}`
}

const form = (platform: Platform, payment: SandboxPayment): string => {
  const buttons = buttonsOf(payment)
  if (buttons === '') return ''
  return `<form method="post" action="${escape(sandboxPath(platform, payment.uuid))}">
<div class="buttons">${buttons}</div>
<details><summary>通知の届き方を変える</summary>
<label>遅れ（秒）<input name="delay" type="number" min="0" max="3600" value="0" inputmode="numeric"></label>
<label><input type="checkbox" name="twice"> 2回届く</label>
${payment.pay_method === 'webcvs' && payment.state === 'open' ? '<label><input type="checkbox" name="reversed"> 番号より先に入金が届く</label>' : ''}
<label><input type="checkbox" name="wrong_amount"> 金額が1円少ない</label>
<label><input type="checkbox" name="wrong_signature"> 署名が正しくない</label>
<label><input type="checkbox" name="lost"> 届かない</label>
</details>
</form>`
}

const button = (result: string, label: string, kind = '') => `<button name="result" value="${result}" class="${kind}">${label}</button>`

const buttonsOf = (payment: SandboxPayment): string => {
  if (payment.state === 'open')
    return [
      button('ok', payment.pay_method === 'webcvs' ? '成功（支払番号を発行）' : '成功', 'main'),
      button('ng', '失敗'),
      button('cancel', '戻る'),
    ].join('')
  if (payment.state === 'pending') return button('deposit', '店頭で入金する', 'main') + button('expire', '期限切れにする')
  if (payment.state === 'paid' && payment.pay_method === 'credit')
    return [
      payment.refunded_amount < payment.paid_amount ? button('refund', '決済サービスの側で返金する') : '',
      payment.refunded_amount > 0 ? button('return', '返金がカード会社から差し戻される') : '',
    ].join('')
  const isLate = payment.state === 'expired' || (payment.state === 'canceled' && payment.konbini_expires_at !== null)
  return isLate ? button('deposit', '遅れて入金する', 'main') : ''
}

const style = `*{box-sizing:border-box}body{margin:0;background:#eef2f4;color:#1f2a30;font:16px/1.7 "Hiragino Sans","Noto Sans JP",system-ui,sans-serif}
main{max-width:30rem;margin:2rem auto;padding:1.5rem;background:#fff;border-radius:12px;box-shadow:0 1px 4px rgb(31 42 48/.16)}
h1{font-size:1.375rem;margin:.75rem 0 1rem}.trial{margin:0;padding:.5rem .75rem;border-radius:6px;background:#fff3cd;color:#5c4400;font-size:.875rem}
dl{margin:0 0 1.5rem}dl div{display:flex;justify-content:space-between;gap:1rem;padding:.625rem 0;border-bottom:1px solid #d7e0e4}
dt{color:#4f6068;flex:none}dd{margin:0;text-align:right;font-weight:700}.yen{font-size:1.375rem}.number{font-size:1.25rem;letter-spacing:.06em}
.buttons{display:grid;gap:.75rem}button{min-height:3rem;border:1px solid #8ba0aa;border-radius:8px;background:#fff;color:#1f2a30;font:inherit;font-weight:700;cursor:pointer}
button.main{background:#1f5f73;border-color:#1f5f73;color:#fff}button:focus-visible,input:focus-visible,a:focus-visible,summary:focus-visible{outline:3px solid #f0a500;outline-offset:2px}
details{margin:1.25rem 0;padding:.75rem 1rem;border:1px solid #d7e0e4;border-radius:8px}summary{cursor:pointer;font-weight:700}
label{display:flex;align-items:center;gap:.5rem;min-height:2.75rem}input[type=number]{width:6rem;min-height:2.5rem;font:inherit;padding:0 .5rem;margin-left:auto}
input[type=checkbox]{width:1.25rem;height:1.25rem}a{color:#1f5f73}@media (max-width:34rem){main{margin:0;min-height:100vh;border-radius:0}}`
