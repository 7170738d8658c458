import type { ReactNode } from 'react'
import { Paper } from '../ui/plain/Paper.ts'
import { Read } from '../ui/plain/Read.tsx'
import type { OwnVisitTexts } from './own-visit.ts'
import { StateTag } from './parts/StateTag.ts'
import styles from './ResidentTopPage.module.css'

/** Where it is. */
export const OwnHeading = ({ texts }: { texts: OwnVisitTexts }) => (
  <h1 className={styles.heading}>
    <Read>{texts.place}</Read>
    {texts.construction === null ? null : <small>{texts.construction}</small>}
  </h1>
)

/** When somebody comes, and how; below that, what is answered to it. */
export const OwnVisit = ({ texts, children }: { texts: OwnVisitTexts; children?: ReactNode }) => (
  <Paper className={styles.visit} aria-label="工事日">
    <Read>
      {texts.state === null ? null : <StateTag data-state={texts.state}>{texts.stateText}</StateTag>}
      <p className={styles.day}>
        {texts.year === null ? null : <small>{texts.year}</small>}
        {texts.day}
      </p>
      {texts.time === null ? null : <p className={styles.time}>{texts.time}</p>}
      {texts.how === null ? null : (
        <p>
          {texts.how}
          {texts.handover}
          {texts.duration}
        </p>
      )}
    </Read>
    {children}
  </Paper>
)
