import { PlainFrame } from './PlainFrame.tsx'

export const ResidentShell = () => <PlainFrame layout="resident" />
