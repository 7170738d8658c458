import { LoginCard } from './LoginCard.tsx'

export const AdminLoginPage = () => <LoginCard title="管理者ログイン" strategy="admin" />
