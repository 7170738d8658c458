import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError } from '../../../platform/api/request.ts'
import { toast } from '../../../platform/toast.ts'
import { Button } from '../../../ui/plain/Button.tsx'
import { Dialog } from '../../../ui/plain/Dialog.tsx'
import { type Order, OrderLines } from '../OrderLines.tsx'

interface Props {
  order: Order
  /** What opens the question, the question itself, and its two answers. */
  label: string
  title: string
  no: string
  yes: string
  act: () => Promise<{ message: string }>
  /** What it means, below what was ordered. */
  children: ReactNode
}

/** A step back from an order, after one question; done or refused, the page then says what holds. */
export const AskedOfOrder = ({ order, label, title, no, yes, act, children }: Props) => {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const go = async () => {
    setBusy(true)
    try {
      const { message } = await act()
      toast.success(message)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    setAsking(false)
    setBusy(false)
    await revalidate()
  }
  return (
    <>
      <Button kind="secondary" wide onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking ? (
        <Dialog
          title={title}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button kind="secondary" onClick={() => setAsking(false)}>
                {no}
              </Button>
              <Button kind="danger" disabled={busy} onClick={() => void go()}>
                {yes}
              </Button>
            </>
          }
        >
          <OrderLines order={order} />
          <p>{children}</p>
        </Dialog>
      ) : null}
    </>
  )
}
