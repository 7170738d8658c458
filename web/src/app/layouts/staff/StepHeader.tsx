import { Link, useMatches, useParams } from 'react-router'
import { t } from '../../../platform/i18n.ts'
import { paths } from '../../../site/paths.ts'
import { BackLink } from './BackLink.tsx'
import styles from './StepHeader.module.css'

const steps = ['overall_schedule', 'representative', 'construction_info', 'photography_places', 'options'] as const

/** The five steps of registering a construction, and the way back to the list. Editing and copying have the way back only. */
export const StepHeader = () => {
  const { construction_id = 'new' } = useParams()
  const pattern = useMatches().at(-1)?.pathname ?? ''
  const current = steps.find(step => pattern.endsWith(`/${step}/new`))
  const begun = /^\d+$/.test(construction_id)
  return (
    <nav className={styles.steps} aria-label={t('shell.steps')} data-testid="step-header">
      <BackLink data-testid="step-back" to={paths.constructions()}>
        {t('shell.back_to_constructions')}
      </BackLink>
      {current === undefined ? null : (
        <ol>
          {steps.map((step, at) => (
            <li key={step}>
              {begun && step !== current ? (
                <Link className={styles.step} to={paths[`step_${step}`](Number(construction_id))} aria-label={t(`step.${step}`)}>
                  <Label at={at} step={step} />
                </Link>
              ) : (
                <div className={styles.step} {...(step === current ? { 'aria-current': 'step' as const } : {})}>
                  <Label at={at} step={step} />
                </div>
              )}
            </li>
          ))}
        </ol>
      )}
    </nav>
  )
}

const Label = ({ at, step }: { at: number; step: (typeof steps)[number] }) => (
  <>
    <b>{at + 1}</b>
    <span>{t(`step.${step}`)}</span>
  </>
)
