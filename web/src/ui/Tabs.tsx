import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { NavLink } from 'react-router'

interface Tab<Value extends string> {
  value: Value
  label: ReactNode
  count?: number
}

interface Props<Value extends string> {
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** What the chosen tab shows. */
  children: ReactNode
}

/** Views of one thing, chosen by click or arrow keys. Views with an address of their own are `TabLinks`. */
export const Tabs = <Value extends string>({ label, tabs, value, onChange, children }: Props<Value>) => {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    const at = (tabs.findIndex(tab => tab.value === value) + step + tabs.length) % tabs.length
    const next = tabs[at]
    if (next === undefined) return
    onChange(next.value)
    list.current?.querySelectorAll('button')[at]?.focus()
  }
  return (
    <>
      <div className="k-tabs" role="tablist" aria-label={label} ref={list}>
        {tabs.map(tab => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-controls={`${id}-panel`}
            aria-selected={tab.value === value}
            tabIndex={tab.value === value ? 0 : -1}
            onKeyDown={move}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
            {tab.count === undefined ? null : <small>{tab.count}</small>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  )
}

export const TabLinks = ({ label, tabs }: { label: string; tabs: readonly { to: string; label: ReactNode; count?: number }[] }) => (
  <nav className="k-tabs" aria-label={label}>
    {tabs.map(({ to, label: text, count }) => (
      <NavLink key={to} to={to} end>
        {text}
        {count === undefined ? null : <small>{count}</small>}
      </NavLink>
    ))}
  </nav>
)
