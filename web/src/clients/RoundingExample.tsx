import { formatYen, priceInTax, TAX_PERCENT, type RoundingRule } from '@toguchi/domain/money/tax'
import { Help } from '../ui/form/FieldParts.ts'
import styles from './RoundingExample.module.css'

const prices = [980, 1234, 9876, 18_555]

/** What a rule makes of some prices, by the rule that orders are charged with. */
export const RoundingExample = ({ rule }: { rule: RoundingRule }) => (
  <div className={styles.example} data-span="all">
    <table aria-label="端数処理の例">
      <thead>
        <tr>
          <th scope="col">税抜価格</th>
          <th scope="col">税{TAX_PERCENT}%を加えた額</th>
          <th scope="col">税込価格</th>
        </tr>
      </thead>
      <tbody aria-live="polite">
        {prices.map(price => (
          <tr key={price}>
            <td>{formatYen(price)}</td>
            <td>{exact(price)}</td>
            <td>
              <strong>{formatYen(priceInTax(price, rule))}</strong>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    <Help>オプションの税込価格に使います。すでに受け付けた注文の金額は変わりません。</Help>
  </div>
)

/** ¥1,357.4: exact to a tenth, because ten percent of whole yen has one place. */
const exact = (price: number): string => {
  const tenths = (price * (100 + TAX_PERCENT)) / 10
  return `${formatYen(Math.floor(tenths / 10))}.${tenths % 10}`
}
