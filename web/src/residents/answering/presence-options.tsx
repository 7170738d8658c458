import { presenceHelp, presenceLabels, type PresenceMethod } from '@toguchi/domain/rooms/presence'

/** The ways to let the craftsmen in; who leaves a key reads where and when (R6). */
export const presenceOptions = (methods: readonly PresenceMethod[], keyHandover: string) =>
  methods.map(value => ({
    value,
    label: presenceLabels[value],
    help:
      value === 'key_custody' ? (
        <>
          {presenceHelp[value]}
          <br />
          {keyHandover}
        </>
      ) : (
        presenceHelp[value]
      ),
  }))
