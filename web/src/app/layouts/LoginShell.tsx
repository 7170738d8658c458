import { PlainFrame } from './PlainFrame.tsx'

export const LoginShell = () => <PlainFrame layout="login" />
