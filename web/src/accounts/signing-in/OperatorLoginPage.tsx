import { LoginCard } from './LoginCard.tsx'

export const OperatorLoginPage = () => <LoginCard title="オペレーターログイン" strategy="operator" />
