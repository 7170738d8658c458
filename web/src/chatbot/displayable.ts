import { onSessionEnd } from '../platform/session/session.ts'
import { createStore } from '../platform/store.ts'

/** Whether the chatbot is shown: not before a resident of a client that has it is signed in (G-CHAT-02), nor after they have left. */
export const displayable = createStore(false)

onSessionEnd(() => displayable.set(false))
