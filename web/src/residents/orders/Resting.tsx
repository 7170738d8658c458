import type { ReactNode } from 'react'
import { useJustCome } from '../../ui/plain/use-just-come.ts'

/** A step that a press has led to: for a moment it takes no other one, for whoever presses twice means the step before. */
export const Resting = ({ children }: { children: ReactNode }) => <div inert={useJustCome(true)}>{children}</div>
