import type { ReactNode } from 'react'
import formStyles from './Form.module.css'

/** The buttons of a form, in reach however long it is; the way out first, saving last. */
export const FormFoot = ({ children }: { children: ReactNode }) => (
  <div className={formStyles.formFoot} data-kit="form-foot" data-keep-clear>
    {children}
  </div>
)

/** Fields side by side as far as the width allows. */
export const FormGrid = ({ children }: { children: ReactNode }) => (
  <div className={formStyles.grid} data-kit="grid">
    {children}
  </div>
)
