/** Where the browser finds the gateway (G-CHAT-04). */
export const gatewayPath = '/gateway/chatbot/messages'

/** The clients whose residents are offered the chatbot (G-CHAT-01). */
export const isChatbotAllowed = ({ allowedClientCodes }: { allowedClientCodes: readonly string[] }, clientCode: string | null): boolean =>
  clientCode !== null && allowedClientCodes.includes(clientCode)

/** For how many days a conversation is kept. */
export const chatbotKeptDays = 90
