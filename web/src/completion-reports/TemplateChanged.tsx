import { Alert } from '../ui/Alert.ts'

/** Said where the template was changed while somebody filled it in: nothing typed is lost but the answers that have no place any more. */
export const TemplateChanged = ({ gone }: { gone: readonly string[] }) => (
  <Alert role="alert">
    <p>報告項目が変更されました。入力した内容はそのままで、項目を読み直しました。</p>
    {gone.length === 0 ? null : <p>なくなった項目：{gone.join('、')}</p>}
    <p>確認して、もう一度保存してください。</p>
  </Alert>
)
