import { Chatbot } from '../../chatbot/chatbot.tsx'
import { PlainFrame } from './PlainFrame.tsx'

/** Residents' pages read by their loaders and keep no cache: it would be a twelfth of what a telephone downloads first. */
export const ResidentShell = () => <PlainFrame layout="resident" foot={<Chatbot />} />
