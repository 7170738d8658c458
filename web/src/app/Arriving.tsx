import { t } from '../platform/i18n.ts'

/** Stands until the first page is there, as index.html has it before any script runs. */
export const Arriving = () => <p className="arriving">{t('shell.loading')}</p>
