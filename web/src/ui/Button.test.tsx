// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Button } from './Button.tsx'
import styles from './Button.module.css'

afterEach(cleanup)

it('is named with its reason, which is written beneath the label only where it stands nowhere else', () => {
  render(
    <>
      <Button reason="注文がありません">印刷</Button>
      <Button reason="注文がありません" saidBeside>
        送信
      </Button>
    </>,
  )
  const written = (name: RegExp) => screen.getByRole('button', { name }).querySelector(`.${styles.why}`) !== null
  expect([written(/^印刷\s*（注文がありません）$/), written(/^送信\s*（注文がありません）$/)]).toEqual([true, false])
})
