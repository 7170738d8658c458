/** Whether anything might be handed in from this device: asked by pages that nobody is signed in to, which load no more for it. */
export const holdsTickets = (): boolean => Object.keys(localStorage).some(key => key.startsWith('hand_in_ticket '))
