import type { ReactNode } from 'react'

/** The buttons of a form, in reach however long it is; the way out first, saving last. */
export const FormFoot = ({ children }: { children: ReactNode }) => (
  <div className="k-form-foot" data-keep-clear>
    {children}
  </div>
)

/** Fields side by side as far as the width allows. */
export const FormGrid = ({ children }: { children: ReactNode }) => <div className="k-grid">{children}</div>
