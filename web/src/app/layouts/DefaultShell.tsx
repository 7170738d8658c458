import { PlainFrame } from './PlainFrame.tsx'

export const DefaultShell = () => <PlainFrame layout="default" />
