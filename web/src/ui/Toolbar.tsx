import type { ReactNode } from 'react'

/** A row of controls over a table or grid; `end` keeps to the right. */
export const Toolbar = ({ children, end }: { children: ReactNode; end?: ReactNode }) => (
  <div className="k-toolbar">
    {children}
    {end === undefined ? null : (
      <>
        <span className="k-grow" />
        {end}
      </>
    )}
  </div>
)
