import type { ReportConflict } from '@toguchi/domain/completion-reports/contract'
import { Alert } from '../ui/Alert.ts'
import { List } from '../ui/layout/Layout.ts'

/** What another person changed meanwhile in the same place; whoever saves now decides. */
export const ChangedByBoth = ({ conflicts }: { conflicts: readonly ReportConflict[] }) => (
  <Alert role="alert">
    同じ項目をほかの人が変更したため、まだ保存していません。もう一度保存すると、あなたの入力になります。
    <List>
      {conflicts.map(({ item_name, current, sent }) => (
        <li key={item_name}>
          {item_name}：ほかの人の入力「{current ?? 'なし'}」、あなたの入力「{sent ?? 'なし'}」
        </li>
      ))}
    </List>
  </Alert>
)
