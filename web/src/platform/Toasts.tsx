import { t } from './i18n.ts'
import { useStore } from './store.ts'
import { dismissToast, type Toast, toasts } from './toast.ts'
import './toasts.css'

/** The notices in the corner. Failures interrupt a screen reader, the rest waits for its turn. */
export const Toasts = () => {
  const shown = useStore(toasts)
  return (
    <section className="toasts" aria-label={t('shell.notices')} data-print="hide">
      {shown.map(toast => (
        <Notice key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

const Notice = ({ toast: { id, kind, title, lines, action } }: { toast: Toast }) => (
  <div className="toast" data-testid="toast" data-kind={kind} role={kind === 'failure' ? 'alert' : 'status'}>
    <p className="toast-title" data-testid="toast-title">
      {title}
    </p>
    <div className="toast-body" data-testid="toast-body">
      {lines.map(line => (
        <p key={line}>{line}</p>
      ))}
    </div>
    {action === undefined ? null : (
      <button
        type="button"
        className="toast-action"
        onClick={() => {
          dismissToast(id)
          action.run()
        }}
      >
        {action.label}
      </button>
    )}
    <button type="button" className="toast-close" aria-label={t('shell.close')} onClick={() => dismissToast(id)}>
      ×
    </button>
  </div>
)
